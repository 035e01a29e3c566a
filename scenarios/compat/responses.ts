import { check, type Payment, type Verbs } from '../../suite/engine/index.ts';
import { LATER_VERSION } from '../steps/effects.ts';
import { takesHolds } from '../steps/holds.ts';

/** An answer that could not be read may be healed by the notification, but the payer is sent nowhere. */
async function knowsWhere(
  t: Verbs,
  { order, reference }: Pick<Payment, 'order' | 'reference'>,
  wish: { readonly mode?: 'hold' } = {},
) {
  await t.gateway.clearFaults();
  if (order.redirect !== null || (await t.order(wish)).order.redirect === null) return;
  // On a busy machine the merchant may have given up on the answer: it is told once more.
  t.late(
    "Unknown fields, another field order and new headers in the gateway's answers left an order without the redirect that it has without them.",
    { about: [reference] },
  );
}

async function holdKnowsWhere(t: Verbs): Promise<void> {
  await t.gateway.arm({ where: {}, times: null, effect: LATER_VERSION });
  const { answer, reference } = await t.ask({ mode: 'hold' });
  if (answer.kind === 'ok') await knowsWhere(t, { order: answer.value, reference }, { mode: 'hold' });
}

export default check('compat.responses', {
  title: 'New fields, a different field order and new headers in answers do not disturb a payment.',
  must: [
    'versioning.3',
    'versioning.3.response-fields',
    'versioning.3.response-order',
    'versioning.3.response-headers',
    'versioning.4',
  ],
  capabilities: ['invoice'],
  rule: 'Versioning 3 and 4: clients ignore unknown fields; order and headers may change.',
  expectation:
    'With unknown fields (also null), reordered fields and new headers in every answer, an order is created and paid as usual, and the payer of a hold is redirected.',
  fix: 'Read the fields that you need by name and ignore the rest: no schema that forbids unknown fields, no reading by position.',
  story: async (t) => {
    await t.gateway.arm({ where: {}, times: null, effect: LATER_VERSION });
    const asked = await t.ask();
    const { answer } = asked;
    const isFailed = answer.kind === 'ok' && answer.value.state === 'failed';
    const payment = isFailed ? undefined : await t.paymentOf(asked);
    if (payment !== undefined && (await t.honours(payment)).ok) {
      await knowsWhere(t, payment);
      return takesHolds(t) ? holdKnowsWhere(t) : undefined;
    }
    await t.gateway.clearFaults();
    await t.pay(await t.order());
    t.late(
      `Unknown fields, another field order and new headers in the gateway's answers broke a payment that works without them: ${answer.kind === 'ok' ? t.orderInWords(answer.value) : JSON.stringify(answer)}.`,
      { about: [asked.reference] },
    );
  },
});
