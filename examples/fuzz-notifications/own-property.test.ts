/**
 * Fuzzing your own notification handler with your own fast-check: the generators, mutations and verdicts of
 * gatecheck, without its command line. Run it with
 *
 *     node --import tsx --test examples/fuzz-notifications/own-property.test.ts
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  judgeMessage,
  type MessageContext,
  type RawMessage,
  renderMessage,
  twistsWith,
} from '../../suite/fuzz/index.ts';

const order = { shop_order_id: '101', amount: '10.50', currency: '643', shop_id: '5' };
const secret = 'SecretKey01';

/** The handler under test: true when the order may be credited. Yours comes from your own code. */
function isPaidBy(message: RawMessage): boolean {
  if (message.method !== 'POST' || message.query.find(([name]) => name === 'type')?.[1] !== 'invoice')
    return false;
  // Numbers are signed by the characters in which they were sent, so they are kept as text.
  let written: string;
  try {
    // Strictly: what is no UTF-8 is not repaired.
    written = new TextDecoder('utf-8', { fatal: true }).decode(message.body);
  } catch {
    return false;
  }
  const literals = written.replace(/([:[,]\s*)(-?\d[\d.eE+-]*)(?=\s*[,\]}])/g, '$1"$2"');
  let body: Record<string, unknown>;
  try {
    body = JSON.parse(literals);
  } catch {
    return false;
  }
  const text = Object.keys(body)
    .filter((key) => key !== 'sign' && body[key] !== null && body[key] !== '')
    .sort()
    .map((key) => String(body[key]))
    .join(':');
  const digest = createHash('sha256').update(`${text}${secret}`).digest('hex');
  return (
    body.sign === digest &&
    body.status === '4' &&
    body.shop_order_id === order.shop_order_id &&
    Number(body.shop_amount) === Number(order.amount) &&
    Number(body.shop_currency) === Number(order.currency) &&
    Number(body.shop_id) === Number(order.shop_id)
  );
}

const context: MessageContext = {
  secret,
  format: 'json',
  readings: {},
  facts: {
    shopId: 5,
    shopOrderId: '101',
    paymentId: '77',
    amount: '10.50',
    currency: 643,
    payway: 'card_rub',
    description: null,
    payerPrice: '10.50',
    shopAmount: '10.50',
    created: '2026-01-02T03:04:05',
    updated: '2026-01-02T03:05:06',
  },
};

test('no message that must be refused is believed', () => {
  fc.assert(
    fc.property(twistsWith('reject', 'json'), (twists) => {
      const message = { status: 4, twists };
      const judged = judgeMessage(message, 'json');
      const raw = renderMessage(message, context);
      // Changes that undo each other leave a message that is right.
      fc.pre(!(judged.onlySign && raw.rightlySigned));
      assert.ok(!isPaidBy(raw), `believed: a notification ${judged.says}`);
    }),
    { numRuns: 2000 },
  );
});

test('the plain genuine message is believed', () => {
  assert.ok(isPaidBy(renderMessage({ status: 4, twists: [] }, context)));
});
