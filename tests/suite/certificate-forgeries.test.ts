import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { seal } from '../../reports/certificate/dsse.ts';
import { readHistories } from '../../reports/certificate/read-histories.ts';
import { type About, type CertifiedFile, statementOf } from '../../reports/certificate/statement.ts';
import { verifyCertificate } from '../../reports/certificate/verify.ts';
import { decided } from '../../reports/decided.ts';
import { reportFiles } from '../../reports/render/write.ts';
import { noteProblems } from '../../reports/reporter/note-problems.ts';
import { requirementResults } from '../../reports/requirement-results.ts';
import type { Result } from '../../reports/result.ts';
import { suiteCatalogue } from '../../reports/suite-catalogue.ts';
import { summarize } from '../../reports/verdict.ts';
import { about, privateKey, publicKey } from './support/certificates.ts';
import { after, CONFORMING, FAILING, type SampleRun, sampleRun } from './support/sample-run.ts';

const catalogue = suiteCatalogue('2026.1');
const conforming = sampleRun(CONFORMING);
const failing = sampleRun(FAILING);

const filesOf = (texts: Readonly<Record<string, string>>): CertifiedFile[] =>
  Object.entries(texts).map(([name, text]) => ({ name, content: Buffer.from(text) }));

/** What is wrong with reports that somebody signs who has the key and does not look whether they follow. */
function problemsOf(
  result: Result,
  { histories }: Pick<SampleRun, 'histories'>,
  { says = about, pages = {} }: { says?: About; pages?: Readonly<Record<string, string>> } = {},
): string {
  const reports = filesOf({ ...reportFiles(result, catalogue), ...pages });
  const statement = statementOf(result, says, reports, filesOf(histories));
  return problemsWith(JSON.stringify(statement), [...reports, ...filesOf(histories)]);
}

function problemsWith(statement: string, files: readonly CertifiedFile[]): string {
  const read = (name: string) => files.find((file) => file.name === name)?.content;
  return verifyCertificate(seal(statement, privateKey), publicKey, read).problems.join('\n');
}

/** An edited result with everything that follows from it, so that it contradicts nothing but its histories. */
function consistent(result: Result, edit: (result: Result) => Partial<Result>): Result {
  const edited = { ...result, ...edit(result) };
  const { checks, laws, scope } = edited;
  const requirements = requirementResults(checks, laws, catalogue, { partial: false, seen: scope.seen });
  return decided({ ...edited, summary: summarize(checks), requirements });
}

const waiver = { check: 'order.limits', reason: 'x', owner: 'y', expiry: after(9).slice(0, 10) };

type Outcome = Result['checks'][number]['outcome'];

/** Gives checks and rules that failed other outcomes, and leaves nothing of what was seen. */
const instead =
  (check: Outcome, law: Outcome) =>
  (result: Result): Partial<Result> => ({
    checks: result.checks.map((each) =>
      each.outcome === 'fail' ? { ...each, outcome: check, actual: '' } : each,
    ),
    laws: result.laws.map(({ id, level, outcome }) => ({
      id,
      level,
      outcome: outcome === 'fail' ? law : outcome,
    })),
  });

describe('what the histories show', () => {
  it('is certified: second attempts, other interpretations, warnings and waivers', () => {
    assert.equal(problemsOf(conforming.result, conforming), '');
    assert.match(conforming.result.headline, /^Certified with waivers .* 1 waived, 1 warning$/);
  });

  it('is certified under --strict', () => {
    const strict = sampleRun({}, { strict: true });
    assert.equal(problemsOf(strict.result, strict), '');
  });

  it('is a failure where it is one', () => {
    assert.equal(failing.result.verdict, 'not-certified');
    const { checks, laws } = failing.result;
    const failed = [...checks, ...laws].filter(({ outcome }) => outcome === 'fail').map(({ id }) => id);
    assert.deepEqual(failed, ['notification.sign.forged', 'law.single-credit']);
  });
});

describe('somebody who has the key, and the histories of a run that failed', () => {
  const forgeries: [what: string, edit: (result: Result) => Partial<Result>, says: RegExp][] = [
    [
      'failed checks as passed',
      instead('pass', 'pass'),
      /checks notification\.sign\.forged\.outcome: the result says pass, and fail follows/,
    ],
    [
      'failed checks as not claimed, failed rules as passed',
      instead('not-claimed', 'pass'),
      /checks notification\.sign\.forged\.outcome: the result says not-claimed, and fail follows/,
    ],
    [
      'failed checks as not applicable, failed rules as not applicable',
      instead('not-applicable', 'not-applicable'),
      /checks notification\.sign\.forged\.outcome: the result says not-applicable, and fail follows/,
    ],
    [
      'failed rules as not applicable',
      (result) => ({
        ...instead('pass', 'not-applicable')(result),
        checks: instead('warn', 'pass')(result).checks ?? [],
      }),
      /laws law\.single-credit\.outcome: the result says not-applicable, and fail follows/,
    ],
    [
      'a failed check as waived',
      (result) => ({
        ...instead('inconclusive', 'pass')(result),
        waivers: [{ ...waiver, check: 'notification.sign.forged', state: 'applied' }, ...result.waivers],
      }),
      /waivers\.length: the result says 2, and 1 follows/,
    ],
    [
      'a failed must as a recommendation',
      (result) => ({
        checks: result.checks.map((each) =>
          each.outcome === 'fail' ? { ...each, level: 'should', outcome: 'warn' } : each,
        ),
        laws: instead('pass', 'pass')(result).laws ?? [],
      }),
      /checks notification\.sign\.forged\.level: the result says should, and must follows/,
    ],
    [
      'failed checks taken out',
      (result) => ({
        checks: result.checks.filter(({ outcome }) => outcome !== 'fail'),
        laws: result.laws.filter(({ outcome }) => outcome !== 'fail'),
      }),
      /checks notification\.sign\.forged: the result says nothing, and \{/,
    ],
  ];
  for (const [what, edit, says] of forgeries) {
    it(`cannot certify ${what}`, () => {
      const forged = consistent(failing.result, edit);
      assert.notEqual(forged.verdict, 'not-certified');
      assert.match(problemsOf(forged, failing), says);
    });
  }

  it('cannot certify the warnings away', () => {
    const forged = consistent(conforming.result, ({ checks }) => ({
      checks: checks.map((each) =>
        each.outcome === 'warn' ? { ...each, outcome: 'pass', actual: '' } : each,
      ),
    }));
    assert.match(
      problemsOf(forged, conforming),
      /key-order\.outcome: the result says pass, and warn follows/,
    );
  });
});

describe('somebody who has the key, and the histories of a run that was certified', () => {
  const edits: [what: string, edit: (result: Result) => Partial<Result>, says: RegExp][] = [
    [
      'a hundred waivers',
      () => ({ waivers: Array.from({ length: 100 }, () => ({ ...waiver, state: 'applied' as const })) }),
      /waivers\.length: the result says 100, and 1 follows/,
    ],
    [
      'all rules as not applicable',
      ({ laws }) => ({ laws: laws.map((law) => ({ ...law, outcome: 'not-applicable' as const })) }),
      /laws law\.\S+\.outcome: the result says not-applicable, and pass follows/,
    ],
    [
      'other interpretations',
      ({ readings }) => ({ readings: { ...readings, 'notification.status': 'text' } }),
      /readings\.notification\.status: the result says text, and integer follows/,
    ],
    [
      'fifty checks as announced',
      ({ checks }) => ({ announced: checks.slice(0, 50).map(({ id }) => id) }),
      /^announced\.length: the result says 50, and \d+ follows|^announced: the result says \[.*, and nothing follows/m,
    ],
    [
      'another version of the suite',
      ({ suite }) => ({ suite: { ...suite, version: '9.9.9' } }),
      /made by gatecheck 9\.9\.9, and this is .*: it cannot be compared here/,
    ],
    [
      'a digest of the requirements that is made up',
      ({ suite }) => ({ suite: { ...suite, requirements: `sha256:${'c'.repeat(64)}` } }),
      /checks and rules have the digest sha256:c+, and here they have sha256:[0-9a-f]+: it cannot be compared/,
    ],
    [
      'a set of requirements that nobody knows',
      ({ suite }) => ({ suite: { ...suite, set: { ...suite.set, version: '1999.1' } } }),
      /requirements 1999\.1, which this version of gatecheck does not have/,
    ],
    [
      'a set of requirements with another digest',
      ({ suite }) => ({ suite: { ...suite, set: { ...suite.set, digest: `sha256:${'c'.repeat(64)}` } } }),
      /judged by requirements 2026\.1 with the digest sha256:ccc/,
    ],
    ['an earlier day', () => ({ startedAt: after(-330) }), /startedAt: the result says \S+, and \S+ follows/],
    [
      'a run that took longer',
      ({ durationMs }) => ({ durationMs: durationMs + 120_000 }),
      /It says that the run took 140000 ms, and its histories end after \d+ ms/,
    ],
    ['another seed', () => ({ seed: 7 }), /seed: the result says 7, and 42 follows/],
    [
      'another merchant',
      () => ({ merchant: { name: 'Кiosk', version: '1.4.2' } }),
      /merchant\.name: the result says Кiosk, and Kiosk follows/,
    ],
    [
      'another configuration',
      () => ({ configuration: `sha256:${'c'.repeat(64)}` }),
      /configuration: the result says sha256:c+/,
    ],
    [
      'more claims',
      ({ scope }) => ({ scope: { ...scope, claimed: [...scope.claimed, 'payout'] } }),
      /scope\.claimed\.length: the result says 3, and 2 follows/,
    ],
    [
      'better evidence',
      ({ scope }) => ({ scope: { ...scope, seen: { order: 'T3 interface', refund: 'T3 interface' } } }),
      /tier: the result says T3 interface, and T1 pages follows/,
    ],
    [
      'a strict run',
      ({ checks }) => ({
        strict: true as const,
        checks: checks.map((each) =>
          each.outcome === 'warn' ? { ...each, outcome: 'pass' as const } : each,
        ),
      }),
      /strict: the result says true, and nothing follows/,
    ],
  ];
  for (const [what, edit, says] of edits) {
    it(`cannot certify ${what}`, () => {
      assert.match(problemsOf(consistent(conforming.result, edit), conforming), says);
    });
  }

  it('cannot make it hold for a thousand years, nor say that it was seen otherwise', () => {
    const until = (expires: string) =>
      problemsOf(conforming.result, conforming, { says: { ...about, expires } });
    assert.match(
      until('3026-01-01T00:00:00.000Z'),
      /expires at 3026.*: a certificate holds 365 days at most/,
    );
    assert.equal(until(after(365)), '');
    const says = { ...about, driver: 'recipes' };
    assert.match(
      problemsOf(conforming.result, conforming, { says }),
      /interface recipes, and the run used http/,
    );
  });

  for (const name of ['statement.html', 'junit.xml', 'summary.md']) {
    it(`cannot put another ${name} in its place`, () => {
      const pages = { [name]: 'Certified for everything.\n' };
      assert.match(
        problemsOf(conforming.result, conforming, { pages }),
        new RegExp(`^${name} is not what gatecheck \\S+ writes of this result\\.$`),
      );
    });
  }

  it('cannot write the result otherwise, such as with a member twice', () => {
    const whole = reportFiles(conforming.result, catalogue)['result.json'] ?? '';
    const pages = { 'result.json': whole.replace('{', '{\n  "verdict": "not-certified",') };
    assert.match(
      problemsOf(conforming.result, conforming, { pages }),
      /^result\.json is not what gatecheck \S+ writes/,
    );
  });
});

describe('what went wrong outside of checks', () => {
  const problem = {
    kind: 'harness-failed' as const,
    message: 'A test had no end: the secret s3cret-of-shop-5.',
  };
  const troubled = sampleRun(CONFORMING, {}, [problem]);

  it('makes a run inconclusive, and cannot be taken out of it or be worded otherwise', () => {
    assert.equal(troubled.result.verdict, 'inconclusive');
    const { problems: _, ...clean } = troubled.result;
    assert.match(
      problemsOf(decided(clean), troubled),
      /problems: the result says nothing, and \[\{"kind":"harness-failed".* follows/,
    );
    const milder = { kind: 'interrupted' as const, message: 'Nothing of importance.' };
    const worded = { ...decided(clean), problems: [milder] };
    assert.match(problemsOf(worded, troubled), /the result says interrupted, and harness-failed follows/);
  });

  it('cannot be made up', () => {
    const made = { ...conforming.result, problems: [problem] };
    assert.match(problemsOf(made, conforming), /problems: the result says \[.*, and nothing follows/);
  });

  it('is written at the end of a history of the run, without secrets', () => {
    const dir = mkdtempSync(join(tmpdir(), 'gatecheck-problems-'));
    try {
      mkdirSync(join(dir, 'history'));
      for (const [name, text] of Object.entries(conforming.histories)) writeFileSync(join(dir, name), text);
      noteProblems(dir, [problem, problem], ['s3cret-of-shop-5']);
      const histories = Object.keys(conforming.histories).map((name) => ({
        name,
        content: readFileSync(join(dir, name)),
      }));
      const { problems } = readHistories(histories);
      assert.deepEqual(
        problems.map(({ kind, message }) => [kind, message.startsWith('A test had no end')]),
        [
          ['harness-failed', true],
          ['harness-failed', true],
        ],
      );
      assert.ok(!histories.some(({ content }) => content.includes('s3cret-of-shop-5')));
    } finally {
      rmSync(dir, { recursive: true });
    }
  });
});

describe('somebody who edits what a history says that its checks came to', () => {
  type Line = {
    kind: string;
    id?: string;
    info?: object;
    record?: SampleRun['result']['checks'][number] & { laws: Law[] };
  };
  type Law = { id: string; outcome: string; actual: string; proof: unknown[] };

  /** Histories in which some lines are others. */
  const rewritten = ({ histories }: SampleRun, edit: (line: Line) => Line | undefined) =>
    Object.fromEntries(
      Object.entries(histories).map(([name, text]) => {
        const lines = text
          .trim()
          .split('\n')
          .flatMap((line) => edit(JSON.parse(line)) ?? []);
        return [name, lines.map((line) => `${JSON.stringify(line)}\n`).join('')];
      }),
    );
  const held = (law: Law): Law =>
    law.outcome === 'fail' ? { ...law, outcome: 'pass', actual: '', proof: [] } : law;
  const passing = consistent(failing.result, instead('pass', 'pass'));

  it('is refused by how its attempts ended', () => {
    const histories = rewritten(failing, (line) =>
      line.record === undefined
        ? line
        : {
            ...line,
            record: {
              ...line.record,
              ...(line.record.outcome === 'fail' && { outcome: 'pass', actual: '' }),
              laws: line.record.laws.map(held),
            },
          },
    );
    const found = problemsOf(passing, { histories });
    assert.match(found, /^notification\.sign\.forged: pass, and in the history it ended with fail\.$/m);
    assert.match(
      found,
      /^law\.single-credit: pass in notification\.repeat\.credits-once, and its history says fail: /m,
    );
  });

  it('is refused where a check that was tried is not claimed any more', () => {
    const left = consistent(failing.result, instead('not-claimed', 'pass'));
    const histories = rewritten(failing, (line) =>
      line.record === undefined
        ? line
        : {
            ...line,
            record: {
              ...line.record,
              ...(line.record.outcome === 'fail' && { outcome: 'not-claimed', actual: '' }),
              laws: line.record.laws.map(held),
            },
          },
    );
    assert.match(problemsOf(left, { histories }), /forged: not claimed, and a history has an attempt of it/);
  });

  it('is refused where the attempts are gone', () => {
    const { id } = conforming.result.checks.find(({ outcome }) => outcome === 'pass') ?? { id: '' };
    const histories = rewritten(conforming, (line) =>
      line.kind === 'check' && line.id === id ? undefined : line,
    );
    assert.match(problemsOf(conforming.result, { histories }), /: pass, and no history has its attempt/);
  });

  it('is refused where a rule held that nothing in them is about', () => {
    const run = sampleRun({});
    const forged = consistent(run.result, ({ laws }) => ({
      laws: laws.map((law) => (law.id === 'law.single-credit' ? { ...law, outcome: 'pass' as const } : law)),
    }));
    const hold = (law: Law): Law => (law.id === 'law.single-credit' ? { ...law, outcome: 'pass' } : law);
    const histories = rewritten(run, (line) =>
      line.record === undefined
        ? line
        : { ...line, record: { ...line.record, laws: line.record.laws.map(hold) } },
    );
    assert.match(
      problemsOf(forged, { histories }),
      /^law\.single-credit: pass, and no history has anything that it is about\.$/,
    );
  });

  const runs: [what: string, histories: SampleRun['histories'], says: RegExp][] = [
    ['nothing', {}, /There is no history/],
    ['an empty file', { ...conforming.histories, 'history/slot-2.ndjson': '' }, /slot-2\.ndjson is empty/],
    [
      'no description',
      rewritten(conforming, (line) => (line.kind === 'run-info' ? undefined : line)),
      /describe 0 runs/,
    ],
    [
      'a malformed description',
      rewritten(conforming, (line) => (line.kind === 'run-info' ? { ...line, info: {} } : line)),
      /The description of the run is malformed/,
    ],
    [
      'a malformed record',
      rewritten(conforming, (line) => (line.record === undefined ? line : ({ ...line, record: {} } as Line))),
      /is no record of a check: id/,
    ],
    [
      'two descriptions',
      {
        ...conforming.histories,
        'history/slot-2.ndjson': conforming.histories['history/slot-0.ndjson'] ?? '',
      },
      /describe 2 runs/,
    ],
    [
      'half of them',
      { 'history/slot-0.ndjson': conforming.histories['history/slot-0.ndjson'] ?? '' },
      /the result says pass, and not-run follows/,
    ],
    ...(
      [
        ['another merchant', { merchant: { name: 'Other', version: '9' } }, /its merchant is Other 9/],
        ['another seed', { seed: 7 }, /its seed is 7/],
        ['another day', { realAt: after(-3) }, /it began at/],
        ['another version', { version: '0.0.0' }, /recorded by gatecheck 0\.0\.0/],
      ] as const
    ).map(([what, changes, says]): [string, SampleRun['histories'], RegExp] => {
      const second = (conforming.histories['history/slot-1.ndjson'] ?? '').split('\n');
      const run = JSON.stringify({ ...JSON.parse(second[0] ?? ''), ...changes });
      return [
        what,
        { ...conforming.histories, 'history/slot-1.ndjson': [run, ...second.slice(1)].join('\n') },
        says,
      ];
    }),
    [
      'other claims',
      {
        ...conforming.histories,
        'history/slot-1.ndjson':
          sampleRun({}, { claimed: ['invoice'] }).histories['history/slot-1.ndjson'] ?? '',
      },
      /slot-1\.ndjson is of another run: it claims invoice/,
    ],
    [
      'other interpretations',
      {
        ...conforming.histories,
        'history/slot-1.ndjson':
          sampleRun({}, { readings: { ...conforming.result.readings, 'notification.status': 'text' } })
            .histories['history/slot-1.ndjson'] ?? '',
      },
      /its preflight found other interpretations/,
    ],
  ];
  for (const [what, histories, says] of runs) {
    it(`cannot certify the histories of ${what}`, () => {
      assert.match(problemsOf(conforming.result, { histories }), says);
    });
  }
});
