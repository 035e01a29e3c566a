import type { DriverCall } from '../drivers/index.ts';
import { passesOn } from '../recipes/index.ts';
import { notApplicable } from './judgement.ts';
import type { Stage } from './stage.ts';

/** Ends a check that is about something of which the merchant is never told, because no step of its recipes passes it on. */
export function needsToTell(stage: Stage, name: string, ...calls: readonly DriverCall[]): void {
  const { interface: chosen } = stage.slot.config.merchant;
  if (calls.some((call) => passesOn(chosen, call, name))) return;
  const recipes = calls.map((call) => `recipe ${call}`).join(' or ');
  notApplicable(`The merchant is told none: no step of ${recipes} uses {${name}}.`);
}
