import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { type FidelityRecord, fidelity } from '../../ledger/fidelity/index.ts';
import {
  defaultShop,
  isWireObject,
  OPERATION_IDS,
  type OperationId,
  operationUnder,
  parseWire,
  resolveReadings,
  type Simulator,
  signRequest,
  startSimulator,
  textOf,
  type WireObject,
  type WireValue,
} from '../../simulator/index.ts';
import { formOf } from '../../suite/compare/index.ts';
import { GatewayClient } from '../../suite/gateway-client/index.ts';

const SECRET = 'a-key-of-this-test-and-no-other';
const NOW = '2026-01-01T10:00:00';

type Preset = 'spec' | 'observed';

/** Drives every operation under a preset, and keeps what was answered and notified, by the id of its record. */
class Stand {
  readonly preset: Preset;
  readonly seen = new Map<string, WireValue>();
  /** How the bodies of answers were written, in the ledger's words. */
  readonly layouts = new Set<string>();
  readonly #receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const type = new URL(request.url ?? '', 'http://x').searchParams.get('type');
      this.seen.set(`notification/${type}`, read(body));
      response.end('OK');
    });
  });
  #simulator: Simulator | undefined;

  constructor(preset: Preset) {
    this.preset = preset;
  }

  async run(): Promise<void> {
    await new Promise<void>((done) => this.#receiver.listen(0, '127.0.0.1', done));
    const callback = `http://127.0.0.1:${(this.#receiver.address() as AddressInfo).port}/notify`;
    const shop = defaultShop(5, SECRET, callback);
    const simulator = await startSimulator({
      shops: [{ ...shop, balances: { 643: { available: '1000.00' } } }],
      readings: resolveReadings(this.preset),
      transport: 'node',
      seed: 1,
    });
    this.#simulator = simulator;
    const gateway = new GatewayClient(simulator.control);
    const invoice = { amount: '10.50', currency: 643, payway: 'card_rub', description: 'd' };
    const refused = await this.call('shop_balance', { now: NOW }, 'wrong');
    this.seen.set('every operation: the envelope of a refusal', refused);
    await this.call('invoice/try', { ...invoice, shop_order_id: 't', payway: 'phone_rub' });
    const paid = await this.call('invoice/create', { ...invoice, shop_order_id: 'o-1' });
    this.seen.set('every operation: the envelope of a success', { ...paid, data: {} });
    const paymentId = idIn(paid);
    await gateway.setInvoiceStatus(paymentId, { status: 4, notify: 'deliver' });
    await this.call('invoice/check', { shop_order_id: 'o-1', now: NOW });
    for (const [order, operation] of [
      ['o-2', 'invoice/charge'],
      ['o-3', 'invoice/unhold'],
    ] as const) {
      const held = idIn(await this.call('invoice/hold', { ...invoice, shop_order_id: order }));
      await gateway.setInvoiceStatus(held, { status: 8, notify: 'none' });
      await this.call(operation, { invoice_id: held, now: NOW });
    }
    const refund = { invoice_id: paymentId, shop_refund_id: 'r', amount: '3.00', now: NOW };
    await this.call('invoice/create-refund', { ...refund, currency: 643, callback_url: callback });
    await this.call('invoice/get-refunds', { invoice_id: paymentId, now: NOW });
    await gateway.setRefundStatus(5, 'r', { status: 'SUCCESS', notify: 'deliver' });
    const payout = { shop_currency: 643, amount: '10.25', amount_type: 'ps_amount', account: '1' };
    await this.call('withdraw/try', { ...payout, payway: 'bank_rub' });
    await this.call('check_account', {
      payway: 'card_rub',
      amount: '1.00',
      account: '1',
      account_details: {},
    });
    const created = await this.call('withdraw/create', {
      ...payout,
      payway: 'card_rub',
      shop_payment_id: 'p',
    });
    await this.call('withdraw/status', { withdraw_id: idIn(created), now: NOW });
    await this.call('withdraw/shop_payment_status', { shop_payment_id: 'p', now: NOW });
    await this.call('shop_input_config/shop', { payway: 'card_rub', now: NOW });
    await this.call('shop_output_config/shop', { now: NOW });
    await this.call('shop_balance', { now: NOW });
  }

  async stop(): Promise<void> {
    await this.#simulator?.stop();
    this.#receiver.close();
  }

  async call(operation: OperationId, fields: object, secret = SECRET): Promise<WireObject> {
    const { path, signedFields } = operationUnder(resolveReadings(this.preset), operation);
    const body = { shop_id: 5, ...fields };
    const sign = signRequest(signedFields, objectIn(JSON.stringify(body)), secret);
    const response = await fetch(`${this.#simulator?.baseUrl}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, sign }),
    });
    const text = await response.text();
    this.layouts.add(layoutOf(text));
    const answer = objectIn(text);
    assert.equal(answer.result, secret === SECRET, `${operation}: ${textOf(answer.message)}`);
    if (secret === SECRET) this.seen.set(operation, answer.data ?? null);
    return answer;
  }
}

/** How a body is written, as the ledger words it: the order of its members, and its end. */
function layoutOf(text: string): string {
  const order = isSorted(objectIn(text)) ? 'sorted' : 'as listed';
  return `${order}, ${text.endsWith('}\n') ? 'line end' : 'nothing'}`;
}

function isSorted(value: WireValue): boolean {
  if (Array.isArray(value)) return value.every(isSorted);
  if (!isWireObject(value)) return true;
  const keys = Object.keys(value);
  return keys.join() === keys.toSorted().join() && Object.values(value).every(isSorted);
}

function read(text: string): WireValue {
  const result = parseWire(Buffer.from(text));
  assert.ok(result.ok, text);
  return result.value;
}

function objectIn(text: string): WireObject {
  const value = read(text);
  assert.ok(isWireObject(value), text);
  return value;
}

function idIn({ data }: WireObject): number {
  assert.ok(isWireObject(data));
  return Number(textOf(data.id));
}

/** The forms of all members below a value, by their path; of lists the item that has most. */
function formsIn(value: WireValue, path = ''): [path: string, form: string][] {
  if (Array.isArray(value)) {
    const items = value.map((item) => formsIn(item, `${path}[]`));
    return items.toSorted((a, b) => b.length - a.length)[0] ?? [];
  }
  if (!isWireObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]): [string, string][] => {
    const at = path === '' ? name : `${path}.${name}`;
    return [[at, formOf(member)], ...formsIn(member, at)];
  });
}

const nameOf = ({ id, when }: FidelityRecord): string => (id === 'every operation' ? `${id}: ${when}` : id);

describe('the fidelity ledger', () => {
  const stands = (['spec', 'observed'] as const).map((preset) => new Stand(preset));
  before(() => Promise.all(stands.map((stand) => stand.run())));
  after(() => Promise.all(stands.map((stand) => stand.stop())));

  it('has every operation and both notifications', () => {
    const ids = new Set(fidelity.map(({ id }) => id));
    for (const id of [...OPERATION_IDS, 'notification/invoice', 'notification/refund'])
      assert.ok(ids.has(id), id);
  });

  const layout = fidelity.find(({ when }) => when === 'how the body of an answer is written');
  for (const stand of stands) {
    it(`every operation: how bodies are written by the preset ${stand.preset}`, () => {
      const expected = layout?.fields.map((each) => each[stand.preset]).join(', ');
      assert.deepEqual([...stand.layouts], [expected]);
    });
  }

  for (const record of fidelity.filter((each) => each !== layout)) {
    for (const stand of stands) {
      it(`${nameOf(record)}: what the simulator sends by the preset ${stand.preset}`, () => {
        const value = stand.seen.get(nameOf(record));
        assert.ok(value !== undefined, 'it was not seen');
        const forms = new Map(formsIn(value));
        const names = record.fields.map(({ name }) => name);
        for (const field of record.fields) {
          const form = forms.get(field.name) ?? 'absent';
          assert.ok(field[stand.preset].split(' | ').includes(form), `${field.name} is: ${form}`);
        }
        // What stands below a member of which the ledger names nothing more is free.
        const isFree = (path: string): boolean =>
          names.some(
            (name) => path.startsWith(`${name}.`) && !names.some((each) => each.startsWith(`${name}.`)),
          );
        const unnamed = [...forms.keys()].filter((path) => !names.includes(path) && !isFree(path));
        assert.deepEqual(unnamed, []);
      });
    }
  }
});
