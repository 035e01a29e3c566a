import { check } from '../../suite/engine/index.ts';

export default check('compat.number-literals', {
  title: 'A whole number with a fraction is verified as it was sent.',
  should: ['events.5', 'events.5.sign'],
  whyShould:
    'The specification does not say how the gateway writes numbers. Written as short as can be, as here by default, they survive every JSON parser; a recorded stand writes 10.0.',
  capabilities: ['invoice'],
  expectation:
    'A genuine notification that writes 10 as 10.0, and is signed over these characters, pays its order.',
  fix: 'Sign the text that stands in the body: use a JSON parser that keeps the text of numbers, or take it from the raw body. A number that has gone through a float is written anew, as 10.',
  story: async (t) => {
    await t.pay(await t.order({ amount: '10.00' }));
    const payment = await t.order({ amount: '10.00' });
    await t.setTruth(payment, 4);
    const reply = await t.send(payment, { rows: ['genuine.amount-spelling.fraction'] });
    if (t.isAccepted(reply) || (await t.becomes(payment, t.isPaidOnce)).met) return;
    t.warn(
      'A genuine notification that writes shop_amount as 10.0 was refused; one that writes it as 10 was accepted.',
    );
  },
});
