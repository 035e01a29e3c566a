import { formatDuration, type ResolvedConfig } from '../config/index.ts';
import type { Pace } from '../slots/preflight-result.ts';
import { FlowFlaw, setupFlaw } from './flaw.ts';
import { isPaidOnce, placeOrder, tell } from './payment.ts';
import type { Probe } from './probe.ts';

/** So many payments tell of a merchant that looks into a queue now and then; of a slow one two have to do. */
const PAYMENTS = { most: 5, least: 2, untilMs: 5_000 };

/** A wait in which also an effect is seen that comes later than that of an ordinary payment. */
const LEAST_MS = 1_000;
/** Up to here the margin is wide, because it costs little. */
const WIDE = { factor: 5, mostMs: 3_000 };
const NARROW = 1.5;

/** What leaves room for whoever took so long at most, in milliseconds. */
export function settleFor(slowestMs: number): number {
  const wide = Math.min(WIDE.factor * slowestMs, WIDE.mostMs);
  return Math.ceil(Math.max(LEAST_MS, wide, NARROW * slowestMs) / 100) * 100;
}

const inSeconds = (ms: number): string => `${(Math.ceil(ms / 100) / 10).toFixed(1)} s`;

/** A duration of the configuration that leaves a merchant half as much again as it took. */
function roomFor(ms: number): string {
  const room = ms * NARROW;
  const step = room < 1000 ? 100 : 1000;
  return formatDuration(Math.ceil(room / step) * step);
}

/** Whoever is slower must say so: with such a wait a run takes hours. */
const MOST_MS = 20_000;

/** What is looked for too soon is missed, be it a credit or a forgery that was believed, so that nothing can be judged. */
function tooSlow(tookMs: number, { isSettleMeasured, tempo }: ResolvedConfig): never {
  const waited = isSettleMeasured
    ? `no more than ${inSeconds(MOST_MS)} is waited for where tempo.settle does not say so`
    : `tempo.settle is ${inSeconds(tempo.settleMs)}`;
  return setupFlaw(
    `A plain order was paid, notified and credited once, but only ${inSeconds(tookMs)} after it was notified, and ${waited}: whatever is looked for sooner would be missed.`,
    `Where the merchant works on notifications later, by a queue or a delay of its own, write "tempo": { "settle": "${roomFor(tookMs)}" } into the configuration, or shorten the delay in the shop's: a run waits for it in every check.`,
  );
}

/** Pays one more order, and gives how long the merchant took to show it; undefined where it did not within this time. */
async function timed(probe: Probe, withinMs: number): Promise<number | undefined> {
  const placed = await placeOrder(probe, { capability: 'invoice' });
  const begun = performance.now();
  const told = await tell(probe, placed, 4, isPaidOnce, withinMs);
  return told.met ? performance.now() - begun : undefined;
}

/**
 * A plain order was booked, but after its time: whether the merchant is slow again, and slower than may be, or only the
 * machine was busy.
 *
 * @param mostMs how long it took at most at the first time
 * @throws FlowFlaw where it is
 */
export async function makeSureOfPace(probe: Probe, mostMs: number): Promise<void> {
  const { config } = probe.slot;
  const { settleMs } = config.tempo;
  const limitMs = config.isSettleMeasured ? MOST_MS : settleMs;
  const tookMs = await timed(probe, Math.max(mostMs, 4 * settleMs, limitMs));
  if (tookMs === undefined || tookMs > limitMs) tooSlow(tookMs ?? mostMs, config);
}

/** A shop that takes no more orders has been measured so far. */
function noPayment(error: unknown): undefined {
  if (!(error instanceof FlowFlaw)) throw error;
}

/**
 * Measures how long a merchant takes that understands notifications, by a few more plain payments; undefined where
 * they show nothing, which the checks will tell.
 */
export async function measuredPace(probe: Probe): Promise<Pace | undefined> {
  const begun = performance.now();
  let slowestMs = 0;
  for (let count = 1; count <= PAYMENTS.most; count += 1) {
    const tookMs = await timed(probe, MOST_MS).catch(noPayment);
    if (tookMs === undefined) break;
    slowestMs = Math.max(slowestMs, tookMs);
    if (count >= PAYMENTS.least && performance.now() - begun > PAYMENTS.untilMs) break;
  }
  return slowestMs === 0 ? undefined : { slowestMs, settleMs: settleFor(slowestMs) };
}

/** What was measured and what follows from it, in a sentence. */
export const paceInWords = ({ slowestMs, settleMs }: Pace): string =>
  `Payments were booked within ${slowestMs < 100 ? `${Math.ceil(slowestMs)} ms` : inSeconds(slowestMs)} of their notifications, so each check waits ${inSeconds(settleMs)} for an effect. To set it yourself: "tempo": { "settle": "${formatDuration(settleMs)}" }.`;
