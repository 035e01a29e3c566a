// The shop's own end-to-end tests, as a team writes them: what a payer and an administrator do, and what they then see.
// Run against a shop whose gateway has a payment page that takes `action` (pay, decline).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

const shop = process.env.SITE_URL;

const inside = (html, pattern) => pattern.exec(html)?.[1]?.replaceAll('&amp;', '&').replaceAll('&#038;', '&');

/** Buys a voucher with the shop's form; the address of its page. */
async function buy(amount) {
  const form = await (await fetch(`${shop}/shop/`)).text();
  const body = new URLSearchParams({
    action: 'vouchers_buy',
    _wpnonce: inside(form, /name="_wpnonce" value="([^"]+)"/),
    request_id: inside(form, /name="request_id" value="([^"]+)"/),
    payway: 'card_rub',
    amount,
  });
  const bought = await fetch(`${shop}/wp-admin/admin-post.php`, { method: 'POST', body, redirect: 'manual' });
  assert.equal(bought.status, 302);
  return bought.headers.get('location');
}

/** What the page of a voucher shows. */
async function look(page) {
  const html = await (await fetch(page)).text();
  return {
    status: inside(html, /data-status="([^"]+)"/),
    worth: Number(inside(html, /id="voucher-worth">([^<]+)</)),
    pay: inside(html, /id="voucher-pay" href="([^"]+)"/),
  };
}

/** The payer goes to the payment page and presses a button there. */
async function onPaymentPage(page, action) {
  const link = new URL((await look(page)).pay);
  const body = new URLSearchParams([...link.searchParams, ['action', action]]);
  const answer = await fetch(link, { method: 'POST', body, redirect: 'manual' });
  assert.ok(answer.status < 400, `the payment page says ${answer.status}`);
}

/** What the page shows once it has left a status, and a second later. */
async function settled(page) {
  for (let tries = 0; tries < 100 && (await look(page)).status === 'open'; tries += 1) await sleep(100);
  await sleep(1000);
  return look(page);
}

/** An administrator, logged in. */
async function logIn() {
  const body = new URLSearchParams({ log: 'admin', pwd: process.env.ADMIN_PASSWORD });
  const login = await fetch(`${shop}/wp-login.php`, { method: 'POST', body, redirect: 'manual' });
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const nonce = await (
    await fetch(`${shop}/wp-admin/admin-ajax.php?action=rest-nonce`, { headers: { cookie } })
  ).text();
  return { cookie, 'x-wp-nonce': nonce, 'content-type': 'application/json' };
}

test('a paid voucher is worth what was paid', async () => {
  const page = await buy('25.00');
  await onPaymentPage(page, 'pay');
  const { status, worth } = await settled(page);
  assert.deepEqual({ status, worth }, { status: 'paid', worth: 25 });
});

test('a declined voucher is worth nothing', async () => {
  const page = await buy('30.00');
  await onPaymentPage(page, 'decline');
  const { status, worth } = await settled(page);
  assert.deepEqual({ status, worth }, { status: 'failed', worth: 0 });
});

test('a voucher that nobody pays is worth nothing', async () => {
  const page = await buy('35.00');
  await sleep(2000);
  const { status, worth } = await look(page);
  assert.deepEqual({ status, worth }, { status: 'open', worth: 0 });
});

test('a partner is paid out', async () => {
  const answer = await fetch(`${shop}/wp-json/vouchers/v1/payouts`, {
    method: 'POST',
    headers: await logIn(),
    body: JSON.stringify({
      request_id: crypto.randomUUID(),
      amount: '12.00',
      payway: 'card_rub',
      account: '79001234567',
    }),
  });
  assert.equal(answer.status, 200);
  assert.ok((await answer.json()).id);
  // What came of it is asked by the cron.
  await sleep(1500);
});
