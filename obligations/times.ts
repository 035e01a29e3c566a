import { fieldText } from '../history/fields.ts';
import { NEVER } from '../history/places.ts';
import type { Exchange, HistoryView } from '../history/view/types.ts';
import { parseDateTime } from '../simulator/protocol/time.ts';
import { clocksOf, MOST_OFF_MS } from './clocks.ts';
import { isConfirmed } from './exchanges.ts';
import { rule } from './rules.ts';

/** A request whose `now` is not the present time. */
interface Off {
  readonly exchange: Exchange;
  readonly now: string;
  readonly zoned: boolean;
  /** How far it is off, in milliseconds, by the clock that is nearest. */
  readonly byMs: number;
  /** Whether it was right just before a clock was moved on. */
  readonly wasRight: boolean;
}

/**
 * Rule 30: `now` is the time of the request, as an instant: without a zone it means UTC+03:00 (transport rule 4). One
 * that was right until a clock was moved on may have been written before, unless an earlier request of the same
 * kind had it and was answered.
 */
export const currentNow = rule('law.current-now', (view, found) => {
  const off: Off[] = [];
  const timesOf = clocksOf(view);
  for (const exchange of view.exchanges) {
    const { request } = exchange;
    const now = fieldText(request.fields, 'now');
    const said = now === undefined ? undefined : parseDateTime(now);
    if (now === undefined || said === undefined) continue;
    found.judge();
    const { present, past } = timesOf(request);
    const away = present.map((instant) => said.instant - instant);
    const byMs = away.reduce((least, each) => (Math.abs(each) < Math.abs(least) ? each : least));
    if (Math.abs(byMs) <= MOST_OFF_MS) continue;
    const wasRight = past.some((instant) => Math.abs(said.instant - instant) <= MOST_OFF_MS);
    off.push({ exchange, now, zoned: said.zoned, byMs, wasRight });
  }
  const sentBefore = repeats(view, off);
  for (const { exchange, now, zoned, byMs, wasRight } of off) {
    const { request, answer } = exchange;
    const earlier = sentBefore(exchange);
    if (wasRight && earlier === undefined) continue;
    const minutes = Math.round(Math.abs(byMs) / 60_000);
    found.violate(
      request.operation ?? request.path,
      `${request.operation ?? request.path} was sent with now ${JSON.stringify(now)}${zoned ? '' : ' (without a zone it is read as UTC+03:00)'}, which is ${minutes} minutes ${byMs < 0 ? 'behind' : 'ahead'}: it was ${request.at}.`,
      [earlier, request, answer],
    );
    break;
  }
});

/** What a request asks about, with its `now`. */
const keyOf = ({ request: { operation, fields } }: Exchange): string =>
  ['invoice_id', 'shop_order_id', 'withdraw_id', 'shop_payment_id', 'now']
    .map((name) => fieldText(fields, name) ?? '')
    .concat(operation ?? '')
    .join('\n');

/** Finds an earlier request with the same question and the same `now`, which was answered before. */
function repeats(view: HistoryView, off: readonly Off[]): (exchange: Exchange) => Exchange | undefined {
  const first = new Map<string, Exchange>();
  const wanted = new Set(off.filter(({ wasRight }) => wasRight).map(({ exchange }) => keyOf(exchange)));
  if (wanted.size > 0) {
    for (const exchange of view.exchanges) {
      const key = keyOf(exchange);
      if (wanted.has(key) && isConfirmed(exchange) && !first.has(key)) first.set(key, exchange);
    }
  }
  return (exchange) => {
    const earlier = first.get(keyOf(exchange));
    return (earlier?.answer?.seq ?? NEVER) < exchange.request.seq ? earlier : undefined;
  };
}
