import { check, type Payment, type Verbs } from '../../suite/engine/index.ts';
import { FATAL } from '../steps/codes.ts';
import { mustBeRefusedSo, refused } from '../steps/effects.ts';
import { CREATE } from '../steps/operations.ts';
import { isOver } from '../steps/retries.ts';
import { renewable } from '../steps/stored-instruments.ts';

/** Known codes whose fatality is not shown: the merchant may treat them either way, but not fall over. */
const OPEN = [5, 11];

type InHand = Parameters<Verbs['look']>[0];

/** Looks at an order that was refused until it is over, and once more when jobs have had the time to call again. */
async function seenToFail(t: Verbs, order: InHand): Promise<Payment['order']> {
  await t.becomes(order, isOver);
  for (let round = 0; round < 2; round++) await t.runJobsNow();
  return t.look(order);
}

/** The charge of a stored instrument ends with a fatal code, too. */
async function renewalIsRefused(t: Verbs): Promise<void> {
  const wish = await renewable(t);
  if (wish === undefined) return;
  await t.nextCall(CREATE, refused(3));
  const { answer, reference } = await t.ask(wish);
  await t.gateway.clearFaults();
  if (answer.kind === 'ok') await seenToFail(t, { orderId: answer.value.order_id, reference });
}

/** The second try of a rejected order ends with a fatal code, too. */
async function secondTryIsRefused(t: Verbs): Promise<void> {
  if (!t.claims('order.retry')) return;
  const first = await t.order();
  await t.report(first, 6);
  await t.becomes(first, isOver);
  await t.nextCall(CREATE, refused(3));
  await t.driver.retry(first.orderId);
  await t.gateway.clearFaults();
  await seenToFail(t, first);
}

export default check('error.fatal-codes', {
  title: 'After a fatal code the order is failed and no further call is made about it.',
  must: [
    'errors.1',
    'errors.2',
    'errors.2.invoice',
    'errors.code.1',
    'errors.code.2',
    'errors.code.3',
    'errors.code.4',
    'fields.envelope.error-code',
    'law.17',
    'law.25',
  ],
  capabilities: ['invoice'],
  readings: ['error.fatal-codes-beyond', 'error.data'],
  rule: 'Errors 1 and 2: an error has result false and a code; on a fatal code (1 to 4) communication about the operation ends. Whether 5 and 11 are fatal is not shown (reading error.fatal-codes-beyond).',
  expectation:
    'When invoice/create answers 1, 2, 3 or 4 (and 5 or 11, where the reading calls them fatal), the order is failed and shows the code, and no further call about it is made, also at its second attempt.',
  fix: 'Read `result` and `error_code` of every answer, whatever the HTTP status is. On codes 1 to 4 fail the order, tell the payer that the payment was not created, and do not retry.',
  story: async (t) => {
    for (const code of [...FATAL, ...OPEN]) {
      await t.gateway.clearFaults();
      await t.nextCall(CREATE, refused(code));
      const since = await t.now();
      const asked = await t.ask();
      const first = (await t.calls({ operation: CREATE, after: since, fields: t.numberOf(asked.answer) }))[0];
      if (first === undefined)
        return t.inconclusive(`The merchant called neither invoice/create nor invoice/hold (code ${code}).`);
      mustBeRefusedSo(t, first, code);
      if (OPEN.includes(code)) continue;
      const { answer, reference } = asked;
      if (answer.kind === 'ok') {
        const order = await seenToFail(t, { orderId: answer.value.order_id, reference });
        if (order.state === 'failed' && order.error === null)
          t.warn(`After code ${code} the order is failed but carries no error to show to the payer.`);
      } else for (let round = 0; round < 2; round++) await t.runJobsNow();
    }
    await t.gateway.clearFaults();
    await renewalIsRefused(t);
    await secondTryIsRefused(t);
    await t.pay(await t.order());
  },
});
