import { check, type Payment, type Verbs } from '../../suite/engine/index.ts';
import { mustBeRefusedSo } from '../steps/effects.ts';
import { CREATE } from '../steps/operations.ts';

/** A refund or a payout that is refused with the message of a success. */
async function refusedWithOk(t: Verbs, what: 'refund' | 'payout'): Promise<void> {
  const payment = what === 'refund' ? await t.paid() : undefined;
  const operation = what === 'refund' ? 'invoice/create-refund' : 'withdraw/create';
  await t.nextCall(operation, { kind: 'error', code: 4, message: 'Ok' });
  const seen = payment === undefined ? await payoutAsked(t) : await refundAsked(t, payment);
  await t.gateway.clearFaults();
  if (seen === undefined || seen.state === 'failed') return;
  t.fail(
    `${operation} answered result false, code 4 and the message "Ok", and the ${what} is ${JSON.stringify(seen.state)}.`,
    { about: seen.about },
  );
}

async function payoutAsked(t: Verbs) {
  const since = await t.now();
  const { answer, reference } = await t.askPayout();
  const [sent] = await t.calls({ operation: 'withdraw/create', after: since });
  if (sent !== undefined) mustBeRefusedSo(t, sent, 4);
  if (answer.kind !== 'ok') return undefined;
  await t.settle();
  const { state } = await t.lookAtPayout({ payoutId: answer.value.payout_id });
  return { state, about: [reference] };
}

async function refundAsked(t: Verbs, payment: Payment) {
  const answer = await t.askRefund(payment);
  if (answer.kind !== 'ok') return undefined;
  await t.settle();
  const mine = (await t.listRefunds(payment)).find((each) => each.refund_id === answer.value.refund_id);
  return mine && { state: mine.state, about: t.aboutPayment(payment) };
}

export default check('error.misleading-message', {
  title: 'The message of an error does not make it a success.',
  should: ['errors.1', 'fields.envelope.result', 'fields.envelope.error-code'],
  whyShould:
    'The gateway says Ok only on success (Resources, Response envelope): such an answer contradicts itself, and the specification does not say which part counts.',
  capabilities: ['invoice'],
  rule: 'Resources, Response envelope: result and error_code say whether a call succeeded; message is text for people.',
  expectation:
    'After result false with the fatal code 4 and the message "Ok" the order, the refund or the payout is failed or refused.',
  fix: 'Decide by result and error_code, never by message.',
  story: async (t) => {
    await t.nextCall(CREATE, { kind: 'error', code: 4, message: 'Ok' });
    const asked = await t.ask();
    await t.gateway.clearFaults();
    const { answer, reference } = asked;
    if (answer.kind === 'ok') {
      const seen = await t.becomes(
        { orderId: answer.value.order_id, reference },
        (order) => order.state === 'failed',
      );
      if (!seen.met) {
        t.fail(
          `The gateway answered result false, code 4 and the message "Ok", and the order is ${t.orderInWords(seen.order)}.`,
          { about: [reference] },
        );
      }
    }
    if (t.claims('refund')) await refusedWithOk(t, 'refund');
    if (t.claims('payout')) await refusedWithOk(t, 'payout');
    await t.pay(await t.order());
  },
});
