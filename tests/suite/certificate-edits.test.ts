import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seal } from '../../reports/certificate/dsse.ts';
import { type CertifiedFile, sha256Of, statementOf } from '../../reports/certificate/statement.ts';
import { verifyCertificate } from '../../reports/certificate/verify.ts';
import { asWritten, reportFiles } from '../../reports/render/write.ts';
import { resultSchema } from '../../reports/result.ts';
import { suiteCatalogue } from '../../reports/suite-catalogue.ts';
import { about, privateKey, publicKey } from './support/certificates.ts';
import { after, sampleRun } from './support/sample-run.ts';

const catalogue = suiteCatalogue('2026.1');
/** A small run that has every field which a signed result can have. */
const run = sampleRun(
  {
    'token.expired': {
      attempts: [{ outcome: 'fail' }],
      record: {
        actual: 'It was charged again.',
        proof: [{ channel: 'gateway', at: after(0), text: 'a request' }],
        files: [{ path: 'browser/token.expired/page.png', contentType: 'image/png' }],
        operations: ['withdraw/create'],
      },
    },
    'token.from-notification': {
      attempts: [{ outcome: 'fail' }, { outcome: 'pass' }],
      record: { outcome: 'pass', readings: { 'token.shape': 'object' }, note: 'Under another one.' },
    },
    'token.notification': {
      attempts: [{ outcome: 'inconclusive' }, { outcome: 'pass' }],
      record: { attempts: 2 },
    },
    'token.of-payer': {
      attempts: [{ outcome: 'inconclusive' }],
      record: { actual: 'Unseen.', cause: 'suite', controlWorked: false, stimuli: { notification: 2 } },
    },
  },
  {
    claimed: ['recurrent'],
    strict: false,
    waivers: [
      { check: 'token.of-payer', reason: 'no sandbox', owner: 'Eve', expiry: after(90).slice(0, 10) },
    ],
    sweep: { robust: 3, of: 4, fragile: [{ reading: 'a', answer: 'b', capability: 'c', message: 'd' }] },
    seen: { order: 'T2 ledger' },
    notApplicable: ['hold.auto'],
  },
);
const files = reportFiles(asWritten(run.result), catalogue);
const histories: CertifiedFile[] = Object.entries(run.histories).map(([name, text]) => ({
  name,
  content: Buffer.from(text),
}));

/** Fields whose change is not refused, each with the reason. `verify-certificate` shows none of them. */
const OF_NO_MEANING: readonly (readonly [field: RegExp, why: string])[] = [
  [/^durationMs changed$/, 'No history says how long the reports took: it may differ by a minute.'],
  [/^checks\[\d+\]\.files/, 'Pictures of the browser lie next to the reports and are not certified.'],
];

/** Whether an edited result is refused, with a statement that says what it says as far as it can. */
function isRefused(edited: unknown): boolean {
  const parsed = resultSchema.safeParse(edited);
  const texts = parsed.success ? reportFiles(parsed.data, catalogue) : files;
  const reports = Object.entries({ ...texts, 'result.json': `${JSON.stringify(edited, null, 2)}\n` }).map(
    ([name, text]) => ({ name, content: Buffer.from(text) }),
  );
  const statement = statementFor(parsed.success ? parsed.data : run.result, reports);
  const read = (name: string) => [...reports, ...histories].find((file) => file.name === name)?.content;
  return verifyCertificate(seal(JSON.stringify(statement), privateKey), publicKey, read).problems.length > 0;
}

/** A statement of a result that cannot be signed is that of the run, with the files as they are. */
function statementFor(result: typeof run.result, reports: readonly CertifiedFile[]): object {
  try {
    return statementOf(result, about, reports, histories);
  } catch {
    const subject = [...reports, ...histories].map(({ name, content }) => ({
      name,
      digest: { sha256: sha256Of(content) },
    }));
    return { ...statementOf(run.result, about, reports, histories), subject };
  }
}

/** Other values that the same fields may have, so that it is not the form of the result by which an edit is refused. */
const OTHER: Readonly<Record<string, readonly string[]>> = {
  verdict: ['certified', 'certified-with-waivers'],
  outcome: ['pass', 'warn', 'not-applicable', 'not-claimed'],
  level: ['must', 'should'],
  tier: ['T2 ledger', 'T3 interface'],
  state: ['unused', 'applied'],
  cause: ['merchant', 'suite'],
  channel: ['reply', 'gateway'],
  order: ['T3 interface'],
};

function otherThan(key: string, value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (value === null) return { only: ['a'], capabilities: [], shard: null };
  const text = String(value);
  const other = OTHER[key]?.find((each) => each !== text);
  if (other !== undefined) return other;
  if (/^sha256:/.test(text)) return text.endsWith('0') ? text.replace(/.$/, '1') : text.replace(/.$/, '0');
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return new Date(Date.parse(text) + 1).toISOString();
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return after(91).slice(0, 10);
  if (/^\d+\.\d+$/.test(text)) return `${text}0`;
  return text.endsWith('.png') ? text.replace('.png', '-1.png') : `${text}x`;
}

type Json = Readonly<Record<string, unknown>> | readonly unknown[];
const isTree = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** The places of a list that are edited: of a long one those that are unlike the others, and both ends. */
function placesOf(list: readonly unknown[]): number[] {
  const kinds = new Map(
    list.map((item, at) => [isTree(item) ? Object.keys(item).sort().join() : typeof item, at]),
  );
  return [...new Set([0, ...kinds.values(), list.length - 1])].filter((at) => at < list.length && at >= 0);
}

/** Every edit of a document: what is edited, and the document then. */
function* edits(value: unknown, path = '', key = ''): Generator<readonly [string, unknown]> {
  if (!isTree(value)) {
    yield [`${path} changed`, otherThan(key, value)];
    return;
  }
  if (Array.isArray(value)) {
    if (value.length > 0) yield [`${path} its last twice`, [...value, value.at(-1)]];
    if (new Set(value.map((each) => JSON.stringify(each))).size > 1)
      yield [`${path} in another order`, value.toReversed()];
    for (const at of placesOf(value)) {
      yield [`${path}[${at}] dropped`, value.toSpliced(at, 1)];
      for (const [what, then] of edits(value[at], `${path}[${at}]`, key)) yield [what, value.with(at, then)];
    }
    return;
  }
  yield [`${path} with one member more`, { ...value, more: 1 }];
  for (const [name, member] of Object.entries(value)) {
    const inside = path === '' ? name : `${path}.${name}`;
    const { [name]: _, ...others } = value as Record<string, unknown>;
    yield [`${inside} dropped`, others];
    for (const [what, then] of edits(member, inside, name)) yield [what, { ...value, [name]: then }];
  }
}

/** Of many interpretations, two. */
const { readings } = run.result;
const fewer = Object.fromEntries(Object.entries(readings).slice(0, 2));

describe('an edit of a signed result', () => {
  const result = JSON.parse(files['result.json'] ?? '');

  it('is refused only where there is one', () => {
    assert.equal(isRefused(result), false);
  });

  it('is refused, whatever is changed, dropped or doubled, but for what has no meaning', () => {
    const accepted: string[] = [];
    let count = 0;
    for (const [what, edited] of edits({ ...result, readings: fewer })) {
      const { readings: then, ...rest } = edited as typeof result;
      const whole =
        then === undefined ? rest : { ...(edited as typeof result), readings: { ...readings, ...then } };
      const dropped = Object.keys(fewer).find((id) => then !== undefined && then[id] === undefined);
      if (dropped !== undefined) delete whole.readings[dropped];
      count += 1;
      if (!isRefused(whole)) accepted.push(what);
    }
    assert.ok(count > 250, `${count} edits`);
    assert.deepEqual(
      accepted.filter((what) => !OF_NO_MEANING.some(([field]) => field.test(what))),
      [],
    );
    for (const [field, why] of OF_NO_MEANING)
      assert.ok(
        accepted.some((what) => field.test(what)),
        `${field} is refused: ${why}`,
      );
  });
});
