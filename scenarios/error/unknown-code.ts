import { check } from '../../suite/engine/index.ts';
import { CREATE } from '../steps/operations.ts';

export default check('error.unknown-code', {
  title: 'An unknown error code does not break the shop.',
  must: ['versioning.3', 'versioning.3.error-codes', 'versioning.4', 'errors.1', 'errors.2.wait', 'law.2'],
  capabilities: ['invoice'],
  readings: ['error.data'],
  rule: 'Versioning 3 and 4: new error codes may appear, and unknown ones have to be expected. Errors 2: after a non-fatal code the result follows by notification.',
  expectation:
    'After code 57 or 99999 the shop keeps working and the order is pending or failed; where the readings call the code non-fatal, a later genuine 4 pays it.',
  fix: 'Handle every unknown code in one default branch: keep the order open for a notification, log the code, and do not throw.',
  story: async (t) => {
    for (const code of [57, 99_999]) {
      await t.gateway.clearFaults();
      await t.nextCall(CREATE, {
        kind: 'answer',
        envelope: { result: false, error_code: code, message: 'Новый код', data: null },
      });
      const since = await t.now();
      const asked = await t.ask();
      const first = (await t.calls({ operation: CREATE, after: since, fields: t.numberOf(asked.answer) }))[0];
      if (first === undefined)
        return t.inconclusive('The merchant called neither invoice/create nor invoice/hold.');
      await t.settle();
      if (asked.answer.kind === 'ok')
        await t.look({ orderId: asked.answer.value.order_id, reference: asked.reference });
    }
    await t.gateway.clearFaults();
    await t.pay(await t.order());
  },
});
