import { check } from '../../suite/engine/index.ts';
import { CREATE } from '../steps/operations.ts';

export default check('order.double-submit', {
  title: 'Submitting the same order twice creates one invoice.',
  must: ['transport.5', 'limits.unique-order'],
  capabilities: ['invoice', 'intents'],
  rule: 'Transport rule 5: invoices are protected against duplicates by shop_order_id, which only helps if one submission of the payer has one id.',
  expectation:
    'The same reference is submitted twice at once, once more later and, where the shop can be restarted, again after a kill and a restart: the gateway sees one shop_order_id, and the shop has one order.',
  fix: 'Put a unique constraint on the submission (form token, reference) and give it one shop_order_id before the first call.',
  story: async (t) => {
    const reference = t.unique('order');
    const wish = { reference, customer: t.unique('customer') };
    const since = await t.now();
    const asked = await Promise.all([t.ask(wish), t.ask(wish)]);
    asked.push(await t.ask(wish));
    const sent = await t.calls({ operation: CREATE, after: since });
    if (sent.length === 0) t.inconclusive('The merchant created no invoice.');
    const orders = new Set(
      asked.flatMap(({ answer }) => (answer.kind === 'ok' ? [answer.value.order_id] : [])),
    );
    if (orders.size > 1) t.warn(`One order request (${reference}) became ${orders.size} orders.`);
    if (!t.claims('restart') || t.slot.process === null) return;
    await t.restart();
    await t.ask(wish);
  },
});
