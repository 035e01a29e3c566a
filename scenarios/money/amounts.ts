import { check } from '../../suite/engine/index.ts';
import { AWKWARD } from '../steps/amounts.ts';
import { takesHolds } from '../steps/holds.ts';
import { CREATE } from '../steps/operations.ts';

export default check('money.amounts', {
  title: 'The shop sends every amount to the cent.',
  must: ['fields.request.amount', 'fields.request.currency'],
  expectation: `Orders of ${AWKWARD.join(', ')} arrive with exactly these amounts, with a point and without grouping or exponent, and each in the requested currency. So do holds of 8.20, 1.10 and 1234.56.`,
  fix: 'Calculate money in whole cents or with a decimal type, and format it without a locale: no binary floating point, no decimal comma, no thousands separator.',
  story: async (t) => {
    let judged = 0;
    const modes = takesHolds(t) && t.claims('invoice') ? ([undefined, 'hold'] as const) : [undefined];
    const asked = modes.flatMap((mode) =>
      (mode === undefined ? AWKWARD : ['8.20', '1.10', '1234.56']).map((amount) => ({
        amount,
        ...(mode && { mode }),
      })),
    );
    for (const wish of asked) {
      const since = await t.now();
      const { answer } = await t.ask(wish);
      const [request] = await t.calls({ operation: CREATE, after: since, fields: t.numberOf(answer) });
      if (request !== undefined) judged += 1;
      // An amount outside the merchant's own limits is refused without a call, and rightly so.
      else if (answer.kind === 'unknown')
        t.inconclusive(`An order over ${wish.amount} could not be created: ${answer.reason}.`);
    }
    if (judged === 0) t.inconclusive('The merchant created none of the orders, so no amount was seen.');
    for (const currency of t.slot.config.profile.currencies) {
      await t.withPayway({ currency }, async () => {
        await t.ask({ currency, amount: '100' });
      });
    }
  },
});
