import type { Exchange, Verbs } from '../../fixtures/engine/index.ts';
import type { Bodies } from './bodies.ts';

const MOST_OFF_MS = 10 * 60_000;
const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})([T ])(\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/i;

/** Lookups that carry `now` and need no object to ask about. */
const WITH_NOW = ['shop_balance', 'shop_input_config/shop', 'shop_output_config/shop'] as const;

/** The instant that an ISO 8601 text means, UTC+03:00 when it names no zone (Transport rule 4). */
function instantOf(text: string): number | undefined {
  const parts = DATE_TIME.exec(text);
  if (parts === null) return undefined;
  const zone = parts[8] ?? '+03:00';
  const withColon = /^[+-]\d{4}$/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase();
  const time = `${parts[5]}:${parts[6]}:${parts[7] ?? '00'}`;
  const instant = Date.parse(`${parts[1]}-${parts[2]}-${parts[3]}T${time}${withColon}`);
  return Number.isNaN(instant) ? undefined : instant;
}

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
      await t.runJobsNow({ advancePolls: 1 });
    }
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

async function judge(t: Verbs, where: string): Promise<void> {
  const present = await t.gatewayNow();
  for (const { request } of await requestsWithNow(t)) {
    const text = String(request.fields?.now);
    const about = [request.exchange];
    const instant = instantOf(text);
    if (instant === undefined) {
      return t.fail(
        `${request.operation} was sent ${where} with now ${JSON.stringify(text)}, which is not ISO 8601.`,
        {
          about,
        },
      );
    }
    if (text.includes(' ')) t.warn(`now is written with a space instead of T: ${JSON.stringify(text)}.`);
    const off = Math.abs(instant - present);
    if (off > MOST_OFF_MS) {
      t.fail(
        `${request.operation} was sent ${where} with now ${JSON.stringify(text)}, which is ${Math.round(off / 60_000)} minutes off: it was ${new Date(present).toISOString()}.`,
        { about },
      );
    }
  }
}

/** How far it is to the next time of day in UTC, given in hours. */
function untilHour(now: number, hour: number): number {
  const day = 86_400_000;
  const ahead = (hour * 3_600_000 - (now % day) + day) % day;
  return ahead === 0 ? day : ahead;
}

const ZONES = ['America/Los_Angeles', 'Asia/Tokyo'];

export const time: Bodies = {
  'time.now': async (t) => {
    await t.runJobsNow();
    await judge(t, 'as started');
    // An afternoon in UTC and in UTC+03:00 shows a 12-hour clock; the next one, past midnight, a frozen clock.
    for (const hour of [13.1, 22.2]) {
      await t.advance(untilHour(await t.gatewayNow(), hour));
      await judge(t, `at ${Math.floor(hour)} h UTC`);
    }
    const { process } = t.slot;
    if (process === null || !t.claims('restart')) return;
    for (const zone of ZONES) {
      await process.restart({ TZ: zone });
      await t.runJobsNow();
      await judge(t, `with TZ=${zone}`);
    }
    await process.restart();
    await t.runJobsNow();
  },
};
