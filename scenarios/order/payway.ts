import { check } from '../../suite/engine/index.ts';

export default check('order.payway', {
  title: 'The shop sends no payway with an invalid length or alphabet.',
  should: ['limits.payway', 'fields.request.payway'],
  whyShould:
    "Payways come from the gateway's list or from the operator, never from the payer: only a test gives the shop an invalid one, and the gateway refuses it.",
  rule: 'Limits and Resources, Common parameter conventions: payway has at most 150 characters: Latin letters, underscore, comma, square brackets.',
  expectation:
    'An order or a payout with a payway of 151 letters, or with spaces and other forbidden characters, leads to no request with this payway.',
  fix: 'Take payways from the list that the gateway returns, and check length and alphabet before you send one.',
  story: async (t) => {
    t.needsToTell('payway', 'createOrder', ...(t.claims('payout') ? (['createPayout'] as const) : []));
    for (const payway of ['a'.repeat(151), 'card rub', 'card;rub', 'карта']) {
      await t.ask({ payway });
      if (t.claims('payout')) await t.askPayout({ payway });
    }
    await t.order();
  },
});
