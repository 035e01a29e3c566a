import { check } from '../../suite/engine/index.ts';

export default check('refund.unknown-code', {
  title: 'An unknown error code of a refund does not break the shop.',
  must: ['versioning.3.error-codes', 'versioning.4', 'errors.1', 'law.8'],
  readings: ['error.data'],
  rule: 'Versioning 3 and 4: new error codes may appear, and unknown ones have to be expected. Errors 1: an error has result false.',
  expectation:
    'The refund creation is answered with code 57 or 99999: the refund request gets a usable answer, nothing counts as refunded, and the next refund is made as usual.',
  fix: 'Handle every unknown code in one default branch: keep the refund open, log the code, and do not throw.',
  story: async (t) => {
    for (const code of [57, 99_999]) {
      const what = `invoice/create-refund answered the unknown error code ${code}`;
      const payment = await t.paid();
      await t.nextCall('invoice/create-refund', { kind: 'error', code, message: 'Новый код' });
      const answer = await t.askRefund(payment);
      await t.gateway.clearFaults();
      const about = t.aboutPayment(payment);
      if ((await t.refundCalls(payment)).length === 0)
        t.inconclusive('The merchant never requested the refund from the gateway.');
      if (answer.kind === 'unknown')
        t.fail(`${what}, and the call that asked for it had no usable answer: ${answer.reason}.`, { about });
      await t.settled(payment);
      await t.listRefunds(payment);
    }
    const plain = await t.paid();
    await t.refund(plain);
  },
});
