import { check, type Verbs } from '../../suite/engine/index.ts';
import { spellingsOf } from '../../suite/evidence/index.ts';
import { TOO_SMALL } from '../steps/effects.ts';
import { profileLookups } from '../steps/lookups.ts';
import { moveMoneyBack } from '../steps/money-back.ts';
import { CREATE } from '../steps/operations.ts';
import { aroundPayments, pagesOf, type Seen, secretOf } from '../steps/secrets.ts';

/** An order that the gateway refuses. */
async function aroundRefusal(t: Verbs): Promise<Seen[]> {
  await t.nextCall(CREATE, TOO_SMALL);
  const { answer, reference } = await t.ask(t.claims('invoice') ? {} : { mode: 'hold' });
  await t.gateway.clearFaults();
  const seen = [{ where: 'the answer about an order that was refused', text: JSON.stringify(answer) }];
  if (answer.kind !== 'ok') return seen;
  return [...seen, ...(await pagesOf(t, { orderId: answer.value.order_id, reference }))];
}

async function aroundLookups(t: Verbs): Promise<Seen[]> {
  if (t.slot.config.profile.lookups.length === 0) return [];
  const seen: Seen[] = [];
  for (const [operation, parameters] of await profileLookups(t)) {
    const answer = await t.driver.lookup(operation, parameters);
    seen.push({ where: `the lookup ${operation}`, text: JSON.stringify(answer) });
  }
  return seen;
}

export default check('secret.kept', {
  title: 'The secret key of the shop appears in no answer, page, redirect or request.',
  must: ['auth.3', 'law.15'],
  capabilities: [],
  anyOf: ['invoice', 'hold', 'payout', 'lookups'],
  expectation:
    'The secret key appears, plain or encoded, in no answer about orders, payouts and lookups, no reply to genuine and forged notifications, no page of an order (also of a failed one), and no request or request header.',
  fix: 'Use the secret only on the server, to calculate digests. Never put it into a page, script, address, header or error message.',
  story: async (t) => {
    const secret = secretOf(t);
    const seen: Seen[] = [];
    if (t.claims('invoice') || t.claims('hold')) {
      seen.push(...(await aroundPayments(t)), ...(await aroundRefusal(t)));
    }
    if (t.claims('lookups')) seen.push(...(await aroundLookups(t)));
    if (t.claims('payout')) {
      const made = await t.payout();
      seen.push({ where: 'the answer of POST /payouts', text: JSON.stringify(made.payout) });
    }
    for (const { where, text } of seen) {
      const spelling = spellingsOf(secret).find((each) => text.includes(each));
      if (spelling === undefined) continue;
      t.fail(`The secret of the shop appears in ${where}: ${t.lineWith(text, spelling, '<SECRET>')}.`);
    }
    // What a request says of the secret the rule about signatures finds.
    await moveMoneyBack(t);
  },
});
