import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { HistoryEvent } from '../../history/index.ts';
import { laws } from '../../ledger/index.ts';
import { auditOf } from '../../reports/audit/audit.ts';
import { readAny } from '../../reports/audit/read-any.ts';
import { resolveReadings } from '../../simulator/index.ts';
import { type Bench, plainInvoice, signedBody, startBench } from './server-support.ts';

const json = 'Content-Type: application/json\r\n';
const body = signedBody('invoice/create', { ...plainInvoice, shop_order_id: 'cut' });
const half = body.slice(0, body.length / 2);
const sized = `${json}Content-Length: ${Buffer.byteLength(body)}\r\n`;

/** What is sent before the connection ends, piece by piece. */
const CUTS: readonly (readonly [says: string, path: string, pieces: readonly string[]])[] = [
  ['the head alone', 'invoice/create', [sized, '']],
  ['the head and half of the body', 'invoice/create', [sized, half]],
  ['all but the last byte', 'invoice/create', [sized, body.slice(0, -1)]],
  ['a head that waits for 100 Continue', 'invoice/create', [`${sized}Expect: 100-continue\r\n`, '']],
  [
    'chunks without the last one',
    'invoice/create',
    [`${json}Transfer-Encoding: chunked\r\n`, `${body.length.toString(16)}\r\n${body}\r\n`],
  ],
  [
    'half of a chunk',
    'invoice/create',
    [`${json}Transfer-Encoding: chunked\r\n`, `${body.length.toString(16)}\r\n${half}`],
  ],
  ['a head without a media type', 'invoice/create', [`Content-Length: 100\r\n`, '{']],
  ['a path that is no operation', 'invoice/pay', [sized, half]],
];

const ENDINGS = { destroyed: 'destroy', 'reset at once': 'resetAndDestroy', 'half-closed': 'end' } as const;

for (const transport of ['node', 'mockttp'] as const) {
  describe(`a request that did not arrive whole, over ${transport}`, () => {
    const journal: HistoryEvent[] = [];
    const dir = mkdtempSync(join(tmpdir(), 'cut-requests-'));
    const journalFile = join(dir, 'journal.ndjson');
    let bench: Bench;
    before(async () => {
      bench = await startBench({
        transport,
        journalFile,
        store: { path: join(dir, 'store.db') },
        onEvent: (event) => journal.push(event as HistoryEvent),
      });
    });
    after(async () => {
      await bench.stop();
      rmSync(dir, { recursive: true, force: true });
    });

    async function cut(path: string, [headers, sent]: readonly string[], how: keyof typeof ENDINGS) {
      // What was answered before is recorded by now.
      await pause(20);
      const before = journal.length;
      const socket = connect(Number(new URL(bench.simulator.baseUrl).port), '127.0.0.1');
      socket.on('error', () => undefined);
      socket.resume();
      socket.write(
        `POST ${new URL(`/gateway/v1/${path}`, 'http://gateway').pathname} HTTP/1.1\r\nHost: gateway\r\n${headers}\r\n`,
      );
      await pause(15);
      if (sent !== '') socket.write(sent ?? '');
      await pause(5);
      socket[ENDINGS[how]]();
      for (let tries = 0; journal.length === before && tries < 200; tries += 1) await pause(5);
      await pause(5);
      return journal.slice(before);
    }

    for (const how of Object.keys(ENDINGS) as (keyof typeof ENDINGS)[]) {
      for (const [says, path, pieces] of CUTS) {
        test(`${says}, and the connection is ${how}`, async () => {
          const events = await cut(path, pieces, how);
          assert.deepEqual(
            events.map(({ kind }) => kind),
            ['cut-request'],
            JSON.stringify(events),
          );
        });
      }
    }

    test('half of a form on a payment page is no choice of the payer', async () => {
      const made = await bench.call('invoice/create', { ...plainInvoice, shop_order_id: 'page' });
      const id = Number(made.data?.id);
      const session = JSON.stringify(made.data).match(/session_id[^0-9a-zA-Z]+([\w-]+)/)?.[1];
      const form = `session_id=${session}&action=pay`;
      const [event] = await cut(
        `../../pay/${id}`,
        [`Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.length + 9}\r\n`, form],
        'destroyed',
      );
      assert.equal(event?.kind, 'cut-request');
      const { status } = await bench.control<{ status: number }>('GET', `/invoices/${id}`);
      assert.equal(status, 1);
    });

    test('nothing of it is carried out, and nobody is blamed for it', async () => {
      const made = await bench.call('invoice/create', { ...plainInvoice, shop_order_id: 'whole' });
      assert.equal(made.result, true);
      assert.equal(
        (await bench.call('invoice/create', { ...plainInvoice, shop_order_id: 'cut' })).result,
        true,
      );
      const { events } = await bench.control<{ events: readonly unknown[] }>(
        'GET',
        '/journal?kind=cut-request&limit=1000',
      );
      assert.equal(events.length, CUTS.length * Object.keys(ENDINGS).length + 1);
      const rows = (search: string) =>
        bench.control<{ total: number; rows: { shows: object }[] }>(
          'GET',
          `/console/rows?view=exchanges&search=${encodeURIComponent(search)}`,
        );
      const [row] = (await rows('outcome:cut invoice/pay')).rows;
      assert.deepEqual(row?.shows, {
        ...row?.shows,
        operation: 'POST /gateway/v1/invoice/pay',
        sign: 'unseen',
      });
      assert.equal((await rows('is:error')).total, 0);
      await bench.stop();
      const recordings = await readAny(journalFile, {
        format: undefined,
        foreign: { readings: resolveReadings(), keys: new Map(), gateway: [], callback: [] },
        logNames: {},
      });
      const audit = auditOf(recordings, { file: 'h', suite: '0', readings: {} }, laws);
      assert.equal(
        audit.outcome,
        'nothing-found',
        JSON.stringify(audit.laws.filter(({ found }) => found > 0)),
      );
      assert.equal(audit.recordings[0]?.seen.requests, 3);
      assert.match(
        audit.recordings[0]?.unseen.join('\n') ?? '',
        /^The whole of 25 requests, whose connection/,
      );
    });
  });
}
