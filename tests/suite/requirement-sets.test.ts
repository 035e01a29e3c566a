import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import {
  findLaw,
  frozenSet,
  frozenSetDigest,
  frozenSetVersions,
  latestFrozenSet,
  laws,
  requirements,
  UnknownSet,
} from '../../ledger/index.ts';
import { mergeResults } from '../../reports/merge-results.ts';
import { suiteCatalogue } from '../../reports/suite-catalogue.ts';
import { judge } from '../../reports/verdict.ts';
import { checks } from '../../scenarios/index.ts';
import { allPass, catalogue, evidence, law, record } from './reports-samples.ts';
import { gatecheck } from './support/cli.ts';

/** The digests under which certificates were given: a set that has another one now is not the same set. */
const FROZEN: Readonly<Record<string, string>> = {
  '2026.1': 'sha256:c6932a76c01757819845f5c709f10218ee92979798f44cf731d1b6f68a026b78',
};

describe('a frozen set of requirements', () => {
  it('is named here with its digest, each of them', () => {
    assert.deepEqual(frozenSetVersions(), Object.keys(FROZEN));
    assert.equal(latestFrozenSet(), Object.keys(FROZEN).at(-1));
  });

  for (const [version, digest] of Object.entries(FROZEN)) {
    const set = frozenSet(version);

    it(`${version} is what it was when it was frozen`, () => {
      assert.equal(set.version, version);
      assert.equal(frozenSetDigest(set), digest);
      assert.equal(set.digest, digest);
    });

    it(`${version} can still be certified against: nothing of it is gone`, () => {
      const there = (rows: readonly { readonly id: string }[]) => new Set(rows.map(({ id }) => id));
      for (const [levels, rows] of [
        [set.requirements, there(requirements)],
        [set.checks, there(checks)],
        [set.laws, there(laws)],
      ] as const) {
        assert.deepEqual(
          Object.keys(levels).filter((id) => !rows.has(id)),
          [],
        );
        assert.ok(Object.keys(levels).length > 0);
      }
    });
  }

  it('has another digest with any level changed', () => {
    const set = frozenSet(latestFrozenSet());
    const [id = ''] = Object.keys(set.checks);
    const changed = {
      ...set,
      checks: { ...set.checks, [id]: set.checks[id] === 'must' ? 'should' : 'must' },
    } as const;
    assert.notEqual(frozenSetDigest(changed), set.digest);
  });

  it('that does not exist is refused, with those that do', async () => {
    assert.throws(() => frozenSet('1999.1'), UnknownSet);
    assert.throws(() => frozenSet('../2026.1'), UnknownSet);
    const { code, stderr } = await gatecheck(['certify', '--requirements', '1999.1']);
    assert.equal(code, 2);
    assert.match(stderr, /--requirements 1999\.1 is unknown\.\n {2}Known: 2026\.1/);
  });
});

describe('a suite that is newer than the set', () => {
  const newer = { level: 'should', whyShould: 'The set does not have it yet.' } as const;

  /** As `a.one` would be if it had come after the set: binding in the suite, announced in the set. */
  const older = {
    ...catalogue,
    checks: catalogue.checks.map((check) => (check.id === 'a.one' ? { ...check, ...newer } : check)),
    announced: new Set(['a.one']),
  };

  it('reports a new check that fails as a warning, and certifies', () => {
    const failing = evidence(allPass({ 'a.one': 'fail' }));
    assert.equal(judge(failing, catalogue).verdict, 'not-certified');
    const result = judge(failing, older);
    assert.equal(result.verdict, 'certified');
    assert.deepEqual(result.announced, ['a.one']);
    assert.equal(result.checks.find(({ id }) => id === 'a.one')?.outcome, 'warn');
    assert.deepEqual(result.suite.set, catalogue.set);
  });

  it('is not held up by a new check of which nothing is known', () => {
    const open = evidence(allPass({ 'a.one': 'inconclusive' }));
    assert.equal(judge(open, catalogue).verdict, 'inconclusive');
    assert.equal(judge(open, older).verdict, 'certified');
  });

  it('reports a new law that is broken as a warning', () => {
    const lawRow = { ...findLaw('law.single-credit'), ...newer };
    const broken = [record('a.one', 'pass', { laws: [law(lawRow.id, 'fail')] }), ...allPass().slice(1)];
    const result = judge(evidence(broken), { ...catalogue, laws: [lawRow], announced: new Set([lawRow.id]) });
    assert.equal(result.verdict, 'certified');
    assert.deepEqual(
      result.laws.map(({ id, level, outcome }) => ({ id, level, outcome })),
      [{ id: lawRow.id, level: 'should', outcome: 'warn' }],
    );
  });

  it('says the same of merged results', () => {
    const result = judge(evidence(allPass({ 'a.one': 'fail' })), older);
    const merged = mergeResults([result, result], older);
    assert.deepEqual(merged.announced, ['a.one']);
    assert.equal(merged.verdict, 'certified');
  });
});

describe('the catalogue of the suite', () => {
  it('has the levels of the set, and those of the suite where nothing is newer', () => {
    const set = frozenSet(latestFrozenSet());
    const found = suiteCatalogue();
    assert.deepEqual(found.set, { version: set.version, digest: set.digest });
    for (const check of found.checks) assert.equal(check.level, set.checks[check.id] ?? 'should', check.id);
    const newer = [...checks, ...laws].filter(({ id }) => !(id in set.checks) && !(id in set.laws));
    assert.deepEqual(
      [...found.announced],
      newer.map(({ id }) => id),
    );
  });

  it('certifies no merchant that fails a check, or breaks a law, which must hold', () => {
    const found = suiteCatalogue();
    const binding = found.checks.filter(({ level }) => level === 'must').map(({ id }) => id);
    const strict = (found.laws ?? laws).filter(({ level }) => level === 'must').map(({ id }) => id);
    const verdictOf = (failing: string, broken?: string): string => {
      const records = found.checks.map(({ id, level }) =>
        record(id, id === failing ? 'fail' : 'pass', {
          level,
          ...(broken === undefined ? {} : { laws: [law(broken, 'fail')] }),
        }),
      );
      return judge(evidence(records, { chosen: found.checks.map(({ id }) => id) }), found).verdict;
    };
    assert.equal(verdictOf(''), 'certified');
    assert.ok(binding.length >= 145 && strict.length >= 23);
    for (const id of binding) assert.equal(verdictOf(id), 'not-certified', id);
    for (const id of strict) assert.equal(verdictOf('', id), 'not-certified', id);
  });

  it('is named in the documentation', () => {
    const page = readFileSync(new URL('../../docs/certificate.md', import.meta.url), 'utf8');
    for (const version of frozenSetVersions()) assert.ok(page.includes(version), version);
  });
});
