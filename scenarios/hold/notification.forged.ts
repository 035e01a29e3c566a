import { check } from '../../suite/engine/index.ts';

const WRONG = 'sign.wrong.last-digit';

export default check('hold.notification.forged', {
  title: 'A forged notification about blocked funds does not make the order held.',
  must: ['events.5.sign', 'law.13', 'law.16'],
  anyOf: ['hold', 'hold.auto'],
  expectation:
    'After a notification of status 8 with a wrong or a missing signature the order is not held and not charged. After a notification of status 4 with a wrong signature a charged hold is not paid.',
  fix: 'Verify the signature before you read the status, for every status.',
  story: async (t) => {
    const payment = await t.order({ mode: 'hold' });
    for (const rows of [[WRONG], ['sign.malformed.absent'], ['http.other-format', WRONG]]) {
      await t.send(payment, { status: 8, rows });
      await t.settled(payment);
    }
    await t.hold(payment);
    await t.charge(payment);
    await t.send(payment, { label: 'a wrong digest on status 4, after the charge', rows: [WRONG] });
    await t.settled(payment);
    const result = await t.honours(payment);
    if (!result.ok)
      t.inconclusive(`A plain charge did not mark its order as paid: ${t.describeRefusal(result)}.`);
  },
});
