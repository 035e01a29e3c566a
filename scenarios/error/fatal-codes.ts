import { check, type Verbs } from '../../suite/engine/index.ts';
import { CREATE, FATAL, refuse } from '../steps/errors.ts';
import { isOver } from '../steps/new-tries.ts';
import { mustBeRefusedSo } from '../steps/refusing.ts';
import { renewable } from '../steps/renewed.ts';

/** Known codes whose fatality is not shown: the merchant may treat them either way, but not fall over. */
const OPEN = [5, 11];

/** The charge of a stored instrument ends with a fatal code, too. */
async function renewalIsRefusedOnce(t: Verbs): Promise<void> {
  const wish = await renewable(t);
  if (wish === undefined) return;
  await refuse(t, CREATE, 3);
  const since = await t.now();
  const asked = await t.ask(wish);
  await t.gateway.clearFaults();
  const about = [asked.reference];
  const sent = await t.calls({ operation: CREATE, after: since });
  if (sent.length > 1) {
    t.fail(
      `Error code 3 is fatal, and the merchant called the gateway ${sent.length} times to charge a stored instrument.`,
      { about },
    );
  }
  if (sent.length === 0 || asked.answer.kind !== 'ok') return;
  const { value } = asked.answer;
  const isTold = ({ state }: typeof value): boolean => state === 'failed';
  const seen = await t.becomes({ orderId: value.order_id, reference: asked.reference }, isTold);
  if (seen.met) return;
  t.fail(
    `Error code 3 is fatal: a stored instrument was not charged, and the order is ${t.orderInWords(seen.order)}.`,
    { about },
  );
}

/** The second try of a rejected order ends with a fatal code, too. */
async function secondTryIsRefusedOnce(t: Verbs): Promise<void> {
  if (!t.claims('order.retry')) return;
  const first = await t.order();
  await t.report(first, 6);
  await t.becomes(first, isOver);
  await refuse(t, CREATE, 3);
  const since = await t.now();
  const { kind } = await t.driver.retry(first.orderId);
  await t.gateway.clearFaults();
  const about = t.aboutPayment(first);
  const sent = await t.calls({ operation: CREATE, after: since });
  if (sent.length > 1) {
    t.fail(
      `Error code 3 is fatal, and the merchant called the gateway ${sent.length} times to retry an order.`,
      {
        about,
      },
    );
  }
  if (sent.length === 0 || kind !== 'ok') return;
  const seen = await t.becomes(first, isOver);
  if (seen.met) return;
  t.fail(
    `Error code 3 is fatal: the retry of an order was not created, and the order is ${t.orderInWords(seen.order)}.`,
    { about },
  );
}

export default check('error.fatal-codes', {
  title: 'After a fatal code the order is failed and no further call is made about it.',
  requirements: [
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
  level: 'must',
  capabilities: ['invoice'],
  readings: ['error.fatal-codes-beyond', 'error.data'],
  rule: 'Errors 1 and 2: an error has result false and a code; on a fatal code (1 to 4) communication about the operation ends. Whether 5 and 11 are fatal is not shown (reading error.fatal-codes-beyond).',
  expectation:
    'When invoice/create answers 1, 2, 3 or 4 (and 5 or 11, where the reading calls them fatal), the order is failed and shows the code, and no further call about it is made, also at its second attempt.',
  fix: 'Read `result` and `error_code` of every answer, whatever the HTTP status is. On codes 1 to 4 fail the order, tell the payer that the payment was not created, and do not retry.',
  story: async (t) => {
    for (const code of [...FATAL, ...OPEN]) {
      await refuse(t, CREATE, code);
      const since = await t.now();
      const asked = await t.ask();
      const first = (await t.calls({ operation: CREATE, after: since, fields: t.numberOf(asked.answer) }))[0];
      if (first === undefined)
        return t.inconclusive(`The merchant called neither invoice/create nor invoice/hold (code ${code}).`);
      mustBeRefusedSo(t, first, code);
      const about = [asked.reference, String(first.request.fields?.shop_order_id ?? '')];
      if (asked.answer.kind === 'unknown') {
        return t.fail(
          `Error code ${code} on invoice/create left POST /orders without a usable answer: ${asked.answer.reason}.`,
          { about },
        );
      }
      if (OPEN.includes(code)) continue;
      const calledOnce = async (): Promise<void> => {
        const calls = await t.calls({ operation: CREATE, after: since });
        if (calls.length <= 1) return;
        t.fail(`Error code ${code} is fatal, and the merchant called the gateway ${calls.length} times.`, {
          about,
        });
      };
      // Whoever sends it again at once may find it accepted, and is not to hear of a missing failure.
      await calledOnce();
      if (asked.answer.kind === 'ok') {
        const { value } = asked.answer;
        const seen = await t.becomes(
          { orderId: value.order_id, reference: asked.reference },
          (order) => order.state === 'failed',
        );
        if (!seen.met) {
          t.fail(
            `Error code ${code} is fatal: there is no invoice, and the order is ${t.orderInWords(seen.order)}.`,
            { about },
          );
        }
        if (seen.order.error === null)
          t.warn(`After code ${code} the order is failed but carries no error to show to the payer.`);
      }
      for (let round = 0; round < 2; round++) await t.runJobsNow();
      await calledOnce();
    }
    await t.gateway.clearFaults();
    await renewalIsRefusedOnce(t);
    await secondTryIsRefusedOnce(t);
    await t.pay(await t.order());
  },
});
