import assert from 'node:assert/strict';
import { type Duty, digestOf, NOW, SIGNED, sha256, signOf } from './gateway.ts';

const now = NOW;
const SECRET = 'SecretKey01';

/** Transport rules, the envelope, the signature as such, and versioning. */
export const transportDuties: readonly Duty[] = [
  {
    ids: ['transport.1', 'versioning.1', 'endpoint.all'],
    does: 'every operation answers POST at its path below /gateway/v1, and no other method or path',
    async proof(gateway) {
      assert.match(gateway.bench.simulator.baseUrl, /\/gateway\/v1$/);
      for (const path of Object.keys(SIGNED)) {
        const served = await gateway.send(path, { now });
        assert.notEqual(served.status, 404, path);
        assert.notEqual(served.status, 405, path);
        for (const method of ['GET', 'PUT', 'DELETE']) {
          const { status, result, code } = await gateway.send(path, { now }, { method });
          assert.deepEqual([status, result, Number(code) > 0], [405, false, true], `${method} ${path}`);
        }
      }
      const order = gateway.order();
      assert.equal((await gateway.send('invoice/creates', order)).status, 404);
      const body = JSON.stringify({ shop_id: 5, ...order });
      const { origin } = gateway.bench.simulator;
      for (const prefix of ['/gateway/v2', '/gateway', '']) {
        const response = await fetch(`${origin}${prefix}/invoice/create`, { method: 'POST', body });
        assert.equal(response.status, 404, prefix);
      }
    },
  },
  {
    ids: ['transport.2'],
    does: 'requests are JSON in UTF-8 that says so, and so are the answers',
    async proof(gateway) {
      const { baseUrl } = gateway.bench.simulator;
      const order = gateway.order({ description: 'Книга «Ёж» 📗' });
      const fields = { shop_id: 5, ...order, sign: signOf('invoice/create', { shop_id: 5, ...order }) };
      const post = (type: string, body: string | Uint8Array<ArrayBuffer>) =>
        fetch(`${baseUrl}/invoice/create`, { method: 'POST', headers: { 'content-type': type }, body });
      const form = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]));
      assert.equal((await post('application/x-www-form-urlencoded', form.toString())).status, 415);
      assert.equal((await post('text/plain', JSON.stringify(fields))).status, 415);
      const latin = Buffer.from(JSON.stringify({ ...fields, description: 'caf\u00e9' }), 'latin1');
      const broken = (await (await post('application/json', new Uint8Array(latin))).json()) as {
        result: boolean;
      };
      assert.equal(broken.result, false);
      const answer = await post('application/json; charset=utf-8', JSON.stringify(fields));
      assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
      assert.equal(((await answer.json()) as { result: boolean }).result, true);
      const { data } = await gateway.check(String(order.shop_order_id));
      assert.equal(data.description, 'Книга «Ёж» 📗');
    },
  },
  {
    ids: ['transport.3', 'auth.1'],
    does: 'a request without a signature in the body is refused, whatever its header says',
    async proof(gateway) {
      for (const [path, fields] of [
        ['invoice/create', gateway.order()],
        ['withdraw/create', gateway.payout()],
        ['shop_balance', { now }],
      ] as const) {
        const sign = signOf(path, { shop_id: 5, ...fields });
        assert.equal(await gateway.codeOf(path, fields, { sign: null }), 10, path);
        assert.equal(await gateway.codeOf(path, fields, { sign: null, headers: { sign } }), 10, path);
        await gateway.done(path, fields, { headers: { sign: '0'.repeat(64) } });
      }
    },
  },
  {
    ids: ['auth.2', 'auth.4'],
    does: 'only the lower-case hex SHA-256 of the sorted values, joined by colons, with the key at the end, is right',
    async proof(gateway) {
      const order = gateway.order({ shop_order_id: gateway.fresh('заказ') });
      const { amount, currency, payway, shop_order_id: id } = order;
      const right = digestOf([amount, currency, payway, 5, id]);
      const wrong = {
        'another order': digestOf([id, amount, currency, payway, 5]),
        'a colon before the key': sha256(`${amount}:${currency}:${payway}:5:${id}:${SECRET}`),
        'the key first': sha256(`${SECRET}${amount}:${currency}:${payway}:5:${id}`),
        'another joint': sha256(`${amount};${currency};${payway};5;${id}${SECRET}`),
        'upper case': right.toUpperCase(),
        'the sign signed too': digestOf([amount, currency, payway, 5, id, right]),
        'another key': digestOf([amount, currency, payway, 5, id], 'SecretKey02'),
        'a part': right.slice(0, 63),
        nothing: '',
      };
      for (const [what, sign] of Object.entries(wrong)) {
        assert.equal(await gateway.codeOf('invoice/create', order, { sign }), 10, what);
      }
      await gateway.done('invoice/create', order, { sign: right });
    },
  },
  {
    ids: ['transport.4'],
    does: 'a time without a zone means UTC+03:00, in requests and in records; what is no ISO 8601 is refused',
    async proof(gateway) {
      const expiry = async (expires_at: string): Promise<number> => {
        const { orderId } = await gateway.invoice({ expires_at });
        const { data } = await gateway.check(orderId);
        const shown = String(data.expires_at);
        return Date.parse(/(Z|[+-]\d\d:\d\d)$/.test(shown) ? shown : `${shown}+03:00`);
      };
      assert.equal(await expiry('2026-02-01T12:00:00'), Date.UTC(2026, 1, 1, 9));
      assert.equal(await expiry('2026-02-01T12:00:00Z'), Date.UTC(2026, 1, 1, 12));
      assert.equal(await expiry('2026-02-01T12:00:00-05:00'), Date.UTC(2026, 1, 1, 17));
      for (const wrong of ['01.02.2026 12:00', '2026-02-30T12:00:00', 'soon', '1767225600']) {
        assert.equal(await gateway.codeOf('invoice/create', gateway.order({ expires_at: wrong })), 10, wrong);
      }
    },
  },
  {
    ids: [
      'fields.envelope.result',
      'fields.envelope.message',
      'fields.envelope.error-code',
      'errors.1',
      'endpoint.all',
    ],
    does: 'every answer is the envelope: true, Ok and 0, or false, a text and a code above 0',
    async proof(gateway) {
      const fine = await gateway.done('invoice/create', gateway.order());
      assert.deepEqual(
        [fine.result, fine.message, fine.code, typeof fine.envelope.data],
        [true, 'Ok', 0, 'object'],
      );
      for (const path of Object.keys(SIGNED)) {
        const refused = await gateway.send(path, {});
        assert.equal(refused.result, false, path);
        assert.ok(typeof refused.message === 'string' && refused.message.length > 0, path);
        assert.notEqual(refused.message, 'Ok', path);
        assert.ok(Number.isInteger(refused.code) && Number(refused.code) > 0, path);
        assert.ok('data' in refused.envelope, path);
      }
    },
  },
  {
    ids: ['fields.envelope.data'],
    does: 'data is the object or the array that the operation answers',
    async proof(gateway) {
      const { id, orderId } = await gateway.paid();
      const { envelope: check } = await gateway.check(orderId);
      assert.ok(
        typeof check.data === 'object' && check.data !== null && !Array.isArray(check.data),
        'an object',
      );
      const { envelope: refunds } = await gateway.done('invoice/get-refunds', { invoice_id: id, now });
      assert.deepEqual(refunds.data, []);
      const { envelope: groups } = await gateway.done('shop_input_config/shop', { now });
      assert.ok(Array.isArray(groups.data) && groups.data.length > 0, 'an array');
    },
  },
  {
    ids: ['versioning.2'],
    does: 'the test base serves every path of the production base, with invoices of its own',
    async proof(gateway) {
      for (const path of Object.keys(SIGNED)) {
        const production = await gateway.send(path, { now });
        const test = await gateway.send(path, { now }, { base: 'test' });
        assert.deepEqual([test.status, test.code], [production.status, production.code], path);
      }
      const order = gateway.order();
      const first = await gateway.done('invoice/create', order);
      const second = await gateway.done('invoice/create', order, { base: 'test' });
      assert.notEqual(first.data.id, second.data.id);
    },
  },
  {
    ids: ['versioning.3.optional-parameters'],
    does: 'parameters and headers that a request has never had do no harm, and their absence neither',
    async proof(gateway) {
      const headers = { 'x-new': 'yes', 'idempotency-key': 'k1' };
      const more = { new_field: 'x', new_flag: true, new_object: { a: 1 }, new_nothing: null };
      await gateway.done('invoice/create', gateway.order());
      await gateway.done('invoice/create', { ...gateway.order(), ...more }, { headers });
      await gateway.done('withdraw/create', { ...gateway.payout(), ...more }, { headers });
      await gateway.done('shop_balance', { now, ...more }, { headers });
    },
  },
];
