import { check } from '../../suite/engine/index.ts';
import { allRefused } from '../steps/forgery.ts';

export default check('notification.sign.uncovered', {
  title: 'A notification with values that its signature does not cover does not pay the order.',
  must: ['events.5', 'events.5.sign', 'auth.7'],
  rule: 'Events 5: all received parameters except `sign` are signed; a notification whose digest differs is not from the gateway.',
  expectation:
    'A notification with a field that is added, renamed in capitals, changed after signing (also while a valid signature stands beside it), or passed in the query leaves the order unpaid. The genuine one pays it.',
  fix: 'Verify over every field of the body as it arrived, and act only on fields that you verified, under exactly their names, never on query parameters other than type. Refuse a signature that fits only a part of the body.',
  story: (t) =>
    allRefused(
      t,
      'sign.uncovered.field.text',
      'sign.uncovered.status',
      'sign.uncovered.address',
      'sign.uncovered.amount',
      {
        label: 'the body of a genuine notification of status 2, its status changed under the same sign',
        rows: ['sign.uncovered.status.changed'],
        first: async (payment) => {
          await t.report(payment, 2);
          return { body: t.bodyOf(await t.lastNews(payment)) };
        },
      },
    ),
});
