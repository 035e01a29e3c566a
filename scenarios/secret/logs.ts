import { check } from '../../suite/engine/index.ts';
import { spellingsOf } from '../../suite/evidence/index.ts';
import { moveMoneyBack } from '../steps/money-back.ts';
import { aroundPayments, secretOf } from '../steps/secrets.ts';

export default check('secret.logs', {
  title: 'The secret key of the shop is not logged.',
  should: ['auth.3', 'law.15'],
  whyShould:
    "Authentication 3 forbids sending the secret, and a log is not sent. Who may read it is for the shop's operator to decide.",
  capabilities: ['invoice'],
  means: ['logs'],
  expectation:
    'After orders, refunds, charges and payouts, and after genuine and forged notifications, neither the log files nor the output of the process contain the secret.',
  fix: 'Log the string to sign without the secret, or not at all; mask the secret in dumps of configuration and environment.',
  story: async (t) => {
    const secret = secretOf(t);
    await aroundPayments(t);
    if (t.claims('payout')) await t.askPayout();
    await moveMoneyBack(t);
    const files = await t.logs();
    if (files.length === 0) t.inconclusive('No log could be read (merchant.logs).');
    for (const { file, text } of files) {
      const spelling = spellingsOf(secret).find((each) => text.includes(each));
      if (spelling !== undefined) {
        t.fail(
          `The secret of the shop appears in the log ${file}: ${t.lineWith(text, spelling, '<SECRET>')}.`,
        );
      }
    }
  },
});
