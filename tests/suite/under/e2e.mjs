// A small end-to-end suite of a shop's team, without a runner: SHOP_URL says where the shop is, RESULTS where the
// JUnit file goes, TESTS which tests are run (all when left out).
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';

const { SHOP_URL, RESULTS, TESTS, MODE = '' } = process.env;
const headers = { authorization: 'Bearer reference-test-interface', 'content-type': 'application/json' };
const run = `${process.pid}-${Math.random().toString(36).slice(2)}`;

async function ask(path, body) {
  const answer = await fetch(`${SHOP_URL}/test${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  assert.ok(answer.ok, `${path}: HTTP ${answer.status} ${await answer.clone().text()}`);
  return answer.json();
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function until(look, isThere, ms = 5000) {
  const end = Date.now() + ms;
  for (;;) {
    const seen = await look();
    if (isThere(seen) || Date.now() > end) return seen;
    await pause(25);
  }
}

let orders = 0;
const order = (amount) =>
  ask('/orders', {
    reference: `e2e-${run}-${++orders}`,
    amount,
    currency: 643,
    payway: 'card_rub',
    mode: 'single',
  });

/** The payer's browser on the payment page. */
async function onPage({ redirect }, action) {
  const form = new URLSearchParams({ ...redirect.data, action });
  const answer = await fetch(redirect.url, { method: 'POST', body: form, redirect: 'manual' });
  assert.ok(answer.status < 400, `the payment page says HTTP ${answer.status}`);
}

const seen = ({ order_id: id }) => ask(`/orders/${id}`);

const tests = {
  'a paid order is credited once': async () => {
    const made = await order('100.00');
    await onPage(made, 'pay');
    const paid = await until(
      () => seen(made),
      ({ state }) => state === 'paid',
    );
    assert.equal(paid.state, 'paid');
    await pause(400);
    const later = await seen(made);
    assert.equal(later.state, 'paid');
    assert.equal(later.credits, 1);
  },
  'a declined order stays unpaid': async () => {
    const made = await order('30.00');
    // The payer may be quicker.
    if (MODE === 'late')
      await until(
        () => seen(made),
        ({ state }) => state === 'paid',
      );
    await onPage(made, 'decline');
    await until(
      () => seen(made),
      ({ state }) => state === 'failed',
    );
    await pause(400);
    const later = await seen(made);
    assert.equal(later.state, 'failed');
    assert.equal(later.credits, 0);
  },
  'a payout is made once': async () => {
    const made = await ask('/payouts', {
      reference: `e2e-payout-${run}`,
      amount: '20.00',
      amount_type: 'ps_amount',
      currency: 643,
      payway: 'card_rub',
      account: '4111111111111111',
    });
    const look = async () => {
      await ask('/jobs/run', {});
      return ask(`/payouts/${made.payout_id}`);
    };
    const paid = await until(look, ({ state }) => state === 'paid');
    assert.equal(paid.state, 'paid');
  },
};

const chosen = TESTS?.split('|') ?? Object.keys(tests);
const escaped = (text) => text.replace(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
if (MODE === 'hang') await new Promise(() => setInterval(() => {}, 1000));
let failed = MODE === 'red' ? 1 : 0;
const cases = [];
await Promise.all(
  chosen.map(async (name) => {
    let flaw = '';
    await tests[name]().catch((error) => {
      failed += 1;
      flaw = `<failure message="${escaped(error.message)}"/>`;
      console.log(`red: ${name}: ${error.message}`);
    });
    cases.push(`<testcase classname="shop" name="${escaped(name)}">${flaw}</testcase>`);
  }),
);
if (RESULTS)
  writeFileSync(RESULTS, `<testsuites><testsuite name="shop">${cases.join('')}</testsuite></testsuites>`);
process.exitCode = failed > 0 ? 1 : 0;
