import { check } from '../../suite/engine/index.ts';

export default check('notification.type.unknown', {
  title: 'A notification of an unknown type changes nothing and causes no server error.',
  must: ['events.1', 'events.7', 'versioning.3', 'versioning.3.notification-types', 'law.16'],
  readings: ['notification.unknown-type-reply'],
  rule: 'Events 7 and Versioning 3: receivers tolerate new types of notifications.',
  expectation:
    'A validly signed notification with type=chargeback pays no order, keeps none from being paid by a genuine 4, and is not answered with an internal error.',
  fix: 'Look at the query parameter `type` first: handle invoice and refund, and answer OK to every other type without acting on it.',
  story: async (t) => {
    const payment = await t.order();
    const replies = [];
    for (let attempt = 0; attempt < 2; attempt++) {
      replies.push(await t.send(payment, { rows: ['type.other.chargeback'] }));
    }
    await t.settled(payment);
    // A receiver may put off what it does not know (501, 503); an error in it tolerates nothing.
    if (replies.every(({ outcome, status }) => outcome !== 'replied' || status === 500)) {
      t.late(
        `A notification of an unknown type broke the receiver: ${replies.map(t.describeReply).join(', then ')}.`,
        { about: t.aboutPayment(payment) },
      );
    }
    await t.stillHonours([payment]);
  },
});
