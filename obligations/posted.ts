import type { CallEvent, RequestEvent } from '../history/events.ts';
import { fieldText, isRecord } from '../history/fields.ts';
import { allFieldsOf } from '../history/slim.ts';
import type { HistoryView } from '../history/view/types.ts';
import { makesInvoice } from './exchanges.ts';

const keyOf = (name: string, text: string): string => `${name}\n${text}`;

/** Requests for an invoice that have, in one of these fields, what a payer's browser had posted under its name. */
export function* takenFromPayer(
  view: HistoryView,
  names: readonly string[],
): Generator<{ readonly request: RequestEvent; readonly call: CallEvent; readonly name: string }> {
  const posted = new Map<string, CallEvent>();
  for (const call of view.orderCalls) {
    const extra = isRecord(call.input) ? call.input.extra : undefined;
    for (const name of names) {
      const text = fieldText(extra, name);
      if (text && !posted.has(keyOf(name, text))) posted.set(keyOf(name, text), call);
    }
  }
  if (posted.size === 0) return;
  for (const { request } of view.exchanges) {
    if (!makesInvoice(request)) continue;
    const fields = allFieldsOf(request);
    for (const name of names) {
      const call = posted.get(keyOf(name, fieldText(fields, name) ?? ''));
      if (call !== undefined && call.seq < request.seq) yield { request, call, name };
    }
  }
}
