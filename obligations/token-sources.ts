import type { HistoryEvent } from '../history/events.ts';
import { fieldText, isRecord, jsonOf, statusText } from '../history/fields.ts';
import { isSlim } from '../history/slim.ts';
import { bodyOf, notifiedStatus } from '../history/view/trust.ts';
import type { Exchange, HistoryView, Trust } from '../history/view/types.ts';
import { parseDateTime } from '../simulator/protocol/time.ts';
import { textOf } from '../simulator/protocol/wire.ts';

/** Where the merchant was told a token. */
export interface TokenSource {
  readonly event: HistoryEvent;
  /** When the merchant had it: the reply to the notification, or the answer. */
  readonly seq: number;
  readonly trust: Trust;
  /** Whether the merchant answered the notification OK; an answer of the gateway it has in any case. */
  readonly accepted: boolean;
  /** The status that was told with it. */
  readonly status: string | undefined;
  /** The end of its life, in epoch milliseconds. */
  readonly expiresMs: number | undefined;
}

/** By which notifications and answers the merchant was told each token, as it is masked in a history. */
export function tokenSources(view: HistoryView): ReadonlyMap<string, readonly TokenSource[]> {
  const sources = new Map<string, TokenSource[]>();
  const add = (told: unknown, source: Omit<TokenSource, 'expiresMs'>): void => {
    const token = typeof told === 'string' ? told : fieldText(told, 'token');
    if (token === undefined) return;
    const expiresMs = parseDateTime(fieldText(told, 'expires_at') ?? '')?.instant;
    const list = sources.get(token);
    if (list === undefined) sources.set(token, [{ ...source, expiresMs }]);
    else list.push({ ...source, expiresMs });
  };
  for (const { attempt, reply, trust } of view.deliveries) {
    if (isSlim(attempt) || !attempt.body.includes(MASKED)) continue;
    const body = bodyOf(attempt);
    if (body === undefined) continue;
    const status = notifiedStatus(attempt);
    const seq = reply?.seq ?? attempt.seq;
    for (const told of toldIn(textOf(body.ps_data), body.payment_token)) {
      add(told, { event: attempt, seq, trust, accepted: reply?.accepted === true, status });
    }
  }
  for (const exchange of view.exchanges) {
    for (const { told, answer, status } of answered(exchange)) {
      add(told, { event: answer, seq: answer.seq, trust: 'sound', accepted: true, status });
    }
  }
  return sources;
}

const MASKED = 'tok~';

function* toldIn(psData: string | undefined, beside: unknown): Generator<unknown> {
  const inner = jsonOf(psData);
  if (isRecord(inner) && inner.payment_token !== undefined) yield inner.payment_token;
  if (beside !== undefined && beside !== null) yield beside;
}

function* answered({ answer }: Exchange) {
  if (answer == null || isSlim(answer) || answer.body?.includes(MASKED) !== true) return;
  const body = jsonOf(answer.body);
  const data = isRecord(body) && isRecord(body.data) ? body.data : undefined;
  if (data === undefined) return;
  const status = statusText(fieldText(data, 'status'));
  for (const told of toldIn(fieldText(data, 'ps_data'), data.payment_token)) yield { told, answer, status };
}
