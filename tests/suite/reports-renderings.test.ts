import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { maskDeep } from '../../history/mask-deep.ts';
import { masker } from '../../history/masker.ts';
import { isDeciding, subjectOf } from '../../reports/deciding.ts';
import { mergeResults } from '../../reports/merge-results.ts';
import { proofFields } from '../../reports/proof-fields.ts';
import { readResult, UnreadableResult } from '../../reports/read-result.ts';
import { renderJunit } from '../../reports/render/junit.ts';
import { renderSummary } from '../../reports/render/summary.ts';
import { renderTerminal } from '../../reports/render/terminal.ts';
import { writeReports } from '../../reports/render/write.ts';
import { Progress } from '../../reports/reporter/progress.ts';
import { TimeLeft } from '../../reports/reporter/time-left.ts';
import { type Result, resultSchema } from '../../reports/result.ts';
import { resultJsonSchema } from '../../reports/result-schema.ts';
import { renderStatement } from '../../reports/statement/statement.ts';
import { judge } from '../../reports/verdict.ts';
import { makeFolder } from '../../suite/process/make-folder.ts';
import { allPass, catalogue, evidence, law, record, runInfo } from './reports-samples.ts';

const hostile = '<script>alert(1)</script>"\'&]]>\u0000\u001b[2J`|\ud800';

/** A run with one of everything, and a merchant whose every text is hostile. */
const mixed: Result = judge(
  evidence(
    [
      record('a.one', 'fail', {
        actual: hostile,
        proof: [
          { channel: 'gateway', at: '2026-03-01T10:00:00.123Z', text: `merchant → gateway: ${hostile}` },
          { channel: 'reply', at: '2026-03-01T10:00:00.200Z', text: hostile },
        ],
        laws: [law('law.x', 'fail', { actual: hostile })],
        combinations: [
          {
            kind: hostile,
            events: { create: 'It is made.', cancel: 'It is cancelled.', [hostile]: hostile },
            pairs: { create: { cancel: 'right', [hostile]: 'broken' }, cancel: { cancel: 'open' } },
          },
        ],
      }),
      record('a.two', 'inconclusive', { note: hostile }),
      record('a.should', 'fail', { actual: 'It is slow.' }),
    ],
    {
      info: {
        ...runInfo,
        merchant: { name: hostile, version: '1' },
        waivers: [{ check: 'a.two', reason: hostile, owner: hostile, expiry: '2026-12-31' }],
      },
      problems: [{ kind: 'harness-failed', message: hostile }],
    },
  ),
  catalogue,
);
const certified = judge(evidence(allPass()), catalogue);

const validate = (() => {
  const ajv = new Ajv2020({ strict: true });
  addFormats.default(ajv);
  return ajv.compile(JSON.parse(resultJsonSchema()));
})();

describe('what was not seen', () => {
  const reason = 'The merchant does not retry an order.';
  const excluded = 'The profile names no lookups.';
  const result = judge(
    evidence([
      ...allPass().filter(({ id }) => id !== 'a.two' && id !== 'p.one'),
      record('a.two', 'not-applicable', { actual: reason, unseen: true }),
      record('p.one', 'not-applicable', { actual: excluded }),
    ]),
    catalogue,
  );

  it('is told apart in result.json from what the configuration excludes', () => {
    const found = Object.fromEntries(result.checks.map(({ id, unseen }) => [id, unseen]));
    assert.equal(found['a.two'], true);
    assert.equal(found['p.one'], undefined);
    assert.ok(validate(JSON.parse(JSON.stringify(result))), JSON.stringify(validate.errors));
  });

  it('is listed in the statement under a heading of its own, with its reason', () => {
    const page = renderStatement(result, catalogue);
    const [, unseen = '', others = ''] =
      /Not judged, because the suite did not see it \(1\)(.*?)Checks out of scope \(1\)(.*)/s.exec(page) ??
      [];
    assert.ok(unseen.includes('a.two') && unseen.includes(reason));
    assert.ok(!unseen.includes('p.one') && others.includes('p.one') && others.includes(excluded));
  });

  it('is listed in summary.md, with its reason', () => {
    const summary = renderSummary(result, catalogue);
    assert.match(
      summary,
      /- Not judged, because the suite did not see it \(1\):\n {2}- `a\.two`: The merchant/,
    );
    assert.ok(!summary.includes('p.one'));
  });
});

describe('result.json', () => {
  for (const [name, result] of Object.entries({ mixed, certified })) {
    it(`${name} fits the JSON Schema`, () => {
      assert.ok(validate(JSON.parse(JSON.stringify(result))), JSON.stringify(validate.errors));
    });
  }

  it('has the keys of the contract, in their order', () => {
    assert.deepEqual(Object.keys(certified), [
      'schema',
      'verdict',
      'headline',
      'suite',
      'merchant',
      'configuration',
      'selection',
      'scope',
      'waivers',
      'seed',
      'readings',
      'startedAt',
      'durationMs',
      'summary',
      'checks',
      'requirements',
      'laws',
    ]);
    assert.deepEqual(Object.keys(certified.checks[0] ?? {}), [
      'id',
      'title',
      'level',
      'requirements',
      'outcome',
      'expected',
      'actual',
      'proof',
      'reproduce',
      'durationMs',
    ]);
  });

  for (const [name, spoil] of Object.entries({
    'an unknown verdict': (result: Result) => ({ ...result, verdict: 'great' }),
    'a missing seed': ({ seed: _, ...result }: Result) => result,
    'a further key': (result: Result) => ({ ...result, extra: 1 }),
    'a summary with a hole': (result: Result) => ({ ...result, summary: { pass: 1 } }),
  })) {
    it(`the schema refuses ${name}`, () => {
      const spoilt = JSON.parse(JSON.stringify(spoil(certified)));
      assert.equal(validate(spoilt), false);
      assert.equal(resultSchema.safeParse(spoilt).success, false);
    });
  }

  it('the published schema is the one of the code (npx tsx scripts/write-result-schema.ts)', () => {
    const file = new URL('../../reports/schema/result.schema.json', import.meta.url);
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), JSON.parse(resultJsonSchema()));
  });
});

describe('renderings', () => {
  it('the statement escapes a hostile merchant and fetches nothing', () => {
    const page = renderStatement(mixed, catalogue);
    assert.ok(!page.includes('<script'), 'no script element');
    assert.ok(page.includes('&lt;script>alert(1)'));
    assert.ok(!/\bsrc=|\bhref="(?!#)|url\(|@import/.test(page));
    for (const part of [
      'Not certified',
      'Waivers',
      'Scope',
      'May it go live?',
      '2 checks and laws, 1 cause',
      'Could not be shown',
      'Not run (1)',
      'Warnings <span class="soft small">(1)</span>',
      'Requirement by requirement',
      'Laws over',
      'What was not tested',
      'Interpretations of the specification',
      'It happens inside the merchant.',
      'How to mend a.one.',
      'Rule of a.one',
      'gatecheck certify --only a.one --seed 42',
    ]) {
      assert.ok(page.includes(part), part);
    }
  });

  it('the statement shows which pairs of events the merchant went through', () => {
    const page = renderStatement(mixed, catalogue);
    assert.match(page, /went through 2 of 3 pairs, and something broke in 1 of them/);
    for (const [tone, mark, says] of [
      ['good', '●', 'gone through and right'],
      ['bad', '✕', 'gone through, and something broke'],
      ['quiet', '○', 'not gone through in this run'],
    ]) {
      assert.ok(page.includes(`<td class="${tone}">${mark}<`), mark);
      assert.ok(page.includes(`<b class="${tone}">${mark}</b> ${says}`), says);
    }
    assert.doesNotMatch(renderStatement(certified, catalogue), /Combinations/);
    assert.match(renderSummary(mixed, catalogue), /- Combinations: 2 of 3 pairs, and something broke in 1/);
  });

  it('the statement is a well-formed document with one title and a heading order', () => {
    const page = renderStatement(certified, catalogue);
    assert.match(page, /^<!doctype html>\n<html lang="en">/);
    assert.equal(page.match(/<h1>/g)?.length, 1);
    assert.match(page, /prefers-color-scheme: dark/);
    assert.match(page, /@media print/);
    assert.ok(!page.includes('Failures ('));
  });

  it('JUnit counts failures, errors and skips, and stays well-formed', () => {
    const xml = renderJunit(mixed);
    assert.match(
      xml,
      /<testsuite name="gatecheck checks"[^>]* tests="4" failures="1" errors="0" skipped="2"/,
    );
    assert.match(xml, /<testsuite name="gatecheck laws"[^>]* failures="1"/);
    assert.match(xml, /<testsuite name="gatecheck run"[^>]* errors="1"/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be in any XML.
    assert.ok(!/[\u0000-\u0008\u001b]/.test(xml));
    for (const [cdata] of xml.matchAll(/<!\[CDATA\[[\s\S]*?\]\]>(?=\s*<)/g)) assert.match(cdata, /\]\]>$/);
    const outside = xml.replace(/<!\[CDATA\[[\s\S]*?\]\]>/g, '');
    assert.doesNotMatch(outside, /.{0,200}<script/);
  });

  it('all say the same sentence, and JUnit ends as the exit code does', () => {
    const waivers = [{ check: 'a.one', reason: 'r', owner: 'o', expiry: '2026-12-31' }];
    const rows = [
      [certified, 0],
      [judge(evidence(allPass({ 'a.should': 'warn' })), catalogue), 0],
      [
        judge(evidence(allPass({ 'a.should': 'warn' }), { info: { ...runInfo, strict: true } }), catalogue),
        1,
      ],
      [
        judge(evidence(allPass({ 'a.one': 'inconclusive' }), { info: { ...runInfo, waivers } }), catalogue),
        0,
      ],
      [judge(evidence(allPass({ 'a.one': 'inconclusive' })), catalogue), 1],
      [mixed, 1],
    ] as const;
    for (const [result, isBad] of rows) {
      const { headline } = result;
      assert.ok(renderStatement(result, catalogue).includes(`<h1>${headline}</h1>`), headline);
      assert.ok(renderSummary(result, catalogue).startsWith(`## gatecheck: ${headline}\n`), headline);
      assert.ok(renderTerminal(result, catalogue, 'x', false).includes(`Verdict:  ${headline}\n`), headline);
      const xml = renderJunit(result);
      assert.ok(xml.includes(`<property name="headline" value="${headline}"/>`), xml);
      assert.match(
        xml,
        new RegExp(`<testcase classname="gatecheck.verdict" name="verdict"[^]*?${headline.slice(0, 20)}`),
      );
      assert.equal(/<(failure|error)\b/.test(xml), isBad === 1, headline);
    }
  });

  it('green is for a certificate without a warning', () => {
    const banner = (result: Result) => /class="banner (\w+)"/.exec(renderStatement(result, catalogue))?.[1];
    assert.equal(banner(certified), 'good');
    assert.equal(banner(judge(evidence(allPass({ 'a.should': 'warn' })), catalogue)), 'caution');
  });

  it('the summary is short Markdown that a merchant cannot steer', () => {
    const summary = renderSummary(mixed, catalogue);
    assert.match(
      summary,
      /^## gatecheck: Not certified for invoice: 2 of 4 checks, 1 failed, 1 law broken, /,
    );
    assert.ok(!summary.includes('<script'));
    assert.match(summary, /### `a\.one` failed\n- Expected: What a\.one expects\./);
    assert.match(summary, /- Not run: `p\.one`/);
    assert.ok(renderSummary(certified, catalogue).length < 700);
  });

  it('shows how a long proof began and what it came to, each on one line', () => {
    const proof = Array.from({ length: 30 }, (_, index) => ({
      channel: 'gateway' as const,
      at: '2026-03-01T10:00:00.123Z',
      text: `line ${index}: {\n  "a": 1\n}`,
    }));
    const result = judge(evidence([record('a.one', 'fail', { actual: 'Wrong.', proof })]), catalogue);
    const text = renderTerminal(result, catalogue, 'out/statement.html', false);
    const shown = [...text.matchAll(/line (\d+): \{ "a": 1 \}$/gm)].map(([, number]) => Number(number));
    assert.deepEqual(shown, [0, 1, 2, 25, 26, 27, 28, 29]);
    assert.match(text, /\(22 lines left out: see statement\.html\)/);
  });

  it('shows of a long proof the lines that name what the failure speaks of, with the fields that decide', () => {
    const id = 'p-8f8c149250814f00a9409f63912bd2ea';
    const call = (index: number, payment: string): string =>
      `merchant → gateway: POST /gateway/v1/withdraw/create {${'"field":"value",'.repeat(12)}"shop_payment_id":"${payment}","line":${index}}`;
    const proof = Array.from({ length: 30 }, (_, index) => ({
      channel: 'gateway' as const,
      at: '2026-03-01T10:00:00.123Z',
      text: call(index, index === 12 ? id : `p-${index}`),
    }));
    const actual = `A new shop_payment_id ${id} was used.`;
    const result = judge(evidence([record('a.one', 'fail', { actual, proof })]), catalogue);
    const text = renderTerminal(result, catalogue, 'out/statement.html', false);
    assert.match(text, new RegExp(`POST /gateway/v1/withdraw/create .* … "shop_payment_id":"${id}"…$`, 'm'));
    assert.match(text, /\(\d lines left out[\s\S]*\(\d+ lines left out/);
  });

  it('the terminal ends with the command that tells what to mend, where there is something', () => {
    const ending = (outcome: 'pass' | 'warn' | 'fail'): string =>
      renderTerminal(
        judge(
          evidence(allPass({ 'a.should': outcome, ...(outcome === 'fail' && { 'a.one': outcome }) })),
          catalogue,
        ),
        catalogue,
        'my reports/statement.html',
        false,
      )
        .trimEnd()
        .split('\n')
        .at(-1) ?? '';
    assert.match(ending('pass'), /^Report: /);
    assert.equal(ending('warn'), "Next:     gatecheck next 'my reports' --warnings");
    assert.equal(ending('fail'), "Next:     gatecheck next 'my reports'");
  });

  it('the terminal tells what the set-up kept from being tried once, whatever number of checks it was', () => {
    const reason = 'The merchant gave no usable answer to 3 calls in a row.';
    const records = ['a.one', 'a.two'].map((id) => record(id, 'setup-failed', { actual: reason }));
    const result = judge(evidence(records), catalogue);
    const problems = [{ kind: 'setup-failed' as const, message: `Preflight, set-up: ${reason}` }];
    const said = (told: typeof result): number =>
      renderTerminal(told, catalogue, 'x', false).split(reason).length - 1;
    assert.equal(said(result), 1);
    assert.equal(said({ ...result, problems }), 1);
    assert.match(
      renderTerminal({ ...result, problems }, catalogue, 'x', false),
      /Because of it 2 checks were not tried\./,
    );
  });

  it('the terminal counts what was not run with a problem only where nothing was tried', () => {
    const problems = [{ kind: 'setup-failed' as const, message: 'There is no merchant.' }];
    const shown = (...records: Parameters<typeof evidence>[0]): string =>
      renderTerminal({ ...judge(evidence(records), catalogue), problems }, catalogue, 'x', false);
    assert.match(shown(), /There is no merchant\.\n {2}Because of it 4 checks were not tried\./);
    assert.doesNotMatch(shown(), /NOT RUN/);
    const begun = shown(record('a.one', 'pass'));
    assert.match(begun, /^NOT RUN a\.should, a\.two, p\.one$/m);
    assert.doesNotMatch(begun, /Because of it/);
  });

  it('marks in a line of proof the fields that the finding names, and those that changed', () => {
    const before = 'merchant says: {"order_id":"o-1","state":"pending","credited":"0.00","refunded":"0.00"}';
    const text =
      'merchant says: {"order_id":"o-1","state":"paid","credited":"21.00","refunded":"0.00","n":3}';
    const valuesOf = (line: string) =>
      new Map(proofFields(line).fields.map(({ name, value }) => [name, value]));
    const marked = (words: readonly string[], line = '') =>
      proofFields(text)
        .fields.filter((field) => isDeciding(field, new Set(words), valuesOf(line)))
        .map(({ name, value }) => `${name} ${value}`);
    assert.deepEqual(marked(['order', 'was', 'credited']), ['credited "21.00"']);
    assert.deepEqual(marked(['n'], before), ['state paid', 'credited "21.00"', 'n 3']);
    assert.deepEqual(marked([]), []);
    assert.equal(subjectOf(text), subjectOf(before));
  });

  it('the terminal shows control characters instead of obeying them', () => {
    const text = renderTerminal(mixed, catalogue, 'out/statement.html', false);
    assert.ok(!text.includes('\u001b') && !text.includes('\u0000'));
    assert.match(text, /\\x1b\[2J/);
    assert.match(text, /Verdict: {2}Not certified/);
    assert.match(text, /Checks: {3}1 failed, 1 inconclusive, 1 not run, 1 warned/);
    assert.match(text, /Report: {3}out\/statement\.html\nNext: {5}gatecheck next out\n$/);
  });

  it('masks secrets in every spelling, and leaves the fixed words alone', () => {
    const mask = masker(['sh"op/secret', 'certified', 'pin']);
    const masked = maskDeep(
      {
        verdict: 'certified',
        checks: [{ actual: 'sh"op/secret and {"k":"sh\\"op/secret"} and sh%22op%2Fsecret; certified pin' }],
      },
      mask,
    );
    assert.deepEqual(masked, {
      verdict: 'certified',
      checks: [{ actual: '<SECRET> and {"k":"<SECRET>"} and <SECRET>; <SECRET> pin' }],
    });
  });

  it('writes all of them, and reads the result again', () => {
    const dir = mkdtempSync(join(tmpdir(), 'gatecheck-write-'));
    writeReports(dir, certified, catalogue);
    assert.deepEqual(readdirSync(dir).sort(), ['junit.xml', 'result.json', 'statement.html', 'summary.md']);
    assert.deepEqual(readResult(dir), certified);
    assert.throws(() => readResult(join(dir, 'junit.xml')), UnreadableResult);
    assert.throws(() => readResult(join(dir, 'no-such')), /no-such cannot be read/);
    rmSync(dir, { recursive: true });
  });

  it('keep a folder that was made for them out of git, and hides nothing in one that was there', () => {
    const dir = mkdtempSync(join(tmpdir(), 'gatecheck-write-'));
    const [own, ignored] = [join(dir, 'reports/out'), '.gitignore'];
    makeFolder(own);
    assert.equal(readFileSync(join(own, ignored), 'utf8'), '*\n');
    makeFolder(dir);
    assert.ok(!readdirSync(dir).includes(ignored));
    rmSync(dir, { recursive: true });
  });
});

describe('progress', () => {
  const shown = (isTTY: boolean): string => {
    let text = '';
    const target = { isTTY, columns: 60, write: (chunk: string) => (text += chunk) };
    const progress = new Progress(target, 10, false);
    progress.began('a.one');
    progress.ended(record('a.one', 'pass'));
    progress.ended(record('a.two', 'pass', { laws: [law('law.x', 'fail')] }));
    progress.ended(record('p.one', 'fail'));
    progress.end();
    return text;
  };

  it('is one plain line for each check off a terminal', () => {
    assert.deepEqual(shown(false).split('\n'), [
      '[ 1/10] passed         a.one (10 ms)',
      '[ 2/10] law broken     a.two (10 ms) · breaks law.x',
      '[ 3/10] failed         p.one (10 ms)',
      '',
    ]);
  });

  it('is a living line on a terminal, where only trouble stays', () => {
    const kept = shown(true)
      .split('\n')
      .map((line) => line.slice(line.lastIndexOf('\u001b[2K') + 4));
    assert.deepEqual(kept, [
      'law broken     a.two (10 ms) · breaks law.x',
      'failed         p.one (10 ms)',
      '',
    ]);
    // As the headline of the verdict counts them.
    assert.ok(shown(true).includes('3/10 checks · 1 failed · 1 law broken'));
  });

  it('counts nothing that does not apply', () => {
    let text = '';
    const progress = new Progress({ write: (chunk) => (text += chunk) }, 3, false);
    progress.ended(record('a.one', 'pass'));
    progress.ended(record('a.two', 'not-applicable'));
    progress.ended(record('p.one', 'pass'));
    assert.deepEqual(text.split('\n'), [
      '[1/3] passed         a.one (10 ms)',
      '      not applicable a.two (10 ms)',
      '[2/2] passed         p.one (10 ms)',
      '',
    ]);
  });

  it('tells what kept checks from being tried once for each reason', () => {
    const shown = (isTTY: boolean): string => {
      let text = '';
      const target = { isTTY, columns: 80, write: (chunk: string) => (text += chunk) };
      const progress = new Progress(target, 4, false);
      for (const [id, actual] of [
        ['a.one', 'Nothing listens.'],
        ['a.two', 'Nothing listens.'],
        ['b.one', 'There is no browser.'],
        ['b.two', 'Nothing listens.'],
      ] as const)
        progress.ended(record(id, 'setup-failed', { actual }));
      return text;
    };
    for (const isTTY of [false, true]) {
      assert.deepEqual(
        [...shown(isTTY).matchAll(/set-up failed +(\S+)/g)].map(([, id]) => id),
        ['a.one', 'b.one'],
      );
    }
    assert.match(shown(true), /4\/4 checks · 4 undecided$/);
  });

  it('tells the time that is left, by what checks of a kind take', () => {
    let now = 0;
    const ids = ['combination.single', 'a.one', 'a.two', ...Array.from({ length: 57 }, (_, n) => `b.n${n}`)];
    const left = new TimeLeft(ids, 10, () => now);
    const after = (ms: number, id: string): string | undefined => {
      now += ms;
      left.ended(id);
      return left.words();
    };
    // The first one waits for the preflight.
    assert.equal(after(60_000, 'a.one'), undefined);
    assert.equal(after(1_000, 'a.two'), undefined);
    assert.equal(after(21_000, 'combination.single'), 'about 2 min left');
    for (const id of ids.slice(3, -20)) after(2_000, id);
    assert.equal(left.words(), 'about 40 s left');
    for (const id of ids.slice(-20, -2)) after(2_000, id);
    assert.equal(left.words(), 'a few seconds left');
    for (const id of ids.slice(-2)) after(2_000, id);
    assert.equal(left.words(), undefined);
  });

  it('shows it on a terminal, and in a log every 25 checks', () => {
    const ids = Array.from({ length: 60 }, (_, n) => `a.n${n}`);
    const shown = (options: { readonly isTTY?: boolean; readonly isQuiet?: boolean }): string => {
      let [text, now] = ['', 0];
      const timeLeft = new TimeLeft(ids, 10, () => now);
      const target = { isTTY: options.isTTY, columns: 80, write: (chunk: string) => (text += chunk) };
      const progress = new Progress(target, ids.length, false, {
        timeLeft,
        isQuiet: options.isQuiet === true,
      });
      for (const id of ids) {
        now += 1_000;
        progress.ended(record(id, 'pass'));
      }
      return text;
    };
    assert.equal(
      shown({ isQuiet: true }),
      '25/60 checks · about 40 s left\n50/60 checks · about 10 s left\n',
    );
    assert.match(shown({}), /\[25\/60\] passed .*\n25\/60 checks · about 40 s left\n\[26\/60\]/);
    assert.match(shown({ isTTY: true }), /10\/60 checks · about 50 s left/);
  });
});

describe('merging results', () => {
  const shard = (ids: readonly string[], name: string, more = {}): Result =>
    judge(
      evidence(
        allPass(more).filter((item) => ids.includes(item.id)),
        {
          info: { ...runInfo, selection: { only: [], capabilities: [], shard: name } },
          chosen: ids,
        },
      ),
      catalogue,
    );
  const [left, right] = [
    ['a.one', 'a.two'],
    ['a.should', 'p.one'],
  ];

  it('has the pairs of all runs of a check', () => {
    const ran = (state: 'right' | 'open'): Result => {
      const combinations = [{ kind: 'single', events: {}, pairs: { a: { b: state, c: 'right' as const } } }];
      const [first, ...others] = allPass();
      return judge(evidence([{ ...(first ?? record('a.one', 'pass')), combinations }, ...others]), catalogue);
    };
    const merged = mergeResults([ran('open'), ran('right')], catalogue);
    assert.deepEqual(
      merged.checks.flatMap((check) => check.combinations ?? []).map(({ pairs }) => pairs),
      [{ a: { b: 'right', c: 'right' } }],
    );
  });

  it('makes a whole run of all its shards', () => {
    const whole = mergeResults([shard(right, '2/2'), shard(left, '1/2')], catalogue);
    assert.deepEqual([whole.verdict, whole.selection, whole.summary.pass], ['certified', null, 4]);
    assert.deepEqual(whole.requirements, certified.requirements);
    assert.deepEqual(whole.checks, certified.checks);
  });

  it('keeps the worst, and notices a check that no shard had', () => {
    const failing = mergeResults([shard(left, '1/2', { 'a.two': 'fail' }), shard(right, '2/2')], catalogue);
    assert.equal(failing.verdict, 'not-certified');
    const holed = mergeResults([shard(left, '1/2'), shard(['a.should'], '2/2')], catalogue);
    assert.deepEqual([holed.verdict, holed.summary['not-run']], ['inconclusive', 1]);
  });

  it('keeps the worst of two whole runs', () => {
    const other = judge(evidence(allPass({ 'a.one': 'inconclusive' })), catalogue);
    assert.equal(mergeResults([certified, other], catalogue).verdict, 'inconclusive');
  });

  const cutShort = (more = {}): Result =>
    judge(
      evidence(allPass({ 'a.two': 'not-run', 'p.one': 'not-run', ...more }), {
        problems: [{ kind: 'interrupted', message: 'The run was interrupted.' }],
      }),
      catalogue,
    );
  const only = (ids: readonly string[], more = {}): Result => {
    const selection = { only: [...ids], capabilities: [], shard: null };
    const records = allPass(more).filter((item) => ids.includes(item.id));
    return judge(evidence(records, { info: { ...runInfo, selection }, chosen: ids }), catalogue);
  };

  it('makes a whole run of an interrupted one and the runs of what it had left', () => {
    const whole = mergeResults([cutShort(), only(['a.two']), only(['p.one'])], catalogue);
    assert.deepEqual([whole.verdict, whole.selection, whole.problems], ['certified', null, undefined]);
    assert.deepEqual(whole.checks, certified.checks);
    const failing = mergeResults([only(['a.two', 'p.one'], { 'p.one': 'fail' }), cutShort()], catalogue);
    assert.deepEqual([failing.verdict, failing.selection], ['not-certified', null]);
    const failedBefore = mergeResults(
      [cutShort({ 'a.one': 'fail' }), only(['a.one', 'a.two', 'p.one'])],
      catalogue,
    );
    assert.equal(failedBefore.verdict, 'not-certified');
  });

  it('leaves a run interrupted as long as something of it was not tried', () => {
    const half = mergeResults([cutShort(), only(['a.two'])], catalogue);
    assert.deepEqual([half.verdict, half.summary['not-run']], ['inconclusive', 1]);
    assert.match(half.headline, /interrupted with 1 not tried/);
  });

  it('counts what took place at the same time once, and no time between', () => {
    const from = (startedAt: string, durationMs: number): Result => ({ ...certified, startedAt, durationMs });
    const times = [
      from('2026-01-01T10:00:00.000Z', 2_000),
      from('2026-01-01T10:00:01.000Z', 3_000),
      from('2026-01-02T10:00:00.000Z', 500),
    ];
    const merged = mergeResults(times, catalogue);
    assert.deepEqual([merged.startedAt, merged.durationMs], ['2026-01-01T10:00:00.000Z', 4_500]);
  });

  const refused: readonly (readonly [name: string, other: Result, why: RegExp])[] = [
    ['another seed', { ...certified, seed: 7 }, /different seed.*42 and 7/],
    [
      'another configuration',
      { ...certified, configuration: `sha256:${'c'.repeat(64)}` },
      /different configuration/,
    ],
    [
      'other checks',
      { ...certified, selection: { only: ['a.*'], capabilities: [], shard: null } },
      /different checks/,
    ],
    ['a shard beside a whole run', shard(left, '1/2'), /different cuts/],
  ];
  for (const [name, other, why] of refused) {
    it(`refuses ${name}`, () => assert.throws(() => mergeResults([certified, other], catalogue), why));
  }

  it('is inconclusive when a shard is missing, and says which', () => {
    const whole = mergeResults([shard(left, '1/3'), shard(right, '2/3')], catalogue);
    assert.equal(whole.verdict, 'inconclusive');
    assert.match(whole.problems?.[0]?.message ?? '', /Shard 3\/3 is missing/);
    const failing = mergeResults([shard(left, '1/3', { 'a.two': 'fail' }), shard(right, '2/3')], catalogue);
    assert.equal(failing.verdict, 'not-certified');
  });
});
