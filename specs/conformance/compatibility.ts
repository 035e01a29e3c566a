import type { Payment, Verbs } from '../../suite/engine/index.ts';
import type { Bodies } from './bodies.ts';
import { misnamed } from './misnamed.ts';
import { askBeside, lost, wisher } from './payout-steps.ts';
import { takesHolds } from './ways-in.ts';

/** What a later gateway may do without a new version: new fields, another order, new headers (Versioning 3). */
async function laterGateway(t: Verbs): Promise<void> {
  await t.gateway.arm([
    {
      where: {},
      times: null,
      effect: {
        kind: 'answer',
        unknownFields: true,
        shuffle: true,
        headers: { 'x-new-header': 'new', 'x-request-cost': '3' },
      },
    },
  ]);
}

/** An answer that could not be read may be healed by the notification, but the payer is sent nowhere. */
async function knowsWhere(
  t: Verbs,
  { order, reference }: Pick<Payment, 'order' | 'reference'>,
  wish: { readonly mode?: 'hold' } = {},
) {
  await t.gateway.clearFaults();
  if (order.redirect !== null || (await t.order(wish)).order.redirect === null) return;
  t.fail(
    "Unknown fields, another field order and new headers in the gateway's answers left an order without the redirect that it has without them.",
    { about: [reference] },
  );
}

async function holdKnowsWhere(t: Verbs): Promise<void> {
  await laterGateway(t);
  const { answer, reference } = await t.ask({ mode: 'hold' });
  if (answer.kind === 'ok') await knowsWhere(t, { order: answer.value, reference }, { mode: 'hold' });
}

/** Where the recipient may be sent, in an answer to withdraw/create. */
const ADDRESS = { method: 'GET', url: 'https://bank.example/confirm', data: { ticket: 'T-1' } } as const;

/** Whatever a merchant does with the address of `redirect_info`, the status says what became of the payout. */
async function redirectChangesNothing(t: Verbs): Promise<void> {
  await t.gateway.clearFaults();
  const who = await wisher(t);
  await t.gateway.arm([
    {
      where: { operation: 'withdraw/create' },
      effect: { kind: 'answer', set: { 'data.redirect_info': ADDRESS } },
    },
  ]);
  const since = await t.now();
  const made = await lost(t, await askBeside(t, who), since);
  await t.movePayout(made, 5);
  await t.payoutBecomes(
    made,
    'redirect_info of withdraw/create named an address, and the payout was completed (status 5)',
    ({ state }) => state === 'paid' || state === 'review',
  );
}

export const compatibility: Bodies = {
  'compat.responses': async (t) => {
    await laterGateway(t);
    const asked = await t.ask();
    const { answer } = asked;
    if (answer.kind === 'ok' && answer.value.state !== 'failed' && answer.value.shop_order_id) {
      const [invoice] = await t.gateway.invoices({ shopOrderId: answer.value.shop_order_id });
      if (invoice !== undefined) {
        const payment = {
          ...asked,
          orderId: answer.value.order_id,
          shopOrderId: answer.value.shop_order_id,
          paymentId: invoice.paymentId,
          order: answer.value,
          invoice,
        };
        const result = await t.honours(payment, () => t.report(payment, 4));
        if (result.ok) {
          await knowsWhere(t, payment);
          return takesHolds(t) ? holdKnowsWhere(t) : undefined;
        }
      }
    }
    await t.gateway.clearFaults();
    await t.pay(await t.order());
    t.fail(
      `Unknown fields, another field order and new headers in the gateway's answers broke a payment that works without them: ${answer.kind === 'ok' ? t.orderInWords(answer.value) : JSON.stringify(answer)}.`,
      { about: [asked.reference] },
    );
  },

  'compat.payout-responses': async (t) => {
    const customer = await t.funded();
    await laterGateway(t);
    const asked = await t.askPayout(customer === undefined ? {} : { customer });
    const about = [asked.reference];
    const found = asked.answer.kind === 'ok' ? asked.answer.value : await t.findPayout(asked.reference);
    if (found !== undefined && found.state !== 'failed') {
      const made = await t.inHand({ ...asked, answer: { kind: 'ok', value: found } });
      if (made.view !== undefined) {
        await t.movePayout({ view: made.view }, 5);
        for (let round = 0; round < 4; round++) {
          if ((await t.lookAtPayout(made)).state === 'paid') return redirectChangesNothing(t);
          await t.runJobsNow({ advancePolls: 1 });
        }
        await t.askEveryone();
        if ((await t.lookAtPayout(made)).state === 'paid') return redirectChangesNothing(t);
      }
    }
    await t.gateway.clearFaults();
    const control = await t.payout();
    await t.movePayout(control, 5);
    await t.payoutBecomes(
      control,
      'A plain payout was completed (status 5)',
      (payout) => payout.state === 'paid',
    );
    t.fail(
      `Unknown fields, another field order and new headers in the gateway's answers broke a payout: ${JSON.stringify(asked.answer)}.`,
      { about },
    );
  },

  'compat.large-ids': async (t) => {
    const paymentId = 3_000_000_000 + Math.floor((await t.now()) % 1_000_000);
    await t.gateway.arm([
      {
        where: { operation: ['invoice/create', 'invoice/hold'] },
        effect: { kind: 'answer', set: { 'data.id': paymentId } },
      },
    ]);
    const payment = await t.order();
    const about = t.aboutPayment(payment);
    if (payment.paymentId !== paymentId)
      return t.inconclusive('The gateway did not give the invoice the large id.');
    const result = await t.honours(payment, () => t.report(payment, 4));
    if (!result.ok) {
      await t.gateway.clearFaults();
      await t.pay(await t.order());
      t.late(
        `An invoice with the payment_id ${paymentId} was paid, and its order was not marked as paid: ${t.describeRefusal(result)}.`,
        {
          about,
        },
      );
    }
    if (t.claims('refund')) await t.askRefund(payment, payment.amount);
    await t.settle();
    const named = await t.calls({ operation: ['invoice/create-refund', 'invoice/get-refunds'] });
    const wrong = misnamed(named, 'invoice_id', paymentId);
    if (wrong !== undefined) {
      t.fail(`A later request names the invoice ${paymentId} as ${wrong.request.fields?.invoice_id}.`, {
        about,
      });
    }
  },
};
