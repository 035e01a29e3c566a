import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import Big from 'big.js';
import { createRandom } from '../../simulator/core/index.ts';
import type { BalanceView, InvoiceView, NotificationView, PayoutView } from '../../simulator/index.ts';
import { plainInvoice, signedBody, startReceiver } from './server-support.ts';

const command = fileURLToPath(new URL('../../cli/gatecheck.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'gatecheck-kill-'));
const children = new Set<ChildProcess>();
after(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

interface Gateway {
  readonly child: ChildProcess;
  readonly baseUrl: string;
  readonly controlUrl: string;
}

async function start(store: string, callbackUrl: string): Promise<Gateway> {
  const options = [
    '--port',
    '0',
    '--control-port',
    '0',
    '--json',
    '--quiet',
    '--transport',
    'node',
    '--virtual-clock',
  ];
  const args = [command, 'simulate', ...options, '--store', store, '--callback-url', callbackUrl];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  children.add(child);
  child.once('close', () => children.delete(child));
  for await (const line of createInterface({ input: child.stdout })) {
    const ready = JSON.parse(line) as { gateway: { baseUrl: string }; control: { url: string } };
    return { child, baseUrl: ready.gateway.baseUrl, controlUrl: ready.control.url };
  }
  throw new Error(`the gateway did not start: ${said}`);
}

async function send<T>(url: string, body?: string): Promise<T> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' } };
  const response = await fetch(url, body === undefined ? {} : { ...init, body });
  if (response.status !== 200) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

/** What the gateway has acknowledged, and what it was asked and had no time to answer. */
interface Known {
  /** Payment id to the status that was acknowledged last, and one that may have come. */
  readonly invoices: Map<number, { status: number; maybe: number; attempts: number }>;
  readonly payouts: Map<number, { status: number; maybe: number }>;
}

/** Works on the gateway from several sides until it dies. */
async function work(gateway: Gateway, known: Known, round: number, killAfter: number): Promise<void> {
  const random = createRandom(round);
  let acknowledged = 0;
  let count = 0;
  const done = (): void => {
    acknowledged += 1;
    if (acknowledged === killAfter) gateway.child.kill('SIGKILL');
  };
  const pay = async (): Promise<void> => {
    const fields = { ...plainInvoice, shop_order_id: `order-${round}-${++count}` };
    const body = signedBody('invoice/create', fields);
    const { data } = await send<{ data: { id: number } }>(`${gateway.baseUrl}/invoice/create`, body);
    const invoice = { status: 1, maybe: 1, attempts: 0 };
    known.invoices.set(data.id, invoice);
    done();
    for (const status of random() < 0.5 ? [4] : [2, 6]) {
      invoice.maybe = status;
      const change = JSON.stringify({ status, notify: 'deliver' });
      await send(`${gateway.controlUrl}/invoices/${data.id}/status`, change);
      invoice.status = status;
      invoice.attempts += 1;
      done();
    }
  };
  const payOut = async (): Promise<void> => {
    const fields = {
      shop_currency: 643,
      payway: 'card_rub',
      amount: '12.34',
      account: '79001234567',
      amount_type: 'shop_amount',
      shop_payment_id: `payout-${round}-${++count}`,
    };
    const body = signedBody('withdraw/create', fields);
    const { data } = await send<{ data: { id: number } }>(`${gateway.baseUrl}/withdraw/create`, body);
    const payout = { status: 1, maybe: 1 };
    known.payouts.set(data.id, payout);
    done();
    const status = random() < 0.6 ? 5 : 6;
    payout.maybe = status;
    await send(`${gateway.controlUrl}/payouts/${data.id}/status`, JSON.stringify({ status }));
    payout.status = status;
    done();
  };
  const until = async (step: () => Promise<void>): Promise<void> => {
    try {
      for (;;) await step();
    } catch (error) {
      // Its end is what is waited for; an answer that says no is a fault.
      assert.ok(!(error instanceof Error && /: \d{3} /.test(error.message)), String(error));
    }
  };
  await Promise.all([pay, pay, pay, payOut, payOut].map(until));
}

async function compare(gateway: Gateway, known: Known): Promise<void> {
  const list = async <T>(path: string): Promise<T[]> =>
    (await send<{ items: T[] }>(`${gateway.controlUrl}${path}`)).items;
  const invoices = new Map(
    (await list<InvoiceView>('/invoices?limit=5000')).map((view) => [view.paymentId, view]),
  );
  const notifications = await list<NotificationView>('/notifications?limit=5000');
  for (const [paymentId, { status, maybe, attempts }] of known.invoices) {
    const view = invoices.get(paymentId);
    assert.ok(view !== undefined, `invoice ${paymentId} is lost`);
    assert.ok([status, maybe].includes(view.status), `${paymentId}: ${view.status}, not ${status}`);
    if (attempts === 0) continue;
    // The merchant refuses everything, so every change is still to be told.
    const told = notifications.filter(({ about }) => about.paymentId === paymentId);
    // One that fell due while the gateway was dead is on its way again.
    const due = told.filter(({ state }) => state === 'due' || state === 'in-flight');
    assert.ok(due.length >= attempts, `${paymentId}: ${due.length} of ${attempts} notifications are due`);
    const made = told.reduce((sum, each) => sum + each.attempts.length, 0);
    assert.ok(made >= attempts, `${paymentId}: ${made} of ${attempts} attempts are known`);
  }
  const payouts = await list<PayoutView>('/payouts?limit=5000');
  const byId = new Map(payouts.map((view) => [view.payoutId, view]));
  for (const [payoutId, { status, maybe }] of known.payouts) {
    const view = byId.get(payoutId);
    assert.ok(view !== undefined, `payout ${payoutId} is lost`);
    assert.ok([status, maybe].includes(view.status), `${payoutId}: ${view.status}, not ${status}`);
  }
  const sum = (some: readonly PayoutView[]): Big =>
    some.reduce((total, view) => total.plus(view.shopWriteOff), new Big(0));
  const balance = (await list<BalanceView>('/balances?shopId=5')).find(
    ({ currency, base }) => currency === 643 && base === 'production',
  );
  const gone = sum(payouts.filter(({ status }) => status !== 6));
  const frozen = sum(payouts.filter(({ status }) => status !== 5 && status !== 6));
  assert.equal(new Big(balance?.available ?? 'NaN').toFixed(2), new Big('1000000').minus(gone).toFixed(2));
  assert.equal(new Big(balance?.frozen ?? 'NaN').toFixed(2), frozen.toFixed(2));
}

test('killed at seeded moments, again and again, it loses nothing that it acknowledged', async () => {
  const receiver = await startReceiver();
  receiver.answer = (_request, response) => response.writeHead(500).end();
  const store = join(folder, 'memory.gatecheck');
  const known: Known = { invoices: new Map(), payouts: new Map() };
  const random = createRandom(2026);
  for (let round = 1; round <= 3; round++) {
    const gateway = await start(store, receiver.url);
    await compare(gateway, known);
    const ended = once(gateway.child, 'close');
    await work(gateway, known, round, 5 + Math.floor(random() * 60));
    await ended;
  }
  const last = await start(store, receiver.url);
  await compare(last, known);
  assert.ok(known.invoices.size > 5 && known.payouts.size > 3, 'too little happened');
  const ended = once(last.child, 'close');
  last.child.kill('SIGTERM');
  await ended;
  await receiver.close();
});
