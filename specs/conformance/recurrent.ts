import { maskToken } from '../../simulator/index.ts';
import type { Payment, Verbs } from '../../suite/engine/index.ts';
import type { Bodies } from './bodies.ts';
import { flipLast, mustAccept, signedAs } from './forgery.ts';
import { takesHolds } from './ways-in.ts';

/** Another sum than that of the order with which an instrument was stored; in binary arithmetic it is a cent less. */
const OTHER_AMOUNT = '8.20';
const FAKE = 'tokenThatWasNeverIssued0000000001';

const withToken = (token: string): string =>
  JSON.stringify({
    ps_payer_account: '4111******1111',
    payment_token: {
      token,
      status: 'active',
      expires_at: '2035-01-01T00:00:00+03:00',
      account: '4111******1111',
      card_info: {},
    },
  });

/** The tokens, masked, with which the merchant has charged since. */
async function tokensUsed(t: Verbs, after: number): Promise<string[]> {
  const made = await t.calls({ operation: ['invoice/create', 'invoice/hold'], after });
  return made
    .map(({ request }) => request.fields?.payment_token)
    .filter((token) => typeof token === 'string');
}

async function saving(t: Verbs, customer: string): Promise<Payment> {
  const payment = await t.order({ customer, saveInstrument: true });
  const [create] = await t.calls({
    operation: 'invoice/create',
    fields: { shop_order_id: payment.shopOrderId },
  });
  if (String(create?.request.fields?.issue_payment_token) !== 'true') {
    t.fail(
      'The order asked to save the payer’s instrument, and invoice/create carried no issue_payment_token true.',
      {
        about: t.aboutPayment(payment),
      },
    );
  }
  return payment;
}

/** After a hostile notification: no charge with the token that it carried, and the genuine one still works. */
async function tokenIsNotUsed(t: Verbs, payment: Payment, customer: string, told: string): Promise<void> {
  await t.settle();
  const since = await t.now();
  await t.ask({ customer, instrumentOf: payment });
  await t.settle();
  if ((await tokensUsed(t, since)).includes(maskToken(FAKE))) {
    t.fail(`The merchant charged a token that came ${told}.`, {
      about: [...t.aboutPayment(payment), maskToken(FAKE)],
    });
  }
}

export const recurrent: Bodies = {
  'token.from-notification': async (t) => {
    const customer = t.unique('customer');
    const first = await saving(t, customer);
    await t.pay(first);
    await mustAccept(t, first, 'with a payment token', [], () => t.repeatNews(first));
    const issued = (await t.gateway.invoices({ paymentId: first.paymentId }))[0]?.token;
    if (!issued) return t.inconclusive('The gateway issued no token.');
    // A shop may take the token from invoice/check, in a job of its own.
    await t.settle();
    const since = await t.now();
    const next = await t.ask({ customer, instrumentOf: first });
    const used = await tokensUsed(t, since);
    if (!used.includes(issued)) {
      const answer = next.answer;
      t.fail(
        `The next charge did not carry the token that the notification brought in ps_data: ${answer.kind === 'ok' ? t.orderInWords(answer.value) : JSON.stringify(answer)}.`,
        { about: [...t.aboutPayment(first), next.reference] },
      );
    }
    if (next.answer.kind !== 'ok') {
      return t.fail(
        `A charge with a token is answered without method and url; the merchant took that for: ${JSON.stringify(next.answer)}.`,
        {
          about: [next.reference],
        },
      );
    }
    if (next.answer.value.state === 'failed') {
      t.fail(
        `A charge with a token is answered without method and url; the order is ${t.orderInWords(next.answer.value)}.`,
        {
          about: [next.reference],
        },
      );
    }
    const shopOrderId = next.answer.value.shop_order_id ?? '';
    const invoice = (await t.gateway.invoices({ shopOrderId }))[0];
    if (invoice === undefined)
      return t.inconclusive('The charge with the token has no invoice at the gateway.');
    const payment: Payment = {
      ...first,
      reference: next.reference,
      orderId: next.answer.value.order_id,
      shopOrderId,
      paymentId: invoice.paymentId,
      amount: next.amount,
      order: next.answer.value,
      invoice,
    };
    const early = await t.genuineBody(payment, 2);
    const result = await t.honours(payment, () => t.report(payment, 4));
    if (!result.ok) {
      t.late(
        `The result of the charge with a token did not mark the order as paid: ${t.describeRefusal(result)}.`,
        {
          about: t.aboutPayment(payment),
        },
      );
    }
    await mustAccept(t, payment, 'of a charge with a token', result.replies, () => t.repeatNews(payment));
    await t.repeatNews(payment);
    await t.send(payment, { label: 'a late delivery of status 2, after status 4', status: 2, set: early });
    // What a job corrects by asking has been wrong all the same.
    for (const renewed of [await t.look(payment), await t.settled(payment)]) {
      if (t.isPaidOnce(renewed)) continue;
      t.fail(
        `The notification of a charge with a token was repeated, and then an older one came: the order is ${t.orderInWords(renewed)}.`,
        { about: t.aboutPayment(payment) },
      );
    }
    const later = await t.now();
    const third = await t.ask({ customer, instrumentOf: first, amount: OTHER_AMOUNT });
    const made = await t.calls({ operation: ['invoice/create', 'invoice/hold'], after: later });
    const costs = third.answer.kind === 'ok' ? third.answer.value.amount : OTHER_AMOUNT;
    const wrong = made.find(({ request }) => !t.sameAmount(String(request.fields?.amount), costs));
    if (wrong !== undefined) {
      t.fail(
        `The token of an order over ${first.amount} was used to pay for one over ${costs}, and ${wrong.request.fields?.amount} was charged.`,
        { about: [third.reference, wrong.request.exchange] },
      );
    }
    // A shop may charge an instrument no more than once in a period.
    if (made.length === 0 || (await tokensUsed(t, later)).length > 0) return;
    t.fail(
      'The token of a paid order paid the next one, and the charge after that was sent without a token.',
      { about: [...t.aboutPayment(first), third.reference] },
    );
  },

  'token.not-from-forged': async (t) => {
    const customer = t.unique('customer');
    const payment = await saving(t, customer);
    await t.send(payment, {
      label: 'with a wrong signature and a token',
      set: { ps_data: withToken(FAKE) },
      tamper: (body) => ({ ...body, sign: '0'.repeat(64) }),
    });
    await tokenIsNotUsed(t, payment, customer, 'in a notification with a wrong sign');
    await t.stillHonours([payment]);
  },

  'token.notification': async (t) => {
    // Each with a customer of its own: a shop may have one unpaid order for each.
    const renewed = async (): Promise<Payment> => {
      const customer = t.unique('customer');
      const first = await saving(t, customer);
      await t.pay(first);
      // A shop may take the token from invoice/check, in a job of its own.
      await t.settle();
      const asked = await t.ask({ customer, instrumentOf: first });
      return (
        (await t.paymentOf(asked)) ?? t.inconclusive('A charge of a stored instrument could not be created.')
      );
    };
    const since = await t.now();
    const plain = await renewed();
    if ((await tokensUsed(t, since)).length === 0)
      t.inconclusive('The merchant uses no stored instrument at all.');
    const sent: (readonly [Payment, string])[] = [];
    for (const [payment, craft] of [
      [plain, { label: 'a wrong digest', tamper: signedAs(flipLast) }],
      [await renewed(), { label: 'shop_amount 0.01', set: { shop_amount: t.number('0.01') } }],
      [await renewed(), { label: 'shop_currency 980', set: { shop_currency: t.number(980) } }],
    ] as const) {
      await t.send(payment, { ...craft, label: `about a charge with a token: ${craft.label}` });
      sent.push([payment, craft.label]);
    }
    const [paid] = await t.paidAmong(sent.map(([payment]) => payment));
    if (paid !== undefined) {
      const [, label] = sent.find(([payment]) => payment === paid[0]) ?? [];
      t.fail(
        `A notification about a charge with a token was accepted, with ${label}: the order is ${t.orderInWords(paid[1])}.`,
        { about: t.aboutPayment(paid[0]) },
      );
    }
    await t.stillHonours([plain]);
  },

  'token.not-from-failure': async (t) => {
    const customer = t.unique('customer');
    const payment = await saving(t, customer);
    await t.setTruth(payment, 6);
    await t.send(payment, {
      label: 'rejected, with a token all the same',
      status: 6,
      set: { ps_data: withToken(FAKE) },
    });
    await tokenIsNotUsed(t, payment, customer, 'with a payment that was rejected (status 6)');
    const control = t.unique('customer');
    const paid = await saving(t, control);
    await t.pay(paid);
    await t.settle();
    const since = await t.now();
    await t.ask({ customer: control, instrumentOf: paid });
    if ((await tokensUsed(t, since)).length === 0)
      t.inconclusive('The merchant uses no stored instrument at all.');
  },

  'token.asked-for': async (t) => {
    const modes = (['single', 'hold'] as const).filter((mode) =>
      mode === 'single' ? t.claims('invoice') : takesHolds(t),
    );
    for (const mode of modes) {
      await t.ask({ mode, customer: t.unique('customer') });
      // Beside an order that is to be remembered, so that a flag that is left standing shows.
      if (!t.claims('recurrent') || mode === 'hold') continue;
      await t.ask({ customer: t.unique('customer'), saveInstrument: true });
      await t.ask({ customer: t.unique('customer') });
    }
    const made = await t.calls({ operation: ['invoice/create', 'invoice/hold'] });
    if (made.length === 0) t.inconclusive('The merchant created no invoice, so no request was seen.');
    const [unasked] = await t.fieldsAmiss('token');
    if (unasked !== undefined) t.fail(unasked.says, { about: [unasked.key] });
  },
};
