import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Bench, secret, signedBody, startBench } from './server-support.ts';

/** Small requests that once kept the process busy for minutes: each costs what a harmless one of its size costs. */

/** How much longer the answer may take. */
const MOST_MORE_MS = 50;
/** Another process may have the processor meanwhile: the least of so many tries counts. */
const TRIES = 7;

const CREATE = 'invoice/create';
const order = { shop_order_id: 'order-1', amount: '10.50', currency: 643, payway: 'card_rub' };
const unsigned = (fields: object): string => JSON.stringify({ shop_id: 5, ...order, ...fields });

/** What came, and a request of its size that says nothing. */
const REQUESTS: readonly [what: string, hostile: Request, harmless: Request][] = [
  ...[4_000, 100_000].map((length): [string, Request, Request] => [
    `a sign with ${length} blanks inside`,
    { body: unsigned({ sign: `a${' '.repeat(length)}a` }) },
    { body: unsigned({ sign: 'a'.repeat(length) }) },
  ]),
  ...[100_000, 900_000].map((length): [string, Request, Request] => [
    `a ps_data of "token" and ${length} backslashes`,
    { body: unsigned({ ps_data: `"token${'\\'.repeat(length / 2)}` }) },
    { body: unsigned({ ps_data: `"token${'a'.repeat(length)}` }) },
  ]),
  [
    'a Content-Type with 15,000 blanks',
    { body: unsigned({}), type: `application/json;charset=a${' '.repeat(15_000)};b` },
    { body: unsigned({}), type: `application/json;charset=a${'a'.repeat(15_000)};b` },
  ],
  [
    'quotes and backslashes that are no JSON',
    { body: `{"shop_id":5,${'"\\\\'.repeat(30_000)}` },
    { body: `{"shop_id":5,${'abc'.repeat(30_000)}` },
  ],
];

interface Request {
  readonly body: string;
  readonly type?: string;
}

async function timeOf(bench: Bench, { body, type = 'application/json' }: Request): Promise<number> {
  const started = performance.now();
  const response = await fetch(`${bench.simulator.baseUrl}/${CREATE}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body,
  });
  const { result } = (await response.json()) as { result: boolean };
  assert.equal(result, false);
  return performance.now() - started;
}

for (const transport of ['node', 'mockttp'] as const) {
  describe(`over ${transport}`, () => {
    let bench: Bench;
    before(async () => {
      bench = await startBench({ transport });
      for (const [, , harmless] of REQUESTS) await timeOf(bench, harmless);
    });
    after(() => bench.stop());

    for (const [what, hostile, harmless] of REQUESTS) {
      it(`answers ${what} in time`, { timeout: 60_000 }, async () => {
        let more = Number.POSITIVE_INFINITY;
        for (let tries = 0; tries < TRIES && more > MOST_MORE_MS; tries += 1) {
          const plain = await timeOf(bench, harmless);
          more = Math.min(more, (await timeOf(bench, hostile)) - plain);
        }
        assert.ok(more <= MOST_MORE_MS, `it takes ${Math.round(more)} ms more`);
      });
    }

    it('still knows a right signature', async () => {
      const { result } = await bench.call(CREATE, { ...order, shop_order_id: `right-${transport}` });
      assert.equal(result, true);
      assert.ok(!signedBody(CREATE, order).includes(secret));
    });
  });
}
