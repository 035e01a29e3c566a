import { isFinal, move } from './change.ts';
import type { Subject } from './entities.ts';
import { nameOf } from './memory.ts';
import type { Cause, World } from './world.ts';

/** Distances between the steps of the autopilot and of magic values, in milliseconds of gateway time. */
export const STEP_MS = { short: 2_000, payout: 15_000 } as const;

/** Plans a status that an object takes at an instant. */
export function planStep(
  world: World,
  step: { subject: Subject; at: number; status: number | string; cause: Cause; silent?: boolean },
): void {
  const { subject, ...rest } = step;
  const { at, ...due } = rest;
  const id = world.ids.step();
  world.agenda.plan(at, { kind: 'step', id, subject, ...due });
  world.memory.put('step', id, { subject: nameOf(subject), ...rest });
}

/** Plans statuses that an object takes by itself, one after the other. */
export function planSteps(
  world: World,
  subject: Subject,
  statuses: readonly (number | string)[],
  cause: Cause,
  { stepMs = STEP_MS.short, silent = false }: { stepMs?: number; silent?: boolean } = {},
): void {
  let at = world.ports.clock.now();
  for (const status of statuses) {
    at += stepMs;
    planStep(world, { subject, at, status, cause, ...(silent ? { silent } : {}) });
  }
}

/** Binds a sequence of statuses to an object and takes the first of them. */
export function startScript(world: World, subject: Subject, sequence: readonly (number | string)[]): void {
  world.store.scripts.set(subject, [...sequence]);
  stepScript(world, subject);
}

/** Takes the next status of an object's sequence, where it has one. */
export function stepScript(world: World, subject: Subject): void {
  const rest = world.store.scripts.get(subject);
  if (rest === undefined) return;
  const next = rest.shift();
  world.memory.touch(subject);
  if (next !== undefined && next !== subject.status) move(world, subject, next, { cause: 'script' });
  if (rest.length === 0 || isFinal(world, subject)) world.store.scripts.delete(subject);
}
