import { check } from '../../suite/engine/index.ts';
import { FAKE, saving, withToken } from '../steps/stored-instruments.ts';

export default check('token.not-from-forged', {
  title: 'A token from a notification with a wrong signature is never used.',
  must: ['events.5.sign', 'fields.token.place', 'law.18'],
  expectation:
    'After a forged notification with a token, followed by a genuine one, no request ever carries the forged token.',
  fix: 'Store the token in code that runs after the verification, not while parsing.',
  story: async (t) => {
    const customer = t.unique('customer');
    const payment = await saving(t, customer);
    await t.send(payment, {
      label: 'with a wrong signature and a token',
      set: { ps_data: withToken(FAKE) },
      rows: ['sign.wrong.random'],
    });
    await t.settle();
    await t.ask({ customer, instrumentOf: payment });
    await t.settle();
    await t.stillHonours([payment]);
  },
});
