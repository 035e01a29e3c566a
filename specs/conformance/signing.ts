import type { OperationId } from '../../simulator/index.ts';
import type { Exchange, Verbs } from '../../suite/engine/index.ts';
import type { Bodies } from './bodies.ts';
import { profileLookups } from './lookup-parameters.ts';
import { moveMoneyBack } from './money-back.ts';
import { wisher } from './payout-steps.ts';
import { chargesUnseen, takesHolds } from './ways-in.ts';

const CREATE: readonly OperationId[] = ['invoice/create', 'invoice/hold'];

function judgeSigns(t: Verbs, exchanges: readonly Exchange[]): void {
  for (const { request } of exchanges) {
    const sign = request.sign;
    if (sign === null || sign === undefined || sign.ok) continue;
    const cause =
      sign.recipe === null ? 'no known mistake gives this digest' : sign.recipe.says.replace(/\.$/, '');
    t.fail(
      `${request.operation} was signed wrongly: ${cause}. Sent: ${sign.sent ?? 'no sign in the body'}; the string to sign is ${sign.expectedText}.`,
      { about: [request.exchange] },
    );
  }
}

/** Every request of these operations since the check began carries the right sign, and there was one of each. */
async function everySignIsRight(
  t: Verbs,
  needed: readonly OperationId[],
  also: readonly OperationId[] = [],
): Promise<void> {
  const seen = await t.calls({ operation: [...needed, ...also] });
  judgeSigns(t, seen);
  const missing = needed.filter((operation) => !seen.some(({ request }) => request.operation === operation));
  if (missing.length > 0)
    t.inconclusive(`The merchant never called ${missing.join(', ')}, so its signature was not seen.`);
}

/** At least one of these operations was called, and each call was signed right. */
async function someSignIsRight(t: Verbs, operations: readonly OperationId[]): Promise<void> {
  const seen = await t.calls({ operation: operations });
  judgeSigns(t, seen);
  if (seen.length === 0)
    t.inconclusive(`The merchant called none of ${operations.join(', ')}, so no signature was seen.`);
}

const accountDetails = { bic: '044525225' };
const BIC = { bic: { regex: '^\\d{9}$', title: 'BIC of the bank' } };
const DETAILS = { account_details: accountDetails };
/** What may be asked otherwise: with fields that are not signed, or with values that are easily spelt in two ways. */
const OTHERWISE: Readonly<Record<string, readonly object[]>> = {
  check_account: [DETAILS, { account: 'счёт-7', amount: '1234.50' }],
  'withdraw/try': [DETAILS, { amount: '1234.50' }],
  'invoice/try': [{ description: 'Two tickets, row 7', amount: '1234.50' }],
};
const STATUS: readonly OperationId[] = ['withdraw/status', 'withdraw/shop_payment_status'];

const ASK_AGAIN_MS = 15 * 60_000;

const AMOUNTS = ['10.50', '100.00', '0.10', '7.00', '1000000.00'];

/** Every request so far: POST, to an operation, as JSON in UTF-8. */
async function judgeTransport(t: Verbs): Promise<void> {
  const seen = await t.calls();
  if (seen.length === 0) t.inconclusive('The merchant never called the gateway, so no request was seen.');
  for (const { request } of seen) {
    const about = [request.exchange];
    if (request.method !== 'POST') t.fail(`${request.path} was called with ${request.method}.`, { about });
    if (request.operation === null) t.fail(`${request.path} is not an operation of the gateway.`, { about });
    const type = request.headers['content-type'];
    if (!/^application\/json\s*(;|$)/i.test(type ?? '')) {
      const said = type === undefined ? 'without Content-Type' : `with Content-Type ${JSON.stringify(type)}`;
      t.fail(`${request.operation} was sent ${said}, and not as application/json.`, { about });
    }
    if (request.fields === null) t.fail(`The body of ${request.operation} is not JSON in UTF-8.`, { about });
  }
}

/** Whether the merchant has asked twice about one and the same payout. */
async function isAskedAgain(t: Verbs): Promise<boolean> {
  const ids = (await t.calls({ operation: STATUS })).map(({ request }) =>
    String(request.fields?.withdraw_id ?? request.fields?.shop_payment_id),
  );
  return new Set(ids).size < ids.length;
}

/** Lets the jobs of the merchant ask again, at another instant. */
async function askAgain(t: Verbs): Promise<void> {
  for (let round = 0; round < 2; round++) {
    if (t.claims('clock')) await t.advance(ASK_AGAIN_MS);
    else await t.settle();
  }
}

export const signing: Bodies = {
  'sign.invoice.create': async (t) => {
    await t.ask();
    await t.ask({ description: 'Two tickets, row 7' });
    await t.ask({ description: 'A:B', amount: '100.00', saveInstrument: t.claims('recurrent') });
    const phone = { regex: '^\\d{10}$', example: '9001234567' };
    await t.withPayway({ addOns: { phone } }, () => t.ask({ extra: { phone: '9001234567' } }));
    await someSignIsRight(t, CREATE);
  },

  'sign.invoice.amounts': async (t) => {
    for (const amount of AMOUNTS) await t.ask({ amount });
    await someSignIsRight(t, CREATE);
  },

  'sign.invoice.non-ascii': async (t) => {
    const description = 'Заказ № 7 — кофе ☕';
    await t.ask({ reference: t.unique('заказ-ё'), description });
    // What pages escape is signed as it is sent.
    await t.ask({ reference: t.unique(`O'Brien & "<b>" 50%`) });
    // A job may ask about the order by its id, which may be made of the reference.
    await t.settle();
    await askAgain(t);
    judgeSigns(t, await t.calls());
    const seen = await t.calls({ operation: CREATE });
    const request =
      seen[0]?.request ?? t.inconclusive('The merchant created no invoice, so no request was seen.');
    // A shop may put words of its own around the text, or in its place; only another encoding is wrong.
    const sent = request.fields?.description;
    const spoilt = [Buffer.from('Заказ').toString('latin1'), '?????', '\ufffd'];
    if (typeof sent === 'string' && spoilt.some((text) => sent.includes(text))) {
      t.fail(`The description arrived as ${JSON.stringify(sent)}, not as ${JSON.stringify(description)}.`);
    }
  },

  'sign.hold': async (t) => {
    await t.ask({ mode: 'hold', description: 'Two nights, room 7' });
    await t.ask({ mode: 'hold', reference: t.unique('бронь-ё'), amount: '1234.50' });
    judgeSigns(t, await t.calls({ operation: 'invoice/hold' }));
    const charged = await t.order({ mode: 'hold' });
    await t.report(charged, 8);
    await t.settle();
    if (t.claims('hold.auto')) await t.charge(charged);
    else await t.driver.charge(charged.orderId);
    const released = await t.order({ mode: 'hold' });
    await t.report(released, 8);
    await t.settle();
    await t.driver.unhold(released.orderId);
    await t.settle();
    await everySignIsRight(t, ['invoice/hold'], ['invoice/charge', 'invoice/unhold']);
    if (!chargesUnseen(t)) await someSignIsRight(t, ['invoice/charge', 'invoice/unhold']);
    await t.judgeFields('charge');
  },

  'sign.refund': async (t) => {
    const payment = await t.order({ reference: t.unique('возврат-ё') });
    await t.pay(payment);
    await t.askRefund(payment, payment.amount);
    const dear = await t.paymentOf(await t.ask({ amount: '1234.50' }));
    if (dear !== undefined) {
      await t.pay(dear);
      await t.askRefund(dear, dear.amount);
    }
    await t.settle();
    await askAgain(t);
    await everySignIsRight(t, ['invoice/create-refund'], ['invoice/get-refunds']);
  },

  'sign.payout': async (t) => {
    await t.askPayout();
    // Whoever has no answer asks by an id of its own.
    await t.gateway.arm([
      { where: { operation: 'withdraw/create' }, effect: { kind: 'reset', committed: true } },
    ]);
    await t.withPayoutPayway({ accountInfo: BIC }, () =>
      t.askPayout({ reference: t.unique('выплата-ё'), description: 'Prize of March', accountDetails }),
    );
    // Not every shop pays out such a sum, or to such an account.
    await t.askPayout({ amount: '1234.50', ...(await wisher(t, '2000.00')) });
    for (const account of ['+7 900 123-45-67', 'Счёт № 7']) await t.askPayout({ account });
    // A payout may not be due for a question in the first of its intervals; the second one has another now.
    for (let round = 0; round < 4; round++) {
      await t.runJobsNow({ advancePolls: 1 });
      if (await isAskedAgain(t)) break;
    }
    await everySignIsRight(t, ['withdraw/create'], ['withdraw/try', 'check_account', ...STATUS]);
    await t.judgeFields('details');
  },

  'sign.recurrent': async (t) => {
    const customer = t.unique('customer');
    const first = await t.order({ customer, saveInstrument: true });
    await t.pay(first);
    // A shop may take the token from invoice/check, in a job of its own.
    await t.settle();
    const since = await t.now();
    await t.ask({ customer, instrumentOf: first });
    const seen = await t.calls({ operation: CREATE, after: since });
    judgeSigns(t, seen);
    if (!seen.some(({ request }) => request.fields?.payment_token)) {
      t.inconclusive('The merchant charged no stored instrument, so no request with payment_token was seen.');
    }
  },

  'sign.lookups': async (t) => {
    const lookups = await profileLookups(t);
    for (const [operation, parameters] of lookups) {
      await t.driver.lookup(operation, parameters);
      // Whoever cannot pass such values on leaves them out, or refuses the wish.
      for (const otherwise of OTHERWISE[operation] ?? []) {
        await t.driver.lookup(operation, { ...parameters, ...otherwise });
      }
    }
    await everySignIsRight(
      t,
      lookups.map(([operation]) => operation),
    );
  },

  'transport.requests': async (t) => {
    try {
      if (t.claims('invoice') || takesHolds(t)) await t.ask({ description: 'Кофе' });
      if (t.claims('recurrent')) await t.ask({ customer: t.unique('customer'), saveInstrument: true });
      if (t.claims('hold.auto')) await t.ask({ mode: 'hold' });
      if (t.claims('payout')) await t.askPayout();
      await moveMoneyBack(t);
      if (t.claims('lookups') && t.slot.config.profile.lookups.length > 0) {
        for (const [operation, parameters] of await profileLookups(t))
          await t.driver.lookup(operation, parameters);
      }
    } finally {
      // A wrong request may be what prevents a payment, or what lookups are asked about.
      await judgeTransport(t);
      await t.judgeFields('type');
    }
  },

  'money.amounts': async (t) => {
    const amounts = [
      '8.20',
      '17.08',
      '19.99',
      '316.46',
      '582.42',
      '0.10',
      '1234.56',
      '999999.99',
      '1000000.00',
    ];
    let judged = 0;
    const modes = takesHolds(t) && t.claims('invoice') ? ([undefined, 'hold'] as const) : [undefined];
    const asked = modes.flatMap((mode) =>
      (mode === undefined ? amounts : ['8.20', '1234.56']).map((amount) => ({
        amount,
        ...(mode && { mode }),
      })),
    );
    for (const wish of asked) {
      const { amount } = wish;
      const since = await t.now();
      const { answer } = await t.ask(wish);
      const request = (await t.calls({ operation: CREATE, after: since, fields: t.numberOf(answer) }))[0]
        ?.request;
      if (request === undefined) {
        // An amount outside the merchant's own limits is refused without a call, and rightly so.
        if (answer.kind === 'unknown')
          t.inconclusive(`An order over ${amount} could not be created: ${answer.reason}.`);
        continue;
      }
      judged += 1;
      const sent = String(request.fields?.amount);
      const about = [request.exchange];
      if (!/^\d+(\.\d+)?$/.test(sent)) t.fail(`The amount ${amount} was sent as ${sent}.`, { about });
      if (!t.sameAmount(sent, amount))
        t.fail(`The amount ${amount} was sent as ${sent}: money is lost.`, { about });
    }
    if (judged === 0) t.inconclusive('The merchant created none of the orders, so no amount was seen.');
    for (const currency of t.slot.config.profile.currencies) {
      await t.withPayway({ currency }, async () => {
        const since = await t.now();
        await t.ask({ currency, amount: '100' });
        for (const { request } of await t.calls({ operation: CREATE, after: since })) {
          if (String(request.fields?.currency) === String(currency)) continue;
          t.fail(`An order in currency ${currency} was sent in currency ${request.fields?.currency}.`, {
            about: [request.exchange],
          });
        }
      });
    }
  },
};
