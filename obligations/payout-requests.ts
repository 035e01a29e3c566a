import type { CallEvent, RequestEvent } from '../history/events.ts';
import { fieldText, inputText, isRecord } from '../history/fields.ts';
import { amountOf } from '../history/money.ts';
import { allFieldsOf, dataOf } from '../history/slim.ts';
import type { Exchange, GatewayPayout, HistoryView } from '../history/view/types.ts';
import { isMaskedKey, maskFields } from '../simulator/protocol/masking.ts';
import { isRefused, wasRead } from './exchanges.ts';
import { diedBetween } from './patience.ts';
import { perPayout } from './rules.ts';

import { descriptionFault, markedDescription } from './texts.ts';
import type { Breach } from './verdict.ts';

/** Digits and letters alone: spaces and marks between them are for people. */
const bare = (account: string): string => account.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();

/** The fields in which a payout says what it is, and what of their text counts. */
const ESSENCE: readonly (readonly [string, (text: string) => string])[] = [
  ['amount', (text) => amountOf(text)?.toString() ?? text],
  ['amount_type', (text) => text],
  ['shop_currency', (text) => text],
  ['payway', (text) => text],
  ['account', bare],
];

/** In what two creations differ; undefined where both say the same, as far as they say it. */
function difference(one: RequestEvent, two: RequestEvent): string | undefined {
  if (one.base !== two.base) return undefined;
  for (const [name, essence] of ESSENCE) {
    const [first, second] = [fieldText(one.fields, name), fieldText(two.fields, name)];
    if (first === undefined || second === undefined || essence(first) === essence(second)) continue;
    return `with the ${name} ${JSON.stringify(first)} and then with ${JSON.stringify(second)}`;
  }
  return undefined;
}

/**
 * Law 46: a shop_payment_id is sent for one payout, with the same values each time, and not again when that payout
 * is over (Transport rule 5). Under an id that was refused there is no payout: another may take it.
 */
export const onePayoutPerId = perPayout(
  'law.one-payout-per-id',
  (view) => (payout) =>
    payout.creates.length === 0 ? undefined : (usedOtherwise(payout) ?? usedUp(view, payout) ?? 'right'),
);

function usedOtherwise({ creates, shopPaymentId }: GatewayPayout): Breach | undefined {
  const first = creates.find((exchange) => !isRefused(exchange));
  if (first === undefined) return undefined;
  for (const exchange of creates) {
    if (exchange.request.seq <= first.request.seq) continue;
    const differing = difference(first.request, exchange.request);
    if (differing === undefined) continue;
    return {
      says: `The shop_payment_id ${shopPaymentId} was sent ${differing}: it is another payout.`,
      events: [first, exchange],
    };
  }
  return undefined;
}

/** Sent on command, or long after the merchant was told the end: two creations at once protect each other. */
function usedUp(
  view: HistoryView,
  { creates, told, trace, shopPaymentId }: GatewayPayout,
): Breach | undefined {
  const end = told.find(
    ({ status, event }) => ['5', '6'].includes(status) && event.kind === 'answer' && wasRead(view, event),
  );
  if (end === undefined) return undefined;
  const again = creates.find(({ request }) => {
    if (request.seq < end.seq || diedBetween(view, end.seq, request.seq)) return false;
    const isAsked = trace?.commands.some(({ event }) => event.seq > end.seq && event.seq < request.seq);
    return (
      isAsked === true || Date.parse(request.realAt) - Date.parse(end.event.realAt) >= view.settings.settleMs
    );
  });
  if (again === undefined) return undefined;
  return {
    says: `The payout ${shopPaymentId} had ended with status ${end.status}, and withdraw/create was called again under its id, which is used up.`,
    events: [end.event, again],
  };
}

/**
 * In what a creation differs from the payout that was asked for, after "withdraw/create of …"; undefined where it
 * says the same. A shop may convert: an amount in another currency, or by ps_amount, is not compared with one in this.
 */
export function otherThanAsked(input: unknown, request: RequestEvent): string | undefined {
  const { fields } = request;
  const asked = (name: string): string | undefined => inputText(input, name);
  const sent = (name: string): string | undefined => fieldText(fields, name);
  const [askedType, sentType] = [asked('amount_type'), sent('amount_type')];
  if (askedType !== undefined && sentType !== undefined && askedType !== sentType)
    return `has the amount_type ${sentType}, and the payout was asked for by ${askedType}`;
  const isSameAmount = sameAmount(asked('amount'), sent('amount'));
  const isSameCurrency = sameNumber(asked('currency'), sent('shop_currency'));
  if (isSameCurrency && !isSameAmount)
    return `is over ${JSON.stringify(sent('amount'))}, and ${asked('amount')} was asked for`;
  if (!isSameCurrency && isSameAmount && sentType === 'shop_amount')
    return `is in currency ${sent('shop_currency')}, and currency ${asked('currency')} was asked for`;
  const [wish, text] = [asked('description'), fieldText(allFieldsOf(request), 'description')];
  const spoilt = wish === undefined || text === undefined ? undefined : descriptionFault(text, wish);
  return otherAccount(asked('account'), sent('account')) ?? spoilt;
}

/** Says of a creation that the letters of its description became question marks, after "withdraw/create of …". */
export function markedText(input: unknown, request: RequestEvent): string | undefined {
  const [wish, text] = [inputText(input, 'description'), fieldText(allFieldsOf(request), 'description')];
  return wish === undefined || text === undefined ? undefined : markedDescription(text, wish);
}

/** Parts of a name are shown as what account_info usually holds; the specification asks for its extra keys. */
const USUAL = /name/i;

/**
 * What check_account said of an account while a payout to it was made, and its creation does not pass on in
 * account_details (Endpoints, check_account), after "withdraw/create of …".
 */
export function learntAndNotSent(
  checks: readonly Exchange[],
  created: CallEvent,
  { fields, seq }: RequestEvent,
): { readonly says: string; readonly check: Exchange } | undefined {
  const check = checks.findLast(
    ({ request, answer }) =>
      request.seq > created.seq &&
      answer != null &&
      answer.seq < seq &&
      fieldText(request.fields, 'account') === fieldText(fields, 'account'),
  );
  const info = check?.answer == null ? undefined : memberOf(dataOf(check.answer), 'account_info');
  if (check === undefined || !isRecord(info)) return undefined;
  const given = memberOf(created.input, 'account_details') ?? memberOf(created.input, 'accountDetails');
  for (const name of Object.keys(info)) {
    const learnt = fieldText(info, name);
    if (learnt === undefined || learnt === '' || USUAL.test(name) || isMaskedKey(name)) continue;
    if (memberOf(given, name) !== undefined) continue;
    const sent = fieldText(fields?.account_details, name);
    if (sent === learnt) continue;
    const instead = sent === undefined ? 'lacks it' : `carries ${JSON.stringify(sent)}`;
    return {
      says: `${instead} in account_details: check_account answered ${name} as ${JSON.stringify(learnt)} for this account, to be passed on.`,
      check,
    };
  }
  return undefined;
}

const memberOf = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined);

/** What is left out, or cannot be compared, is no difference. */
function sameAmount(asked: string | undefined, sent: string | undefined): boolean {
  const amount = amountOf(asked);
  return amount === undefined || sent === undefined || amountOf(sent)?.eq(amount) === true;
}

const sameNumber = (asked: string | undefined, sent: string | undefined): boolean =>
  asked === undefined || sent === undefined || Number(asked) === Number(sent);

const ASCII = /^[ -~]+$/;

/** How many bytes of a text tell that it was read in another encoding. */
const TELLING = 4;
const encoder = new TextEncoder();
const latin1 = new TextDecoder('latin1');

function otherAccount(asked: string | undefined, sent: string | undefined): string | undefined {
  if (asked === undefined || sent === undefined) return undefined;
  const masked = fieldText(maskFields({ account: asked }), 'account') ?? asked;
  if ([asked, masked].some((text) => bare(text) === bare(sent))) return undefined;
  const spoilt = latin1.decode(encoder.encode(asked).slice(0, TELLING));
  // Letters may be written otherwise on purpose, but not in another encoding.
  const isOther =
    ASCII.test(asked) || sent.includes(spoilt) || sent.includes('\ufffd') || sent.includes('???');
  return isOther
    ? `goes to the account ${JSON.stringify(sent)}, and ${JSON.stringify(asked)} was given`
    : undefined;
}
