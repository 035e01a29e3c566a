import { textOf, type WireObject } from '../../simulator/index.ts';
import { check } from '../../suite/engine/index.ts';
import { paidStatus } from '../steps/forgeries.ts';
import { allRefused, bodyOf } from '../steps/forgery.ts';

export default check('notification.sign.uncovered', {
  title: 'A notification with values that its signature does not cover does not pay the order.',
  requirements: ['events.5', 'events.5.sign', 'auth.7'],
  level: 'must',
  capabilities: ['invoice'],
  rule: 'Events 5: all received parameters except `sign` are signed; a notification whose digest differs is not from the gateway.',
  expectation:
    'A notification with a field that is added, renamed in capitals, changed after signing (also while a valid signature stands beside it), or passed in the query leaves the order unpaid. The genuine one pays it.',
  fix: 'Verify over every field of the body as it arrived, and act only on fields that you verified, under exactly their names, never on query parameters other than type. Refuse a signature that fits only a part of the body.',
  story: async (t) => {
    const paid = await paidStatus(t, await t.order());
    const added = (fields: WireObject) => (body: WireObject) => ({ ...body, ...fields });
    await allRefused(t, [
      { label: 'a new field that is not signed', tamper: added({ new_field: 'x' }) },
      { label: 'pending, with an unsigned "Status" of 4', status: 2, tamper: added({ Status: paid }) },
      { label: 'pending, with an unsigned "STATUS" of 4', status: 2, tamper: added({ STATUS: paid }) },
      { label: 'pending, the status changed after signing', status: 2, tamper: added({ status: paid }) },
      {
        label: 'pending, with a status of 4 in the address',
        status: 2,
        query: { status: textOf(paid) ?? '4' },
      },
      {
        label: 'the body of a genuine notification of status 2, its status changed under the same sign',
        first: async (payment) => {
          await t.report(payment, 2);
          const told = bodyOf(t, await t.lastNews(payment));
          return { tamper: () => ({ ...told, status: paid }) };
        },
      },
      {
        label: 'over 0.01, the amount changed after signing',
        set: { shop_amount: t.number('0.01') },
        tamper: added({ shop_amount: t.number('10.5') }),
      },
    ]);
  },
});
