import type { RequestEvent } from '../history/events.ts';
import { fieldText, inputText, isRecord } from '../history/fields.ts';
import { amountOf } from '../history/money.ts';
import type { HistoryView } from '../history/view/types.ts';
import { maskFields } from '../simulator/protocol/masking.ts';
import { spellingAnswer } from '../simulator/protocol/spellings.ts';
import { nameOfInvoice, nameOfPayout } from './names.ts';
import { learntAndNotSent, markedText, otherThanAsked } from './payout-requests.ts';
import { rule } from './rules.ts';
import type { Evidence } from './verdict.ts';

/** What a finding about a request is about: the type of a field, an amount in a charge, a payment token, a payout. */
export type FieldTopic = 'type' | 'charge' | 'token' | 'payout';

/** A field of a request that is not as the specification lists it, or not as it was wished. */
export interface FieldFinding {
  readonly topic: FieldTopic;
  /** `warn`: it is only tolerated. */
  readonly level: 'fail' | 'warn';
  /** The object, or for a type the operation and its field, which is named once however often it was sent. */
  readonly key: string;
  readonly says: string;
  readonly events: readonly Evidence[];
}

/** Everything about the fields of the requests of a history that is not as it should be. */
export function fieldFindings(view: HistoryView): readonly FieldFinding[] {
  return [
    ...mistyped(view),
    ...chargesOfAmounts(view),
    ...tokensUnasked(view),
    ...payoutsOtherwise(view, detailFault),
    ...payoutsOtherwise(view, otherThanAsked),
    ...payoutsOtherwise(view, markedText, 'warn'),
    ...learntOtherwise(view),
  ];
}

/** Law 29: every request has the fields that its operation takes, of their types, and with the values that were asked for. */
export const requestFields = rule('law.request-fields', (view, found) => {
  for (const { request } of view.exchanges) if (request.misfits !== undefined) found.judge();
  for (const { topic, level, key, says, events } of fieldFindings(view)) {
    // Nothing ties the field to anybody's consent: whom a shop asks is for a check to recommend.
    if (topic === 'token') continue;
    if (level === 'fail') found.violate(key, says, events);
    else found.remark(key, says, events);
  }
});

/** Fields of another type than listed, each named once: a merchant makes the same mistake in every request. */
function mistyped(view: HistoryView): FieldFinding[] {
  const { readings } = view.settings;
  const byField = new Map<string, FieldFinding>();
  for (const { request } of view.exchanges) {
    const { operation, misfits = [] } = request;
    for (const { field, says, reading } of misfits) {
      const answer = spellingAnswer(reading, readings);
      const key = `${operation} ${field}`;
      const id = `${key} ${reading ?? says}`;
      if (answer === 'accept' || byField.has(id)) continue;
      const by = reading === null ? '' : ` (reading ${reading} = ${answer})`;
      byField.set(id, {
        topic: 'type',
        level: answer === 'warn' ? 'warn' : 'fail',
        key,
        says: `${operation} was sent with ${field} not as specified: ${says}${by}.`,
        events: [request],
      });
    }
  }
  return [...byField.values()];
}

/**
 * A charge names the hold and no amount (Endpoints, invoice/charge). An amount in it is ignored like any unknown
 * field: with the amount of the hold that is harmless, with another one somebody believes that only this is taken.
 */
function chargesOfAmounts(view: HistoryView): FieldFinding[] {
  return view.invoices.flatMap((invoice) =>
    invoice.charges.flatMap((exchange): FieldFinding[] => {
      const sent = fieldText(exchange.request.fields, 'amount');
      if (sent === undefined || sent === '') return [];
      const amount = amountOf(sent);
      const isOther = invoice.amount !== undefined && (amount === undefined || !amount.eq(invoice.amount));
      const rest = isOther
        ? `the hold is over ${invoice.amount}, and all of it is charged`
        : 'a hold is charged as a whole, whatever the request says';
      return [
        {
          topic: 'charge',
          level: isOther ? 'fail' : 'warn',
          key: nameOfInvoice(invoice),
          says: `invoice/charge of ${invoice.shopOrderId} was sent with the amount ${sent}, a field that it does not have: ${rest}.`,
          events: [invoice.creates[0]?.request, exchange.request],
        },
      ];
    }),
  );
}

/** A token for later charges, for an order whose payer did not wish to store the instrument. */
function tokensUnasked(view: HistoryView): FieldFinding[] {
  return view.invoices.flatMap((invoice): FieldFinding[] => {
    const created = invoice.order?.created;
    if (created === undefined || inputText(created.input, 'save_instrument') === 'true') return [];
    // The instrument that pays for such an order is stored already.
    if (inputText(created.input, 'instrument_of') !== undefined) return [];
    const first = invoice.creates.find(
      ({ request }) => fieldText(request.fields, 'issue_payment_token') === 'true',
    );
    if (first === undefined) return [];
    return [
      {
        topic: 'token',
        level: 'warn',
        key: nameOfInvoice(invoice),
        says: `${first.request.operation} of ${invoice.shopOrderId} asks for a payment token (issue_payment_token), and no order asked to store the instrument.`,
        events: [created, first.request],
      },
    ];
  });
}

/** Payouts whose creation is not what was asked for, each as this says of what was asked and the request. */
const payoutsOtherwise = (
  view: HistoryView,
  faultOf: (input: unknown, request: RequestEvent) => string | undefined,
  level: FieldFinding['level'] = 'fail',
): FieldFinding[] =>
  view.payouts.flatMap((payout) => {
    const created = payout.trace?.created;
    if (created === undefined) return [];
    return payout.creates.flatMap((exchange): FieldFinding[] => {
      const fault = faultOf(created.input, exchange.request);
      if (fault === undefined) return [];
      const says = `withdraw/create of ${payout.shopPaymentId} ${fault}.`;
      const key = nameOfPayout(payout);
      return [{ topic: 'payout', level, key, says, events: [created, exchange.request] }];
    });
  });

/** A payout that does not pass on what check_account said of its account. */
function learntOtherwise(view: HistoryView): FieldFinding[] {
  const checks = view.exchanges.filter(
    ({ request, answer }) => request.operation === 'check_account' && answer?.result === true,
  );
  if (checks.length === 0) return [];
  return view.payouts.flatMap((payout): FieldFinding[] => {
    const created = payout.trace?.created;
    const [exchange] = payout.creates;
    const learnt =
      created === undefined || exchange === undefined
        ? undefined
        : learntAndNotSent(checks, created, exchange.request);
    if (created === undefined || exchange === undefined || learnt === undefined) return [];
    return [
      {
        topic: 'payout',
        level: 'fail',
        key: nameOfPayout(payout),
        says: `withdraw/create of ${payout.shopPaymentId} ${learnt.says}`,
        events: [created, learnt.check, exchange.request],
      },
    ];
  });
}

const DETAILS = 'account_details';

const memberOf = (input: unknown, names: readonly string[]): unknown =>
  isRecord(input) ? names.map((name) => input[name]).find((value) => value !== undefined) : undefined;

/** What a creation leaves out or changes of what was given for `account_details`, after "withdraw/create of …". */
function detailFault(input: unknown, { fields }: RequestEvent): string | undefined {
  const given = memberOf(input, [DETAILS, 'accountDetails']);
  const sent = fields?.[DETAILS];
  if (!isRecord(given)) return undefined;
  const texts = Object.entries(given).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  );
  const masked = maskFields(Object.fromEntries(texts));
  for (const [name, text] of texts) {
    const found = isRecord(sent) ? sent[name] : undefined;
    if (found === text || found === masked[name]) continue;
    const was = JSON.stringify(masked[name]);
    return found === undefined
      ? `lacks the detail ${name} of the account, which was given as ${was}: it belongs inside account_details`
      : `carries ${JSON.stringify(found)} as the detail ${name} of the account, which was given as ${was}`;
  }
  return undefined;
}
