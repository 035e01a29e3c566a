import { check, type Verbs } from '../../suite/engine/index.ts';
import { messagesOf } from '../steps/forgery.ts';
import { endsWell, type Refund, refundTemplate, tellOfRefund } from '../steps/trust.ts';

const WRONG = 'sign.wrong.last-digit';

const FORGERIES = [
  'sign.malformed.absent',
  'sign.malformed.empty',
  'sign.secret.placeholder.empty',
  'sign.secret.other',
  'sign.recipe',
  'sign.status-uncovered',
  'sign.uncovered.field.text',
];

/** The rules on refunds say that it still waits. */
async function lookAt(t: Verbs, made: Refund): Promise<void> {
  await t.lookAtRefund(made);
  await t.look(made.payment);
}

export default check('refund.notification.forged', {
  title: 'A forged notification completes no refund.',
  must: ['events.5.sign', 'auth.7', 'law.8', 'law.16', 'law.41'],
  rule: 'Events 5 and Authentication 7: refund notifications are signed like the others, and the shop verifies them in the same way.',
  expectation:
    'Notifications of SUCCESS and of FAILED with a wrong signature, and of SUCCESS with a missing, empty or partial one, with another secret or with another algorithm, leave the refund waiting.',
  fix: 'Verify the signature before you read the type of the notification.',
  story: async (t) => {
    const template = await refundTemplate(t);
    const payment = await t.paid();
    const made = await t.refund(payment);
    for (const status of ['SUCCESS', 'FAILED']) {
      await tellOfRefund(t, template, made, { set: { status }, rows: [WRONG] });
      await lookAt(t, made);
    }
    const set = { status: 'SUCCESS' };
    for (const { rows = [] } of [{ rows: ['http.other-format', WRONG] }, ...messagesOf(t, ...FORGERIES)]) {
      await t.sendOfRefund(made, template, { set, rows });
      await lookAt(t, made);
    }
    // A merchant may work on what it was told a moment later.
    await t.settle();
    await lookAt(t, made);
    await endsWell(t, made);
  },
});
