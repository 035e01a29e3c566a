import { check } from '../../suite/engine/index.ts';

export default check('notification.type.unknown', {
  title: 'A notification of an unknown type changes nothing and causes no server error.',
  must: ['events.1', 'events.7', 'versioning.3', 'versioning.3.notification-types'],
  readings: ['notification.unknown-type-reply'],
  rule: 'Events 7 and Versioning 3: receivers tolerate new types of notifications.',
  expectation:
    'A validly signed notification with type=chargeback changes no order and is not answered with a server error.',
  fix: 'Look at the query parameter `type` first: handle invoice and refund, and answer OK to every other type without acting on it.',
  story: async (t) => {
    const payment = await t.order();
    const replies = [];
    for (let attempt = 0; attempt < 2; attempt++) {
      replies.push(await t.send(payment, { rows: ['type.other.chargeback'] }));
    }
    const about = t.aboutPayment(payment);
    const [paid] = await t.paidAmong([payment]);
    if (paid !== undefined) {
      t.fail(
        `A notification of an unknown type marked the order as paid: it is ${t.orderInWords(paid[1])}.`,
        { about },
      );
    }
    if (replies.every((reply) => reply.outcome !== 'replied' || (reply.status ?? 0) >= 500)) {
      t.late(
        `A notification of an unknown type broke the receiver: ${replies.map(t.describeReply).join(', then ')}.`,
        { about },
      );
    }
    await t.stillHonours([payment]);
  },
});
