import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { maskAddress, maskForeign } from '../../history/foreign/mask.ts';
import { proofLine, readHistory } from '../../history/index.ts';
import { masker } from '../../history/masker.ts';
import { printable, printableLine } from '../../history/printable.ts';
import { renderAudit } from '../../reports/audit/page.ts';
import { open } from '../../reports/certificate/dsse.ts';
import { clipAround, namesIn } from '../../reports/deciding.ts';
import { proofFields } from '../../reports/proof-fields.ts';
import { readResult } from '../../reports/read-result.ts';
import { maskHeaders, maskText, parseForm, parseWire, resolveReadings } from '../../simulator/index.ts';
import { acceptsReply } from '../../simulator/protocol/notifications.ts';
import { describeAnswer, excerpt } from '../../suite/drivers/index.ts';
import { lineWith } from '../../suite/engine/leaks.ts';
import { evaluate, exactJson } from '../../suite/recipes/expression.ts';
import { testsOfJunit } from '../../suite/under/results.ts';
import { lab } from '../simulator/core-support.ts';
import { auditFile, FORMATS } from './recordings/audited.ts';
import { paidOrder } from './recordings/talk.ts';

/**
 * Whatever others write is read in time linear in its length. Each reader gets texts of one character repeated around
 * the words that it looks for, short ones and ten times as long ones.
 */

const SEED = 49;
const SHORT = 10_000;
const TIMES = 10;
/** Ten times the length may cost thirty times the time of the processor. */
const MOST_TIMES = 30;
/** What is this fast is fast enough, for any length: squared, the long texts take ten times this or more. */
const FLOOR_MS = 500;

const UNITS = [
  ' ',
  '\t',
  '\\',
  '"',
  "'",
  ':',
  '1',
  '0',
  'a',
  '-',
  '[',
  '{',
  '<',
  '(',
  '%',
  '&',
  ';',
  '=',
  '/',
  '.',
];
const MORE = ['\n', '\r\n', ' \n', '\\"', '"a"', '/a', '<a', '%5B', '\\\\"', 'token', '4111 '];

type Read = (text: string) => unknown;

/** Texts in which a unit, so often that it fills a length, stands before, within, after and between words. */
const shapes: readonly ((fill: (length: number) => string, word: string, length: number) => string)[] = [
  (fill, word, length) => fill(length) + word,
  (fill, word, length) => word + fill(length),
  (fill, word, length) => word + fill(length) + word,
  (fill, word, length) => fill(length / 2) + word + fill(length / 2),
  (fill, word, length) => word.slice(0, word.length / 2) + fill(length) + word.slice(word.length / 2),
  (fill, word, length) => `${word}${fill(3)}`.repeat(Math.ceil(length / (word.length + 3))),
  (fill, word, length) => `x${fill(length)}x${word}`,
];

/** The time of the processor that this process took, which other processes do not lengthen; the least of some tries. */
async function costOf(read: Read, text: string, tries: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let done = 0; done < tries; done += 1) {
    const before = process.cpuUsage();
    try {
      await read(text);
    } catch {
      // To be refused is an answer too.
    }
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
    if (least < FLOOR_MS) break;
  }
  return least;
}

async function isLinear(read: Read, make: (length: number) => string, what: string): Promise<void> {
  const long = await costOf(read, make(SHORT * TIMES), 1);
  if (long < FLOOR_MS) return;
  const again = await costOf(read, make(SHORT * TIMES), 3);
  const short = await costOf(read, make(SHORT), 3);
  assert.ok(
    again < Math.max(FLOOR_MS, short * MOST_TIMES),
    `${what}: ${SHORT * TIMES} characters cost ${Math.round(again)} ms, ${SHORT} cost ${Math.round(short)} ms`,
  );
}

const named = (name: string, unit: string, word: string, shape: number): string =>
  `${name}, ${JSON.stringify(unit)} around ${JSON.stringify(word)} (shape ${shape}, seed ${SEED})`;

function holds(name: string, words: readonly string[], read: Read, runs = 150): void {
  it(name, async () => {
    const property = fc.asyncProperty(
      fc.constantFrom(...UNITS, ...MORE),
      fc.constantFrom(...words, ''),
      fc.nat(shapes.length - 1),
      async (unit, word, shape) => {
        const fill = (length: number): string => unit.repeat(Math.ceil(length / unit.length));
        await isLinear(
          read,
          (length) => shapes[shape]?.(fill, word, length) ?? '',
          named(name, unit, word, shape),
        );
      },
    );
    await fc.assert(property, { seed: SEED, numRuns: runs, endOnFailure: true });
  });
}

const folder = mkdtempSync(join(tmpdir(), 'linear-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const readings = resolveReadings('spec', {});
const bench = lab();
const create = (fields: object): string =>
  JSON.stringify({
    shop_id: 5,
    shop_order_id: 'o',
    amount: '10.50',
    currency: 643,
    payway: 'card_rub',
    ...fields,
  });
const MEMBERS = [
  '"token":"',
  '"sign":"',
  '\\"number\\":\\"4111',
  '"cvv": 123',
  'token=',
  '&pan=4111',
  '"amount":',
];

describe('requests to the gateway', () => {
  holds('a body', MEMBERS, (body) => bench.raw({ body }));
  holds('a body that begins as JSON', MEMBERS, (text) => bench.raw({ body: `{"shop_id":5,${text}` }));
  for (const field of [
    'sign',
    'ps_data',
    'addons',
    'amount',
    'description',
    'shop_order_id',
    'now',
    'callback_url',
  ]) {
    holds(
      `the field ${field}`,
      ['0x', 'sha256=', '"', 'ab'.repeat(32), '2026-01-15', 'tok_', '10.5', ...MEMBERS],
      (text) => bench.raw({ body: create({ [field]: text }) }),
    );
  }
  holds('the name of a field', MEMBERS, (text) =>
    bench.raw({ body: create({ [text]: '1', sign: 'ab'.repeat(32) }) }),
  );
  const json = ['application/json', 'application/json;charset=', 'charset', ';', 'utf-8'];
  holds('the content type', json, (type) =>
    bench.raw({ headers: { 'content-type': type }, body: create({}) }),
  );
  holds('a header with a secret', ['Basic ', 'Bearer '], (authorization) =>
    maskHeaders({ authorization }, ['secret']),
  );
  holds('the path', ['/gateway/v1/', 'invoice/create'], (path) => bench.raw({ path, body: create({}) }));
});

describe('replies, pages, logs and answers of a merchant', () => {
  holds('a reply', ['OK', 'Traceback', '\n at '], (body) =>
    acceptsReply({ status: 200, headers: {}, body }, readings),
  );
  holds('a media type', ['text/plain', ';'], (type) =>
    acceptsReply({ status: 200, headers: { 'content-type': type }, body: 'OK' }, readings),
  );
  holds('a text with secrets', MEMBERS, (text) => maskText(text, ['secret']));
  holds('a text for reports', ['secret', 'c2VjcmV0'], (text) => masker(['secret'])(text));
  holds('a text for terminals', ['\u001b[31m', '\u202e'], (text) => printable(text) + printableLine(text));
  holds('a line of a log', ['secret', '\n'], (text) => lineWith(text, 'secret', '***'));
  holds('an answer of the test interface', ['{"id":', '"amount"', '1.50'], (text) => exactJson(text));
  holds(
    'a message of the test interface',
    ['.', 'no'],
    (text) => describeAnswer({ kind: 'refused', status: 500, code: null, message: text }) + excerpt(text),
  );
  holds('a form', ['a=', '&', '%'], (text) => parseForm(Buffer.from(text)));
  holds('JSON', ['{"a":', '[', '"', 'true'], (text) => parseWire(Buffer.from(text)));
  holds(
    'a page that recipes look into',
    ['<p id="a">', '</p>', '<!--', '<script>', ' class="', '<a href='],
    (text) => evaluate('out', "$css('#a')", { text, body: undefined }, {}),
    30,
  );
  holds(
    'results of tests',
    ['<testsuite>', '<testcase name="a"/>', '<!--', '&lt;', '<![CDATA['],
    testsOfJunit,
    30,
  );
});

describe('recordings', () => {
  const [first, second, third] = paidOrder();
  holds('an address', ['https://a:b@c/', '?token=', '#'], (url) => maskAddress(url, ['secret']));
  holds('a text', ['password: "', 'secret=', 'Bearer ', '4111 1111', ...MEMBERS], (text) =>
    maskForeign(text, ['secret']),
  );
  for (const [format, write] of FORMATS) {
    holds(
      `a reply in a ${format}`,
      ['OK', 'Traceback', 'password="', 'ab'.repeat(32)],
      async (body) => {
        if (first === undefined || second === undefined || third === undefined) return;
        const answer = { status: 500, headers: { 'content-type': 'text/plain' }, body };
        renderAudit(await auditFile(write([first, second, { ...third, answer }])));
      },
      12,
    );
    holds(
      `a request in a ${format}`,
      MEMBERS,
      async (text) => {
        if (first === undefined || second === undefined) return;
        renderAudit(await auditFile(write([{ ...first, body: create({ ps_data: text }) }, second])));
      },
      12,
    );
  }
  holds('a file of any kind', ['{"log":', '{"seq":', '12:34:', '{"status":'], (text) => auditFile(text), 30);
  holds('a history', ['{"seq":1,', '"kind":"request"'], (text) => readHistory(text));
});

describe('proof, results and certificates', () => {
  const event = (body: string) =>
    ({
      seq: 1,
      at: '2026-01-15T12:00:00Z',
      realAt: '2026-01-15T12:00:00Z',
      kind: 'reply',
      notification: 'n',
      attempt: 1,
      outcome: 'replied',
      status: 500,
      headers: {},
      body,
      bytes: body.length,
      latencyMs: 1,
      accepted: false,
    }) as never;
  holds('a line of proof', ['{"a":', ' {', '"'], (text) => proofFields(text));
  holds('an event as proof', ['{"a":', 'OK', '\n'], (text) => proofLine(event(text)));
  holds('the names in a sentence', ['order_1', '"'], (text) => clipAround(text, namesIn(text), 200));
  const { publicKey } = generateKeyPairSync('ed25519');
  holds('a certificate', ['{"payload":"', '"signatures":['], (text) => open(text, publicKey));
  holds('a result', ['{"schema":"', '"checks":['], (text) => {
    const file = join(folder, 'result.json');
    writeFileSync(file, text);
    return readResult(file);
  });
});
