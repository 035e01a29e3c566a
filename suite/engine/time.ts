import { inconclusive, unobservable } from './judgement.ts';
import { claims, pause, type Stage } from './stage.ts';

/** An hour, in milliseconds. */
export const HOUR_MS = 3_600_000;

/** A day, in milliseconds. */
export const DAY_MS = 24 * HOUR_MS;

const ms = (instant: string): number => Date.parse(instant);
const iso = (instant: number): string => new Date(instant).toISOString();

/** The gateway's time, epoch milliseconds. */
export async function gatewayNow(stage: Stage): Promise<number> {
  return ms((await stage.slot.gateway.clock()).now);
}

async function jobs(stage: Stage, at: number | undefined): Promise<void> {
  if (!claims(stage, 'jobs')) return;
  const run = () => stage.slot.driver.runJobs(at === undefined ? {} : { at: iso(at) });
  const outcome = await run();
  if (outcome.kind !== 'ok') unobservable("The merchant's jobs could not be run", outcome, 'runJobs', run);
}

const SLACK_MS = 1000;
/** How far a clock may have run on that the preflight or an earlier worker has set. */
const UNSEEN_MS = 10 * 60_000;

/**
 * The instant that the merchant's clock is set to next. The gateway's moves on first where the merchant's may have: a
 * clock that was set runs on, and time never goes back within a run.
 *
 * @returns epoch milliseconds
 */
async function nextInstant(stage: Stage, instant: number): Promise<number> {
  const { memory } = stage.slot;
  const last = memory.clockSet;
  const unseen = Math.max(instant, Date.now()) + UNSEEN_MS;
  const merchants = (): number => (last === null ? unseen : last.at + performance.now() - last.when);
  let at = instant;
  while (at < merchants() + SLACK_MS / 2) {
    at = Math.ceil(merchants()) + SLACK_MS;
    await stage.slot.gateway.advance({ to: iso(at) });
  }
  memory.clockSet = { at, when: performance.now() };
  return at;
}

/** Runs the merchant's jobs at the gateway's time; gives the instant, epoch milliseconds. */
async function jobsAt(stage: Stage, instant: number): Promise<number> {
  const at = await nextInstant(stage, instant);
  await jobs(stage, at);
  stage.slot.memory.hasRealTime = false;
  return at;
}

/** Brings a merchant that claims `clock` to the gateway's time, as a check that runs alone finds it, too. */
export async function setMerchantClock(stage: Stage): Promise<void> {
  if (claims(stage, 'clock')) await jobsAt(stage, await gatewayNow(stage));
}

/**
 * Runs every background job of a merchant that claims `jobs`, due or not, at the gateway's time where its clock was
 * lost with a restart; otherwise gives it time to settle.
 */
export async function settle(stage: Stage): Promise<void> {
  if (!claims(stage, 'jobs')) return pause(stage.settleMs);
  const { memory, driver } = stage.slot;
  const lost = claims(stage, 'clock') && memory.hasRealTime;
  const at = lost ? { at: iso(await nextInstant(stage, await gatewayNow(stage))) } : {};
  const outcome = await driver.runJobs(at);
  if (outcome.kind !== 'ok') return pause(stage.settleMs);
  if (lost) memory.hasRealTime = false;
}

/**
 * Moves gateway and merchant on together, in steps: at each the gateway's clock, what is due and its
 * replies, then the merchant's jobs at that instant. Without the capability `clock` only the gateway moves.
 *
 * @param stepMs the longest step, usually the merchant's poll interval while a payout is followed
 */
export async function advance(stage: Stage, byMs: number, stepMs = byMs): Promise<void> {
  const { gateway } = stage.slot;
  const target = (await gatewayNow(stage)) + byMs;
  for (let at = await gatewayNow(stage); at < target; ) {
    const limit = Math.min(target, at + stepMs);
    const moved = await gateway.step({ limit: iso(limit) });
    const next = ms(moved.now);
    // A step that fired something at this very instant has not moved the clock: it goes on from there.
    at = next > at || moved.fired > 0 ? next : ms((await gateway.advance({ to: iso(limit) })).now);
    if (claims(stage, 'clock')) at = await jobsAt(stage, at);
  }
}

/** A merchant's clock may run ahead of the gateway's, and what it does at an interval is due that much later. */
const BEYOND = 1.1;

/**
 * Runs the merchant's jobs after the gateway has moved on by so many of its poll intervals and a margin; a merchant with
 * neither clock nor jobs gets real time to settle.
 */
export async function runJobsNow(stage: Stage, { advancePolls = 0 } = {}): Promise<void> {
  const { config, gateway } = stage.slot;
  if (advancePolls > 0) {
    await gateway.advance({ byMs: Math.ceil(advancePolls * config.tempo.pollMs * BEYOND) });
  }
  if (claims(stage, 'clock')) return void (await jobsAt(stage, await gatewayNow(stage)));
  if (claims(stage, 'jobs')) return jobs(stage, undefined);
  // Without jobs a merchant polls in real time: nothing but its own interval can be waited for.
  await pause(Math.max(stage.settleMs, advancePolls > 0 ? config.tempo.pollMs : 0));
}

/** As {@link runJobsNow}, once in each of so many poll intervals of the merchant. */
export async function polls(stage: Stage, rounds = 1): Promise<void> {
  for (let round = 0; round < rounds; round++) await runJobsNow(stage, { advancePolls: 1 });
}

/** Kills the merchant and starts it again. Its clock is real after that, until its jobs bring it to the gateway's. */
export async function restart(stage: Stage): Promise<void> {
  const { process } = stage.slot;
  if (process === null)
    return inconclusive('The merchant is not run by the suite and has no control commands.');
  await process.restart();
  await runJobsNow(stage);
}
