import { parseDateTime } from '../../simulator/index.ts';
import { check, type Exchange, type Verbs } from '../../suite/engine/index.ts';
import { LOST } from '../steps/effects.ts';
import { moveMoneyBack } from '../steps/money-back.ts';

const MOST_OFF_MS = 10 * 60_000;

/** Lookups that carry `now` and need no object to ask about. */
const WITH_NOW = ['shop_balance', 'shop_input_config/shop', 'shop_output_config/shop'] as const;

/** Makes the merchant send a request that carries `now`, by whatever it claims. */
async function requestsWithNow(t: Verbs): Promise<readonly Exchange[]> {
  const since = await t.now();
  const carrying = async (): Promise<readonly Exchange[]> =>
    (await t.calls({ after: since })).filter(({ request }) => request.fields?.now !== undefined);
  const named: readonly string[] = t.claims('lookups') ? t.slot.config.profile.lookups : [];
  const lookup = WITH_NOW.find((operation) => named.includes(operation));
  if (lookup !== undefined) {
    await t.driver.lookup(lookup, { payway: t.slot.config.profile.payways.invoice });
  } else if (t.claims('payout')) {
    await t.askPayout();
    // A payout that was made a moment after the clock was set is due a moment after its interval.
    for (let polls = 0; polls < 3 && (await carrying()).length === 0; polls++) {
      await t.polls();
    }
    if ((await carrying()).length === 0) await t.askEveryone();
  } else {
    const payment = await t.order({ mode: 'hold' });
    await t.report(payment, 8);
    await t.driver.unhold(payment.orderId);
    await t.settle();
  }
  const seen = await carrying();
  if (seen.length === 0) t.inconclusive('The merchant sent no request that carries now.');
  return seen;
}

/** A space instead of T is tolerated; whether it is the present time is for the rule on it. */
function noteSpelling(t: Verbs, exchanges: readonly Exchange[]): void {
  for (const { request } of exchanges) {
    const text = String(request.fields?.now);
    if (parseDateTime(text)?.spaced)
      t.warn(`now is written with a space instead of T: ${JSON.stringify(text)}.`);
  }
}

/**
 * Makes the merchant ask and command whatever it claims, so that every request that carries now is seen.
 *
 * @returns how many there were
 */
async function useEveryOperation(t: Verbs): Promise<number> {
  // Some ask about an order when they are told of it.
  if (t.claims('invoice')) await t.report(await t.order(), 2);
  if (t.claims('payout')) {
    await t.askPayout();
    // Whoever has no answer asks by an id of its own.
    await t.nextCall('withdraw/create', LOST);
    await t.askPayout();
  }
  await moveMoneyBack(t);
  // Without jobs that would be a wait of a whole interval.
  if (t.claims('jobs')) await t.polls();
  // What is asked again later is asked at another time.
  if (t.claims('clock')) await t.advance(2 * MOST_OFF_MS);
  const seen = (await t.calls()).filter(({ request }) => request.fields?.now !== undefined);
  noteSpelling(t, seen);
  return seen.length;
}

/** How far it is to the next time of day in UTC, given in hours. */
function untilHour(now: number, hour: number): number {
  const day = 86_400_000;
  const ahead = (hour * 3_600_000 - (now % day) + day) % day;
  return ahead === 0 ? day : ahead;
}

/** West and east, each half an hour off whole hours, and one of them in summer time at any season. */
const ZONES = ['America/St_Johns', 'Australia/Adelaide'];

/** In other time zones, where the merchant can be restarted. */
async function askElsewhere(t: Verbs): Promise<void> {
  const { process } = t.slot;
  if (process === null || !t.claims('restart')) return;
  for (const zone of ZONES) {
    await process.restart({ TZ: zone });
    await t.runJobsNow();
    noteSpelling(t, await requestsWithNow(t));
  }
  await process.restart();
  await t.runJobsNow();
}

export default check('time.now', {
  title: 'The shop sends the current time as `now`, in ISO 8601.',
  must: ['transport.4', 'fields.request.now', 'law.29'],
  anyOf: ['lookups', 'payout', 'hold', 'invoice'],
  expectation:
    "`now` is ISO 8601 and within 10 minutes of the merchant's clock in every operation that carries it, also in later status requests. Where its clock can be set, this holds in the afternoon and over midnight; where the shop can be restarted, also in another time zone.",
  fix: 'Write `now` with an explicit offset (Z or +03:00) and a 24-hour clock. Without an offset it must be the time in UTC+03:00, not the local one. Read the clock for each request.',
  story: async (t) => {
    if (!['lookups', 'payout', 'hold'].some(t.claims)) {
      if ((await useEveryOperation(t)) > 0) return;
      t.notSeen('The merchant sent no request that carries now.');
    }
    await t.runJobsNow();
    noteSpelling(t, await requestsWithNow(t));
    // An afternoon in UTC and in UTC+03:00 shows a 12-hour clock; the first hour of the next day, a frozen clock.
    for (const hour of t.claims('clock') ? [13.1, 21.2] : []) {
      await t.advance(untilHour(await t.gatewayNow(), hour));
      noteSpelling(t, await requestsWithNow(t));
    }
    await askElsewhere(t);
    await useEveryOperation(t);
  },
});
