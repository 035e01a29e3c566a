import type { OperationId } from '../../simulator/index.ts';
import type { Payment, Verbs } from '../../suite/engine/index.ts';
import type { Bodies } from './bodies.ts';
import { toleratesProperty } from './forgery.ts';
import { profileLookups } from './lookup-parameters.ts';

/** Asks one of the lookups of the profile, and gives its answer; nothing can be judged without one. */
async function lookup(t: Verbs, operation: OperationId): Promise<unknown> {
  const { lookups, payways } = t.slot.config.profile;
  if (!lookups.includes(operation)) t.notApplicable(`${operation} is not among the lookups of the profile.`);
  const answer = await t.driver.lookup(operation, { payway: payways.invoice });
  if (answer.kind === 'ok' && answer.value.error === null) return answer.value.result;
  return t.inconclusive(`${operation} had no usable answer: ${JSON.stringify(answer)}.`);
}

/** Every object inside a value. */
function objectsIn(value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  if (typeof value !== 'object' || value === null) return [];
  const object = value as Record<string, unknown>;
  return [object, ...Object.values(object).flatMap(objectsIn)];
}

/** Totals that count something, or are in the smallest unit of a currency. */
const COUNTS = /count|page|element|item|record|row|result|cents|minor/i;

interface ShownTotal {
  /** Null for a total that names no currency. */
  readonly currency: string | null;
  readonly total: string;
}

function totalsIn(result: unknown): ShownTotal[] {
  return objectsIn(result).flatMap((object) => {
    const currency = typeof object.currency === 'object' ? null : (object.currency ?? null);
    return Object.entries(object).flatMap(([name, value]): ShownTotal[] => {
      if (!/total/i.test(name) || COUNTS.test(name)) return [];
      if (typeof value === 'object' && value !== null) {
        const parts = Object.entries(value).filter(([key]) => /^\d{1,3}$/.test(key));
        return parts.map(([key, part]) => ({ currency: key, total: String(part) }));
      }
      const of = currency === null ? null : String(currency);
      // What stands beside no currency may be a total of anything: of the balances shown, for example.
      const isMoney = /^-?\d+\.\d+$/.test(String(value)) || (of !== null && /^-?\d+$/.test(String(value)));
      return isMoney ? [{ currency: of, total: String(value) }] : [];
    });
  });
}

/** Asks about an order whose notifications were lost; whether the merchant acted on the answer. */
async function healedByCheck(t: Verbs, payment: Payment): Promise<boolean> {
  await t.setTruth(payment, 4);
  await t.runJobsNow({ advancePolls: 1 });
  await t.settle();
  return (await t.becomes(payment, t.isPaidOnce)).met;
}

const PARTS: Readonly<Record<string, readonly [available: string, frozen: string, hold: string]>> = {
  643: ['10.50', '0.30', '2.25'],
  840: ['100', '3', '20.75'],
};

/** Refunds and credits are in the currency of the invoice, whatever the gateway settles with the shop. */
async function settledInAnother(t: Verbs): Promise<void> {
  const own = t.slot.config.profile.currencies[0] ?? 643;
  const currency = own === 840 ? 978 : 840;
  const settlement = { currency, rates: { [own]: '0.0123' } };
  const made = await t.withPayway({ settlement }, async () => {
    const payment = await t.order({ amount: '10.50' });
    await t.pay(payment);
    return t.refund(payment, '10.50');
  });
  await t.endRefund(made, 'SUCCESS');
  await t.mustBecome(
    made.payment,
    `A refund of 10.50 in currency ${own}, settled in currency ${currency} at a rate of 0.0123, ended in SUCCESS`,
    (order) => t.sameAmount(order.refunded, '10.50'),
  );
}

export const records: Bodies = {
  'compat.record-variants': async (t) => {
    await toleratesProperty(t, {
      name: 'with settlement_rate null and no settlement',
      fields: { settlement_rate: null, settlement_currency: undefined, processed: null },
      without: { settlement_rate: t.number('1'), settlement_currency: t.number(643) },
    });
    if (!t.claims('jobs')) return;
    const control = await t.order();
    if (!(await healedByCheck(t, control))) return;
    const payment = await t.order();
    await t.gateway.arm([
      {
        where: { operation: 'invoice/check', shopOrderId: payment.shopOrderId },
        times: null,
        effect: {
          kind: 'answer',
          set: { 'data.settlement_rate': null },
          remove: ['data.payment_token', 'data.settlement_currency'],
        },
      },
    ]);
    if (await healedByCheck(t, payment)) return;
    t.late(
      `An answer of invoice/check with status 4 and settlement_rate null did not mark the order as paid, one without null did: it is ${t.orderInWords(await t.look(payment))}.`,
      { about: t.aboutPayment(payment) },
    );
  },

  'refund.record-types': async (t) => {
    await settledInAnother(t);
    const payment = await t.order({ amount: '10.50' });
    await t.pay(payment);
    const made = await t.refund(payment, '10.50');
    const { shopId, shopRefundId } = made.view;
    await t.gateway.setRefundStatus(shopId, shopRefundId, { status: 'SUCCESS', notify: 'none' });
    await t.gateway.arm([
      {
        where: { operation: 'invoice/get-refunds' },
        times: null,
        effect: {
          kind: 'answer',
          set: {
            'data.0.amount': '10.50',
            'data.0.currency': String(payment.currency),
            'data.0.settlement_amount': '10.50',
            'data.0.settlement_currency': String(payment.currency),
            'data.0.settlement_rate': null,
          },
        },
      },
    ]);
    const since = await t.now();
    for (let round = 0; round < 4; round++) {
      await t.runJobsNow({ advancePolls: 1 });
      await t.settle();
      if ((await t.lookAtRefund(made)).state === 'done') return;
    }
    const asked = await t.calls({ operation: 'invoice/get-refunds', after: since });
    if (asked.length === 0) t.notApplicable('The merchant does not ask invoice/get-refunds.');
    const refund = await t.lookAtRefund(made);
    t.late(
      `invoice/get-refunds showed the refund as SUCCESS with amount "10.50" and currency "${payment.currency}", and it is ${JSON.stringify(refund.state)}.`,
      { about: [...t.aboutPayment(payment), shopRefundId] },
    );
  },

  'lookup.balance-total': async (t) => {
    const balances = Object.entries(PARTS).map(([currency, [available, frozen, hold]]) => ({
      currency: Number(currency),
      available: { $number: available },
      frozen: { $number: frozen },
      hold: { $number: hold },
    }));
    await t.gateway.arm([
      {
        where: { operation: 'shop_balance' },
        times: null,
        effect: { kind: 'answer', set: { 'data.balances': balances } },
      },
    ]);
    const totals = totalsIn(await lookup(t, 'shop_balance'));
    if (totals.length === 0) t.notApplicable('The merchant shows no total of a balance.');
    for (const { currency, total } of totals) {
      const right = currency === null ? Object.values(PARTS) : [PARTS[currency] ?? []];
      const sums = right.filter((parts) => parts.length > 0).map((parts) => t.sumOf(parts));
      const shown = Number(total).toFixed(2);
      if (sums.length === 0 || sums.some((sum) => t.sameAmount(shown, sum))) continue;
      t.fail(
        `A total balance${currency === null ? '' : ` of currency ${currency}`} is shown as ${total}; available + frozen + hold is ${sums.join(' or ')}.`,
        { about: ['shop_balance'] },
      );
    }
  },

  'lookup.is-active': async (t) => {
    const alias = t.slot.config.profile.payways.invoice;
    const shown = async (): Promise<readonly Record<string, unknown>[]> =>
      objectsIn(await lookup(t, 'shop_input_config/shop')).filter((object) =>
        Object.values(object).includes(alias),
      );
    const active = await shown();
    if (active.length === 0) t.notApplicable('The merchant does not show the payways by their alias.');
    const names = ['is_active', 'isActive', 'active', 'enabled', 'available'];
    const flagged = active.some((object) => names.some((name) => name in object));
    const hidden = active.find((object) => ['is_active', 'isActive'].some((name) => object[name] === false));
    if (hidden !== undefined) {
      t.fail(
        `The gateway lists ${alias} with is_active "true", and the merchant shows it as not active: ${JSON.stringify(hidden)}.`,
        { about: ['shop_input_config'] },
      );
    }
    await t.withPayway({ active: false }, async () => {
      const inactive = await shown();
      const wrong = inactive.find((object) => names.some((name) => object[name] === true));
      if (wrong !== undefined) {
        t.fail(
          `The gateway lists ${alias} with is_active "false", and the merchant shows it as active: ${JSON.stringify(wrong)}.`,
          {
            about: ['shop_input_config'],
          },
        );
      }
      if (inactive.length > 0 && !flagged) {
        t.notApplicable('The merchant does not show whether a payway is active.');
      }
    });
  },

  'lookup.variants': async (t) => {
    const operation = 'withdraw/try';
    const found = (await profileLookups(t)).find(([name]) => name === operation);
    if (found === undefined) return t.notApplicable(`${operation} is not among the lookups of the profile.`);
    const variants = [{ $number: '11.03' }, '11.03'];
    const outcomes = [];
    for (const written of variants) {
      await t.gateway.clearFaults();
      await t.gateway.arm([
        { where: { operation }, effect: { kind: 'answer', set: { 'data.shop_write_off': written } } },
      ]);
      const answer = await t.driver.lookup(operation, found[1]);
      outcomes.push({ ok: answer.kind === 'ok' && answer.value.error === null, answer });
    }
    const [number, text] = outcomes;
    if (number?.ok !== true)
      t.inconclusive(`${operation} had no usable answer: ${JSON.stringify(number?.answer)}.`);
    if (text?.ok !== true) {
      t.fail(
        `${operation} works with shop_write_off 11.03 and not with "11.03": ${JSON.stringify(text?.answer)}.`,
        {
          about: [operation],
        },
      );
    }
  },

  'payout.check-account.refused': async (t) => {
    const since = await t.now();
    await t.payout();
    const asked = await t.calls({ operation: 'check_account', after: since });
    if (asked.length === 0) t.notApplicable('The merchant does not ask check_account before a payout.');
    await t.gateway.arm([
      {
        where: { operation: 'check_account' },
        times: null,
        effect: { kind: 'answer', set: { 'data.result': false } },
      },
    ]);
    const then = await t.now();
    const refused = await t.askPayout();
    await t.runJobsNow({ advancePolls: 1 });
    const [sent] = await t.calls({ operation: 'withdraw/create', after: then });
    if (sent !== undefined) {
      t.fail(
        'check_account said that the account cannot be credited (data.result false), and withdraw/create followed.',
        {
          about: [refused.reference, sent.request.exchange],
        },
      );
    }
  },

  'payout.check-account.extra-keys': async (t) => {
    // Each is another account, of which something else is told.
    for (const bankCode of ['044525225', '044525974']) {
      await t.gateway.clearFaults();
      await t.gateway.arm([
        {
          where: { operation: 'check_account' },
          times: null,
          effect: {
            kind: 'answer',
            set: { 'data.result': true, 'data.account_info': { first_name: 'IVAN', bank_code: bankCode } },
          },
        },
      ]);
      const since = await t.now();
      const made = await t.askPayout();
      const asked = await t.calls({ operation: 'check_account', after: since });
      if (asked.length === 0) t.notApplicable('The merchant does not ask check_account before a payout.');
      const [sent] = await t.calls({ operation: 'withdraw/create', after: since });
      if (sent === undefined)
        return t.inconclusive(`No withdraw/create followed: ${JSON.stringify(made.answer)}.`);
      const details = sent.request.fields?.account_details;
      const passed =
        typeof details === 'object' && details !== null ? Reflect.get(details, 'bank_code') : null;
      if (String(passed) === bankCode) continue;
      t.fail(
        `check_account answered account_info with bank_code ${bankCode}, and withdraw/create carries account_details ${JSON.stringify(details ?? null)}.`,
        { about: [made.reference, sent.request.exchange] },
      );
    }
  },
};
