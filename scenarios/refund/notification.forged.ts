import { flipLast, signedAs } from '../../messages/index.ts';
import { signNotification, type WireObject } from '../../simulator/index.ts';
import { check, type Verbs } from '../../suite/engine/index.ts';
import { messagesOf } from '../steps/forgery.ts';
import { endsWell, type Refund, refundTemplate, sendOfRefund, tellOfRefund } from '../steps/trust.ts';

/** The rules on refunds say that it still waits. */
async function lookAt(t: Verbs, made: Refund): Promise<void> {
  await t.lookAtRefund(made);
  await t.look(made.payment);
}

export default check('refund.notification.forged', {
  title: 'A forged notification completes no refund.',
  must: ['events.5.sign', 'auth.7', 'law.8', 'law.16', 'law.41'],
  capabilities: ['refund'],
  rule: 'Events 5 and Authentication 7: refund notifications are signed like the others, and the shop verifies them in the same way.',
  expectation:
    'Notifications of SUCCESS and of FAILED with a wrong signature, and of SUCCESS with a missing, empty or partial one, with another secret or with another algorithm, leave the refund waiting.',
  fix: 'Verify the signature before you read the type of the notification.',
  story: async (t) => {
    const template = await refundTemplate(t);
    const payment = await t.paid();
    const made = await t.refund(payment);
    for (const status of ['SUCCESS', 'FAILED']) {
      const label = `a refund notification of ${status} with a wrong digest`;
      await tellOfRefund(t, template, made, { label, set: { status }, tamper: signedAs(flipLast) });
      await lookAt(t, made);
    }
    const set = { status: 'SUCCESS' };
    const part = (body: WireObject): WireObject => {
      const { sign: _, status: __, ...rest } = body;
      return { ...body, sign: signNotification(rest, t.slot.shop.secret) };
    };
    for (const [how, forgery] of [
      ['without a sign', { tamper: signedAs(() => undefined) }],
      ['with a wrong digest, in the other format', { tamper: signedAs(flipLast), inOtherFormat: true }],
      ['with an empty sign', { tamper: signedAs(() => '') }],
      ['signed with an empty secret', { secret: '' }],
      ["signed with another shop's secret", { secret: 'NotTheSecretOfThisShop' }],
      ['whose sign leaves the status out', { tamper: part }],
      ...messagesOf(t, 'sign.recipe').map((recipe) => [recipe.label, recipe] as const),
      ['with a field that is not signed', { tamper: (body: WireObject) => ({ ...body, new_field: 'x' }) }],
    ] as const) {
      const label = `a refund notification of SUCCESS ${how}`;
      await sendOfRefund(t, template, made, { ...forgery, label, set });
      await lookAt(t, made);
    }
    // A merchant may work on what it was told a moment later.
    await t.settle();
    await lookAt(t, made);
    await endsWell(t, made);
  },
});
