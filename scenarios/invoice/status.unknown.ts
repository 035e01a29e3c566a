import { check } from '../../suite/engine/index.ts';

export default check('invoice.status.unknown', {
  title: 'An unknown invoice status leaves the order open.',
  must: ['states.invoice.4', 'errors.3.wait', 'versioning.4'],
  rule: 'States and transitions, Invoice statuses: only 4 and 6 are final; a status that the table does not list is not.',
  expectation:
    'A genuine notification with status 9 or 10 does not pay the order, and a later genuine 4 pays it once or puts it into review.',
  fix: 'Let the default branch of your status table mean "still open".',
  story: async (t) => {
    for (const status of [9, 10]) {
      const payment = await t.order();
      await t.report(payment, status);
      await t.settle();
      // A person may look at what nobody understands; nothing more is owed then.
      if ((await t.look(payment)).state === 'review') continue;
      await t.mustRecord(payment);
    }
  },
});
