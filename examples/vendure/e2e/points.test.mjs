// The shop's own end-to-end tests, as a team writes them: what a customer does in the storefront, and what it then shows.
// Run against a shop whose gateway has a payment page that takes `action` (pay, decline).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

/** A customer's browser: the Shop API with a session of its own. */
function customer() {
  let cookie = '';
  return async (query, variables = {}) => {
    const answer = await fetch(`${process.env.SHOP_URL}/shop-api`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ query, variables }),
    });
    const set = answer.headers.getSetCookie().map((line) => line.split(';')[0]);
    if (set.length > 0) cookie = set.join('; ');
    const { data, errors } = await answer.json();
    assert.equal(errors, undefined);
    return data;
  };
}

/** Buys points; where the customer is sent to pay, and how to see what has become of the order. */
async function buy(points) {
  const ask = customer();
  await ask(
    'mutation ($points: Int!) { addItemToOrder(productVariantId: 1, quantity: $points) { __typename } }',
    { points },
  );
  const { createGatewayInvoice: invoice } = await ask(`mutation {
    setCustomerForOrder(input: { firstName: "A", lastName: "Payer", emailAddress: "payer@example.com" }) { __typename }
    transitionOrderToState(state: "ArrangingPayment") { __typename }
    createGatewayInvoice(payway: "card_rub") { orderCode redirect }
  }`);
  // As a storefront: the order in hand, and once it is placed the page that confirms it.
  const look = async () => {
    const { activeOrder } = await ask('{ activeOrder { state points } }');
    if (activeOrder !== null) return activeOrder;
    const { orderByCode } = await ask(
      'query ($code: String!) { orderByCode(code: $code) { state points } }',
      {
        code: invoice.orderCode,
      },
    );
    return orderByCode;
  };
  return { pay: invoice.redirect, look };
}

/** The customer goes to the payment page and presses a button there. */
async function onPaymentPage({ url, data }, action) {
  const body = new URLSearchParams({ ...data, action });
  const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  assert.ok(answer.status < 400, `the payment page says ${answer.status}`);
}

/** What the storefront shows once the order has changed, or after five seconds; and a second later. */
async function settled(look) {
  for (let tries = 0; tries < 50 && (await look()).state === 'ArrangingPayment'; tries += 1) await sleep(100);
  await sleep(1000);
  return look();
}

test('who has paid gets what was paid for', async () => {
  const { pay, look } = await buy(2500);
  await onPaymentPage(pay, 'pay');
  assert.deepEqual(await settled(look), { state: 'PaymentSettled', points: 2500 });
});

test('who is declined gets nothing', async () => {
  const { pay, look } = await buy(3000);
  await onPaymentPage(pay, 'decline');
  await sleep(2000);
  assert.deepEqual(await look(), { state: 'ArrangingPayment', points: 0 });
});

test('who does not pay gets nothing', async () => {
  const { look } = await buy(3500);
  await sleep(2000);
  assert.deepEqual(await look(), { state: 'ArrangingPayment', points: 0 });
});
