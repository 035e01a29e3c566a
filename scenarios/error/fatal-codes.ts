import { isOver } from '../../suite/drivers/index.ts';
import { type Asked, check, type Payment, type Verbs } from '../../suite/engine/index.ts';
import { FATAL } from '../steps/codes.ts';
import { mustBeRefusedSo, refused } from '../steps/effects.ts';
import { CREATE } from '../steps/operations.ts';
import { renewable } from '../steps/stored-instruments.ts';

/** Known codes whose fatality is not shown: the merchant may treat them either way, but not fall over. */
const TOO_BIG = 5;
/** It says that the configuration is wrong, so that a shop may stop selling until somebody has looked at it. */
const WRONG_SHOP = 11;

type InHand = Parameters<Verbs['look']>[0];

/**
 * Looks at an order that was refused until it is over, and once more when jobs have had the time to call again. What
 * they still ask about it is asked in vain: communication about it has ended.
 */
async function seenToFail(t: Verbs, order: InHand): Promise<Payment['order']> {
  const { shop_order_id: refused } = (await t.becomes(order, isOver)).order;
  await t.polls();
  const since = await t.now();
  await t.polls();
  const asked = await t.calls({
    operation: 'invoice/check',
    fields: { shop_order_id: refused ?? '' },
    after: since,
  });
  if (asked.length > 0 && refused !== null)
    t.late(
      `The jobs of the merchant call invoice/check about ${refused}, which was refused with a fatal code.`,
      {
        about: [refused],
      },
    );
  return t.look(order);
}

/** An order whose create is to be refused with this code. A shop that had such a code before may refuse it by itself. */
async function refusedOrder(t: Verbs, code: number, isFirst: boolean): Promise<Asked | undefined> {
  await t.gateway.clearFaults();
  await t.nextCall(CREATE, refused(code), isFirst ? {} : { unless: 'the merchant takes no orders any more' });
  const since = await t.now();
  const asked = await t.ask();
  const [first] = await t.calls({ operation: CREATE, after: since, fields: t.numberOf(asked.answer) });
  await t.gateway.clearFaults();
  if (first !== undefined) {
    mustBeRefusedSo(t, first, code);
    return asked;
  }
  if (isFirst || asked.answer.kind !== 'refused')
    return t.inconclusive(`The merchant called neither invoice/create nor invoice/hold (code ${code}).`);
  return undefined;
}

/** The same once more where the shop had closed the payway after an earlier code. */
async function refusedInTime(t: Verbs, code: number, isFirst: boolean): Promise<Asked | undefined> {
  const asked = await refusedOrder(t, code, isFirst);
  if (asked !== undefined) return asked;
  await t.sellsAgain();
  return refusedOrder(t, code, false);
}

/** The charge of a stored instrument ends with a fatal code, too. */
async function renewalIsRefused(t: Verbs): Promise<void> {
  const wish = await renewable(t);
  if (wish === undefined) return;
  await t.nextCall(CREATE, refused(3), { unless: 'the merchant refuses the renewal by itself' });
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
  await t.nextCall(CREATE, refused(3), { unless: 'the merchant refuses the second attempt by itself' });
  const again = await t.driver.retry(first.orderId);
  await t.gateway.clearFaults();
  if (again.kind !== 'refused') await seenToFail(t, first);
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
    for (const code of [...FATAL, TOO_BIG]) {
      const asked = await refusedInTime(t, code, code === FATAL[0]);
      if (asked === undefined || code === TOO_BIG) continue;
      const { answer, reference } = asked;
      if (answer.kind === 'ok') {
        const order = await seenToFail(t, { orderId: answer.value.order_id, reference });
        if (order.state === 'failed' && order.error === null)
          t.warn(`After code ${code} the order is failed but carries no error to show to the payer.`);
      } else await t.polls(2);
    }
    await t.sellsAgain();
    await renewalIsRefused(t);
    await t.sellsAgain();
    await secondTryIsRefused(t);
    await t.sellsAgain();
    await t.pay(await t.order());
    await refusedOrder(t, WRONG_SHOP, false);
    await t.sellsAgain();
  },
});
