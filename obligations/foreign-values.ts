import type { CallEvent, RequestEvent } from '../history/events.ts';
import { fieldText, inputText, isRecord } from '../history/fields.ts';
import { allFieldsOf } from '../history/slim.ts';
import type { Exchange } from '../history/view/types.ts';
import { LIMITS } from '../simulator/protocol/limits.ts';
import { isRefused, makesInvoice } from './exchanges.ts';
import { rule } from './rules.ts';

/** What only the shop knows: where notifications and payers go, until when, and from where the payer came. */
const OWN_FIELDS = [
  'callback_url',
  'callback_rejected_url',
  'success_url',
  'failed_url',
  'expires_at',
  'client_ip',
] as const;

const PAYWAY = /^[A-Za-z_,[\]]+$/;

/**
 * Law 37: addresses and deadlines of a request are the shop's, whatever the payer's browser posted, and a payway that
 * cannot be one is not sent (Typical flows, single-step payment 2; Limits).
 */
export const noForeignValues = rule('law.no-foreign-values', (view, found) => {
  const posted = postedValues(view.orderCalls);
  for (const exchange of view.exchanges) {
    const { request } = exchange;
    if (request.fields === null) continue;
    found.judge();
    const payway = wrongPayway(exchange);
    if (payway !== undefined) {
      found.violate(nameOf(request), `${request.operation} was sent with ${payway}.`, [
        request,
        exchange.answer,
      ]);
    }
    const taken = takenFrom(posted, request);
    if (taken === undefined) continue;
    found.violate(
      inputText(taken.call.input, 'reference') ?? nameOf(request),
      `${request.operation} took ${taken.name} from what the payer posted: whoever sets it decides what is the shop's to decide.`,
      [taken.call, request],
    );
  }
});

const nameOf = ({ fields, path }: RequestEvent): string =>
  fieldText(fields, 'shop_order_id') ?? fieldText(fields, 'shop_payment_id') ?? path;

/** A payway that the gateway takes is one. */
function wrongPayway(exchange: Exchange): string | undefined {
  const payway = fieldText(exchange.request.fields, 'payway');
  if (payway === undefined || payway === '' || !isRefused(exchange)) return undefined;
  const { length } = [...payway];
  if (length > LIMITS.paywayLength)
    return `a payway of ${length} characters; at most ${LIMITS.paywayLength} are allowed`;
  return PAYWAY.test(payway)
    ? undefined
    : `the payway ${JSON.stringify(payway)}, which holds other characters than Latin letters, underscores, commas and square brackets`;
}

type Posted = ReadonlyMap<string, CallEvent>;

const keyOf = (name: string, text: string): string => `${name}\n${text}`;

/** What payers posted under the names of fields that are the shop's, by name and value. */
function postedValues(calls: readonly CallEvent[]): Posted {
  const posted = new Map<string, CallEvent>();
  for (const call of calls) {
    const extra = isRecord(call.input) ? call.input.extra : undefined;
    for (const name of isRecord(extra) ? OWN_FIELDS : []) {
      const text = fieldText(extra, name);
      if (text === undefined || text === '' || posted.has(keyOf(name, text))) continue;
      posted.set(keyOf(name, text), call);
    }
  }
  return posted;
}

function takenFrom(posted: Posted, request: RequestEvent): { name: string; call: CallEvent } | undefined {
  if (posted.size === 0 || !makesInvoice(request)) return undefined;
  const fields = allFieldsOf(request);
  for (const name of OWN_FIELDS) {
    const text = fieldText(fields, name);
    const call = text === undefined ? undefined : posted.get(keyOf(name, text));
    if (call !== undefined && call.seq < request.seq) return { name, call };
  }
  return undefined;
}
