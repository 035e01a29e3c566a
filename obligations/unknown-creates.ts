import { NEVER } from '../history/places.ts';
import type { Exchange, GatewayPayout, HistoryView } from '../history/view/types.ts';
import { isAbsent, isCutOff, isTimedOut } from './exchanges.ts';
import { diedBetween } from './patience.ts';
import { namedPayout } from './payouts.ts';
import { findings, type LawVerdict } from './verdict.ts';

/** How much before the end of a timed-out call, in milliseconds, another one counts as made after it. */
const CLOSE_TO_END_MS = 50;

/**
 * Law 10: after a read timeout on withdraw/create the next call about that id asks for its status, and a
 * repeat follows only an explicit "absent" (Errors 5).
 */
export const statusAfterReadTimeout = (view: HistoryView): LawVerdict =>
  asksFirst(view, 'law.status-after-read-timeout', isTimedOut, 'ran into a read timeout');

/**
 * Law 27: the same after a connection that was reset or closed without an answer, which says as little about
 * the payout. A repeat under the same id pays nothing twice: it should not be, and fails nobody.
 */
export const statusAfterLostConnection = (view: HistoryView): LawVerdict =>
  asksFirst(view, 'law.status-after-lost-connection', isCutOff, 'lost its connection');

/** Judges every withdraw/create whose outcome the merchant could not know. */
function asksFirst(
  view: HistoryView,
  law: string,
  isUnknown: (exchange: Exchange) => boolean,
  what: string,
): LawVerdict {
  const found = findings(law);
  for (const payout of view.payouts) {
    const calls = callsAbout(payout);
    for (const [index, exchange] of calls.entries()) {
      if (!isUnknown(exchange) || exchange.request.operation !== 'withdraw/create') continue;
      // A merchant that died before it could know of no answer never saw one.
      if (diedBetween(view, exchange.request.seq, exchange.answer?.seq ?? NEVER)) continue;
      found.judge();
      const blind = blindRepeat(exchange, calls.slice(index + 1));
      if (blind === undefined) continue;
      found.violate(
        namedPayout(payout),
        `withdraw/create of ${payout.shopPaymentId} ${what} and was repeated before withdraw/shop_payment_status had said that there is no such payout.`,
        [exchange.request, exchange.answer, ...blind.flatMap(({ request, answer }) => [request, answer])],
      );
      break;
    }
  }
  return found.verdict();
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
