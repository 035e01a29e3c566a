import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecordingError } from '../../../history/foreign/index.ts';
import { nginxLogOf } from '../support/access-logs.ts';
import { bigHistory } from '../support/big-history.ts';
import { harOf } from '../support/wire-calls.ts';
import { auditFile, lawIn, lawsThat } from './audited.ts';
import { create, paidOrder } from './talk.ts';

const at = '2026-03-02T10:00:00.123456789Z';
const halves = (line: string): string[] => [line.slice(0, line.length / 2), line.slice(line.length / 2)];
const docker = (log: string): string => JSON.stringify({ log, stream: 'stdout', time: at });

/** As container runtimes and their tools write the lines of a program. */
const WRAPPERS: readonly (readonly [says: string, wrap: (line: string) => string[]])[] = [
  ['Docker', (line) => [docker(`${line}\n`)]],
  ['Docker, in parts', (line) => halves(line).map((half, index) => docker(index === 0 ? half : `${half}\n`))],
  ['Docker with CRLF', (line) => [`${docker(`${line}\r\n`)}\r`]],
  ['Kubernetes', (line) => [`${at} stdout F ${line}`]],
  [
    'Kubernetes, in parts',
    (line) => halves(line).map((half, index) => `${at} stdout ${index === 0 ? 'P' : 'F'} ${half}`),
  ],
  ['docker compose logs', (line) => [`gateway-1   | ${line}`]],
  ['kubectl logs --timestamps', (line) => [`${at} ${line}`]],
];

/** What the program, and others in its container, wrote as well. */
const NOISE = ['Listening on port 8040', '{"level":"info","msg":"started"}', '', '{"half":'];
const noisy = (lines: readonly string[]): string[] => [
  ...NOISE,
  ...lines.flatMap((line) => [line, ...NOISE]),
];

const faulty = [...paidOrder(), create(9, { shop_order_id: 'x' }, 100, { key: 'other' })];
const linesOf = (log: string | Buffer): string[] => log.toString().trim().split('\n');

for (const [says, wrap] of WRAPPERS) {
  test(`the log of a container is unwrapped: ${says}`, async () => {
    const wrapped = (lines: readonly string[]) => `${noisy(lines).flatMap(wrap).join('\n')}\n`;
    const history = await auditFile(wrapped([...bigHistory(3)]));
    assert.deepEqual(lawsThat('fail', history), []);
    assert.deepEqual([history.recordings[0]?.format, history.recordings[0]?.seen.invoices], ['gatecheck', 3]);
    assert.equal(lawIn(history, 'signed-and-secret').judged, 6);
    const log = await auditFile(wrapped(linesOf(nginxLogOf(faulty))));
    assert.equal(log.recordings[0]?.format, 'access log');
    assert.deepEqual(lawsThat('fail', log), ['signed-and-secret']);
    await assert.rejects(auditFile(wrapped([])), (error) => {
      return error instanceof RecordingError && /the log of a container/.test(error.message);
    });
  });
}

const har = JSON.parse(harOf(faulty));
const text = 'a "log": { in a text \\';

/** A HAR whose first member is another one. */
const ORDERS: readonly (readonly [says: string, document: object])[] = [
  ['a comment', { comment: text, ...har }],
  ['an object', { meta: { log: { a: [1, '}'] } }, list: [{ log: {} }], ...har }],
  ['a version', { version: 1, log: har.log, end: true }],
];

for (const [says, document] of ORDERS) {
  test(`a HAR is recognised where ${says} comes first`, async () => {
    for (const space of [0, 2]) {
      const audit = await auditFile(JSON.stringify(document, null, space));
      assert.deepEqual(lawsThat('fail', audit), ['signed-and-secret'], String(space));
    }
  });
}
