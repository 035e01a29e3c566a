import { check } from '../../suite/engine/index.ts';
import { takesHolds } from '../steps/holds.ts';
import { CREATE } from '../steps/operations.ts';

export default check('token.asked-for', {
  title: 'A payment token is requested only when the payer agreed to store the instrument.',
  should: ['endpoint.invoice.create.token-wished', 'flow.recurrent.token'],
  whyShould: 'No rule forbids a token that nobody uses, and an unused one costs nobody money.',
  anyOf: ['invoice', 'hold', 'hold.auto'],
  expectation:
    'Orders without save_instrument, single-step and two-step, carry no issue_payment_token true, also after an order with save_instrument.',
  fix: 'Send issue_payment_token only with orders whose payer agreed to store the instrument.',
  story: async (t) => {
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
    const made = await t.calls({ operation: CREATE });
    if (made.length === 0) t.inconclusive('The merchant created no invoice, so no request was seen.');
    const [unasked] = await t.fieldsAmiss('token');
    if (unasked !== undefined) t.fail(unasked.says, { about: [unasked.key] });
  },
});
