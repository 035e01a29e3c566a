import { isRecord } from '../../history/fields.ts';
import type { OperationId } from '../../simulator/index.ts';
import { DAY_MS, type Verbs } from '../../suite/engine/index.ts';

type Parameters = Readonly<Record<string, string | number>>;

async function aPayment(t: Verbs) {
  if (!['invoice', 'hold', 'hold.auto'].some(t.claims)) {
    return t.inconclusive('Only a merchant that takes payments has an invoice to ask about.');
  }
  return t.order();
}

async function aPayout(t: Verbs) {
  if (!t.claims('payout'))
    return t.inconclusive('Only a merchant that makes payouts has a payout to ask about.');
  return t.payout();
}

const account = '79001234567';

/** What each reading operation is asked with: its own parameters, about objects that the check has made. */
const PARAMETERS: Partial<Record<OperationId, (t: Verbs) => Parameters | Promise<Parameters>>> = {
  'invoice/try': (t) => ({
    shop_order_id: t.unique('try'),
    amount: '10.50',
    currency: t.slot.config.profile.currencies[0] ?? 643,
    payway: t.slot.config.profile.payways.invoice,
  }),
  'invoice/check': async (t) => ({ shop_order_id: (await aPayment(t)).shopOrderId }),
  'invoice/get-refunds': async (t) => ({ invoice_id: (await aPayment(t)).paymentId }),
  'withdraw/try': (t) => ({
    amount: '10.50',
    amount_type: t.claims('payout.ps_amount') ? 'ps_amount' : 'shop_amount',
    shop_currency: t.slot.config.profile.currencies[0] ?? 643,
    payway: t.slot.config.profile.payways.payout,
    account,
  }),
  check_account: (t) => ({ payway: t.slot.config.profile.payways.payout, amount: '10.50', account }),
  'withdraw/status': async (t) => ({ withdraw_id: (await aPayout(t)).view.payoutId }),
  'withdraw/shop_payment_status': async (t) => ({ shop_payment_id: (await aPayout(t)).view.shopPaymentId }),
  'shop_input_config/shop': (t) => ({ payway: t.slot.config.profile.payways.invoice }),
  shop_balance: (t) => ({ payway: t.slot.config.profile.payways.invoice }),
};

/** The operations that the profile names, each with the parameters to ask it with. */
export async function profileLookups(t: Verbs): Promise<readonly (readonly [OperationId, Parameters])[]> {
  const operations = t.slot.config.profile.lookups;
  if (operations.length === 0) t.notApplicable('The profile names no lookups.');
  const asked: (readonly [OperationId, Parameters])[] = [];
  for (const operation of operations) asked.push([operation, (await PARAMETERS[operation]?.(t)) ?? {}]);
  return asked;
}

/**
 * The merchant's answer to a lookup for which it asks the gateway: one that answers from its memory has a day to forget
 * where its clock can be set, and shows nothing about the gateway's answer otherwise.
 */
export async function askGateway(
  t: Verbs,
  operation: OperationId,
  parameters: Parameters,
): ReturnType<Verbs['driver']['lookup']> {
  for (const isLast of t.claims('clock') ? [false, true] : [true]) {
    const since = await t.now();
    const answer = await t.driver.lookup(operation, parameters);
    if (answer.kind !== 'ok' || (await t.calls({ after: since })).length > 0) return answer;
    if (!isLast) await t.advance(DAY_MS + 1);
  }
  return t.notSeen(`The merchant answers ${operation} without asking the gateway.`);
}

/** Asks one of the lookups of the profile, and gives its answer; nothing can be judged without one. */
export async function lookup(t: Verbs, operation: OperationId): Promise<unknown> {
  const { lookups, payways } = t.slot.config.profile;
  if (!lookups.includes(operation)) t.notApplicable(`${operation} is not among the lookups of the profile.`);
  const answer = await askGateway(t, operation, { payway: payways.invoice });
  if (answer.kind === 'ok' && answer.value.error === null) return answer.value.result;
  return t.inconclusive(`${operation} had no usable answer: ${JSON.stringify(answer)}.`);
}

/** Every object inside a value. */
export function objectsIn(value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  return isRecord(value) ? [value, ...Object.values(value).flatMap(objectsIn)] : [];
}

/** Every number inside a value, also within its texts, by its digits, without a fraction of zero: `1 034.00` is 1034. */
export function numbersIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(numbersIn);
  if (isRecord(value)) return Object.values(value).flatMap(numbersIn);
  const texts = String(value ?? '').match(/\d+(?:[.,\s]\d+)*/g) ?? [];
  return texts.map((text) => text.replace(/[.,]0+$/, '').replace(/\D/g, ''));
}
