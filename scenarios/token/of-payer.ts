import { check } from '../../suite/engine/index.ts';
import { saving, tokenUsedFor } from '../steps/stored-instruments.ts';

export default check('token.of-payer', {
  title: "Each payer is charged with the token of that payer's own payment.",
  must: ['flow.recurrent.token', 'law.18'],
  rule: 'Resources, Payment token object and typical flows: a token belongs to the instrument of the payer whose payment it came with.',
  expectation:
    'Two payers store their instruments, and the notifications arrive in the opposite order: each renewal carries the token of its payer. An order of one payer that names the instrument of another carries no token.',
  fix: 'Store the token with the payer and the order that it came from, and check that both belong together before you charge.',
  story: async (t) => {
    const [one, two] = [t.unique('customer'), t.unique('customer')];
    const first = await saving(t, one);
    const second = await saving(t, two);
    await t.pay(second);
    await t.pay(first);
    await t.settle();
    const used = [await tokenUsedFor(t, first, one), await tokenUsedFor(t, second, two)];
    if (used.every((token) => token === undefined)) t.inconclusive('The merchant charged no token at all.');
    await tokenUsedFor(t, first, two);
    if (used.some((token) => token === undefined))
      t.notSeen('The merchant charged the instrument of one of the two payers only.');
  },
});
