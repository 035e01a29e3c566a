import { NEVER } from '../history/places.ts';
import type { Exchange, GatewayPayout } from '../history/view/types.ts';
import { isAbsent, isCutOff, isTimedOut } from './exchanges.ts';
import { diedBetween } from './patience.ts';
import { type Law, perPayout } from './rules.ts';

/** How much before the end of a timed-out call, in milliseconds, another one counts as made after it. */
const CLOSE_TO_END_MS = 50;

/**
 * Law 10: after a read timeout on withdraw/create the next call about that id asks for its status, and a
 * repeat follows only an explicit "absent" (Errors 5).
 */
export const statusAfterReadTimeout = asksFirst(
  'law.status-after-read-timeout',
  isTimedOut,
  'ran into a read timeout',
);

/**
 * Law 27: the same after a connection that was reset or closed without an answer, which says as little about
 * the payout. A repeat under the same id pays nothing twice: it should not be, and fails nobody.
 */
export const statusAfterLostConnection = asksFirst(
  'law.status-after-lost-connection',
  isCutOff,
  'lost its connection',
);

/** Judges every withdraw/create whose outcome the merchant could not know. */
function asksFirst(law: string, isUnknown: (exchange: Exchange) => boolean, what: string): Law {
  return perPayout(law, (view) => (payout) => {
    const calls = callsAbout(payout);
    // A merchant that died before it could know of no answer never saw one.
    const unknown = [...calls.entries()].filter(
      ([, each]) =>
        isUnknown(each) &&
        each.request.operation === 'withdraw/create' &&
        !diedBetween(view, each.request.seq, each.answer?.seq ?? NEVER),
    );
    for (const [index, exchange] of unknown) {
      const blind = blindRepeat(exchange, calls.slice(index + 1));
      if (blind === undefined) continue;
      return {
        says: `withdraw/create of ${payout.shopPaymentId} ${what} and was repeated before withdraw/shop_payment_status had said that there is no such payout.`,
        events: [exchange, blind],
      };
    }
    return unknown.length > 0 ? 'right' : undefined;
  });
}

const callsAbout = ({ creates, asks }: GatewayPayout): Exchange[] =>
  [...creates, ...asks].sort((a, b) => a.request.seq - b.request.seq);

/** The calls up to and with a repeat that was not allowed; undefined when there is none. */
function blindRepeat(timedOut: Exchange, later: readonly Exchange[]): readonly Exchange[] | undefined {
  const endedAt = Date.parse(timedOut.request.realAt) + (timedOut.answer?.latencyMs ?? 0) - CLOSE_TO_END_MS;
  const seen: Exchange[] = [];
  for (const exchange of later) {
    if (exchange.request.operation !== 'withdraw/create') {
      seen.push(exchange);
      // It may have asked when its own patience ended, while the connection of the create was still open.
      if (isAbsent(exchange)) return undefined;
      continue;
    }
    if (Date.parse(exchange.request.realAt) < endedAt) continue;
    seen.push(exchange);
    return seen;
  }
  return undefined;
}
