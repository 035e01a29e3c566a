import type { RequestEvent } from '../history/events.ts';
import { fieldText, inputText } from '../history/fields.ts';
import type { Exchange } from '../history/view/types.ts';
import { LIMITS } from '../simulator/protocol/limits.ts';
import { isRefused } from './exchanges.ts';
import { takenFromPayer } from './posted.ts';
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
  for (const exchange of view.exchanges) {
    const { request } = exchange;
    if (request.fields === null) continue;
    found.judge();
    const payway = wrongPayway(exchange);
    if (payway !== undefined)
      found.violate(nameOf(request), `${request.operation} was sent with ${payway}.`, [exchange]);
  }
  for (const { request, call, name } of takenFromPayer(view, OWN_FIELDS)) {
    found.violate(
      inputText(call.input, 'reference') ?? nameOf(request),
      `${request.operation} took ${name} from what the payer posted: whoever sets it decides what is the shop's to decide.`,
      [call, request],
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
