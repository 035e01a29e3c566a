import { isOver } from '../../suite/drivers/index.ts';
import { check, type Payment, type Verbs } from '../../suite/engine/index.ts';
import { CREATE } from '../steps/operations.ts';
import { commanded, otherAttempt, secondTry } from '../steps/retries.ts';

/** After a restart a new try still has an id of its own. */
async function thirdTry(t: Verbs, last: Payment): Promise<void> {
  if (!t.claims('restart') || t.slot.process === null) return;
  const used = (await t.calls({ operation: CREATE })).map(({ request }) => request.fields?.shop_order_id);
  await t.restart();
  const since = await t.now();
  const answer = await t.driver.retry(last.orderId);
  const about = t.aboutPayment(last);
  const sent = (await t.calls({ operation: CREATE, after: since })).map(({ request }) => request.fields);
  const again = sent.find((fields) => used.includes(fields?.shop_order_id));
  if (again !== undefined) {
    t.fail(
      `After the merchant was killed and restarted the rejected order is retried under the shop_order_id ${again?.shop_order_id}, which must not be used again.`,
      { about },
    );
  }
  if (answer.kind === 'unknown' && sent.length === 0)
    t.late(
      `After the merchant was killed and restarted the rejected order could not be retried: ${answer.reason}.`,
      { about },
    );
}

export default check('order.retry.after-rejection', {
  title: 'A rejected order that is retried gets a new shop_order_id.',
  must: ['transport.5', 'limits.unique-order', 'states.invoice.6', 'law.1', 'law.19'],
  capabilities: ['invoice', 'order.retry'],
  rule: 'Transport rule 5: shop_order_id is unique within a shop, so a new attempt needs a new one. 6 is final.',
  expectation:
    'After 6 a retry calls invoice/create with another shop_order_id. A genuine 4 of the new attempt pays the order once, also when it is repeated and when the 6 of the first attempt is repeated. When the second attempt is rejected as well, the order is failed; a third attempt, after a kill and a restart, again has a new id.',
  fix: 'Create one shop_order_id for each attempt (order number and attempt number), not one for each order.',
  story: async (t) => {
    const first = await t.order();
    await t.honours(first, () => t.report(first, 6), isOver);
    const now = commanded(t, await t.driver.retry(first.orderId));
    if (now === undefined) return t.notSeen('The merchant refuses to try the rejected order again.');
    const second = await otherAttempt(t, first, now.shop_order_id);
    if (second === undefined) return t.inconclusive('The retry created no new invoice at the gateway.');
    await t.honours(second);
    await t.repeatNews(second);
    await t.settled(second);
    await t.repeatNews(first, { status: 6 });
    await t.settled(second);
    const last = await secondTry(t);
    if (last === undefined) return;
    await t.honours(last, () => t.report(last, 6), isOver);
    await thirdTry(t, last);
  },
});
