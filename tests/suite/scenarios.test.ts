import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  type CapabilityDefinition,
  type CheckMeta,
  capabilities,
  findCapability,
  findLaw,
  findRequirement,
  laws,
  type Requirement,
  requirements,
} from '../../ledger/index.ts';
import { storyFiles } from '../../scenarios/files.ts';
import { checks, findCheck, requirementSetDigest } from '../../scenarios/index.ts';
import {
  findReading,
  type Reading,
  ReadingError,
  readingChoices,
  readings,
  resolveReadings,
} from '../../simulator/protocol/readings.ts';

const allRequirements: readonly Requirement[] = requirements;
const allChecks: readonly CheckMeta[] = checks;
const allReadings: readonly Reading[] = readings;
const allCapabilities: readonly CapabilityDefinition[] = capabilities;

const idForm = /^[a-z][a-z0-9]*([.\-_][a-z0-9]+)*$/;
const tables: Record<string, readonly { readonly id: string }[]> = {
  requirements,
  checks,
  laws,
  capabilities,
  readings,
};

for (const [name, rows] of Object.entries(tables)) {
  test(`${name}: ids are unique and well-formed`, () => {
    const ids = rows.map((row) => row.id);
    const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
    assert.deepEqual(twice, [], 'ids that occur twice');
    const malformed = ids.filter((id) => !idForm.test(id));
    assert.deepEqual(malformed, [], `ids that do not match ${idForm}`);
  });
}

test('a check stands in the folder of its first word, in the file named after the rest', () => {
  const misplaced = storyFiles.filter(([name, { meta }]) => {
    const [folder, ...rest] = meta.id.split('.');
    return name.replaceAll('\\', '/') !== `${folder}/${rest.join('.')}.ts`;
  });
  assert.deepEqual(
    misplaced.map(([name, { meta }]) => `${meta.id} in ${name}`),
    [],
  );
});

test('ids are frozen: none disappears, and none changes its meaning', () => {
  const file = new URL('./frozen-ids.json', import.meta.url);
  const current: Record<string, Record<string, string>> = {
    requirements: meanings(allRequirements, (row) => `${row.level}, ${row.party}: ${row.text}`),
    checks: meanings(allChecks, (row) => `${row.level}: ${row.title}`),
    laws: meanings(laws, (row) => `${row.level}: ${row.title}`),
  };
  // What is new is free until a set of requirements is made: then FREEZE_IDS=1 writes it down here.
  const frozen: Record<string, Record<string, string>> = JSON.parse(readFileSync(file, 'utf8'));
  if (process.env.FREEZE_IDS === '1') {
    for (const [table, ids] of Object.entries(current)) frozen[table] = { ...ids, ...frozen[table] };
    writeFileSync(file, `${JSON.stringify(frozen, null, 2)}\n`);
  }
  for (const [table, ids] of Object.entries(frozen)) {
    const now = Object.fromEntries(Object.keys(ids).map((id) => [id, current[table]?.[id]]));
    assert.deepEqual(
      now,
      ids,
      'another meaning needs another id; for better words that mean the same, take the line out of frozen-ids.json ' +
        'and run this test with FREEZE_IDS=1',
    );
  }
});

function meanings<Row extends { readonly id: string }>(
  rows: readonly Row[],
  meaning: (row: Row) => string,
): Record<string, string> {
  return Object.fromEntries(rows.map((row) => [row.id, meaning(row)]));
}

test('every check names requirements, capabilities and readings that exist', () => {
  for (const check of allChecks) {
    assert.ok(check.requirements.length > 0, `${check.id} names no requirement`);
    for (const id of check.requirements) assert.ok(findRequirement(id), `${check.id}: no requirement ${id}`);
    for (const id of check.readings ?? []) assert.ok(findReading(id), `${check.id}: no reading ${id}`);
    for (const id of [...check.capabilities, ...(check.anyOf ?? []), ...(check.means ?? [])]) {
      assert.ok(findCapability(id), `${check.id}: no capability ${id}`);
    }
    assert.ok(check.capabilities.length + (check.anyOf?.length ?? 0) > 0, `${check.id} applies to nobody`);
  }
});

test('means are named as means, and only there', () => {
  const means = new Set(allCapabilities.filter((row) => row.kind === 'means').map((row) => row.id));
  for (const check of allChecks) {
    for (const id of check.means ?? []) assert.ok(means.has(id), `${check.id}: ${id} is no means`);
    for (const id of [...check.capabilities, ...(check.anyOf ?? [])]) {
      assert.ok(!means.has(id), `${check.id}: ${id} belongs into means`);
    }
  }
});

test('every duty of a merchant has a check or a law, or a reason why not, and never both', () => {
  const covered = new Set<string>([...checks, ...laws].flatMap((row): readonly string[] => row.requirements));
  const silent: string[] = [];
  const contradicting: string[] = [];
  for (const requirement of allRequirements) {
    if (requirement.unchecked !== undefined && covered.has(requirement.id))
      contradicting.push(requirement.id);
    if (requirement.party === 'gateway' || requirement.level === 'open') continue;
    if (requirement.unchecked === undefined && !covered.has(requirement.id)) silent.push(requirement.id);
  }
  assert.deepEqual(silent, [], 'requirements without check, law or reason');
  assert.deepEqual(contradicting, [], 'requirements that are called unchecked and are checked');
});

test('a must check stands on at least one requirement that is a must', () => {
  for (const check of allChecks) {
    if (check.level !== 'must') continue;
    const found = check.requirements.map((id) => findRequirement(id)?.level);
    assert.ok(found.includes('must'), `${check.id} is a must, its requirements are ${found.join(', ')}`);
  }
});

test('a must check stands on no requirement that is only a should', () => {
  for (const check of allChecks) {
    if (check.level !== 'must') continue;
    const soft = check.requirements.filter((id) => findRequirement(id)?.level === 'should');
    assert.deepEqual(soft, [], check.id);
  }
});

test('a law is as binding as the checks that are about it', () => {
  for (const law of laws) {
    const about = allChecks.filter(({ requirements: ids }) =>
      (ids as readonly string[]).includes(`law.${law.number}`),
    );
    if (about.length === 0) continue;
    const levels = [...new Set(about.map(({ level }) => level))];
    if (law.level === 'must') assert.ok(levels.includes('must'), `${law.id} and only shoulds`);
    else assert.deepEqual(levels, ['should'], law.id);
  }
});

test('whatever is a should says why, in a sentence of its own kind', () => {
  for (const row of [...allChecks, ...laws, ...allRequirements]) {
    if (row.level === 'should') assert.match(row.whyShould, /\S{3,}.*\.$/s, row.id);
  }
});

test('no duty of the gateway alone fails a merchant by a check or a law', () => {
  for (const row of [...allChecks, ...laws]) {
    const foreign = row.requirements.filter((id) => findRequirement(id)?.party === 'gateway');
    assert.deepEqual(foreign, [], row.id);
  }
});

test('every capability needs capabilities that exist', () => {
  for (const capability of allCapabilities) {
    for (const id of [...capability.needs, ...(capability.needsOneOf ?? [])]) {
      assert.ok(findCapability(id), `${capability.id} needs ${id}, which does not exist`);
      assert.notEqual(id, capability.id);
    }
  }
});

test('laws are numbered without a gap and stand on the requirement of their number', () => {
  assert.deepEqual(
    laws.map((law) => law.number),
    laws.map((_, index) => index + 1),
  );
  for (const law of laws) {
    assert.equal(findLaw(law.id)?.id, law.id);
    assert.equal(findRequirement(`law.${law.number}`)?.level, law.level, `${law.id} and law.${law.number}`);
    assert.ok((law.requirements as readonly string[]).includes(`law.${law.number}`), law.id);
    for (const id of law.requirements) assert.ok(findRequirement(id), `${law.id}: no requirement ${id}`);
  }
});

test('every text that a person reads is there', () => {
  for (const check of allChecks) {
    for (const text of [check.title, check.rule, check.expectation, check.fix]) {
      assert.match(text, /\S.*\.$/s, `${check.id}: ${JSON.stringify(text)}`);
    }
    assert.equal(findCheck(check.id)?.title, check.title);
  }
  for (const requirement of allRequirements) {
    assert.match(requirement.text, /\S.*\.$/s, requirement.id);
    assert.ok(requirement.section.length > 0, requirement.id);
    if (requirement.unchecked !== undefined) assert.match(requirement.unchecked, /\S.*\.$/s, requirement.id);
  }
});

test('every open question of the ledger names its reading, and that reading exists', () => {
  for (const requirement of allRequirements) {
    const named = /Readings? (.+)\.$/.exec(requirement.text)?.[1];
    const ids = named?.split(/, | and /) ?? [];
    for (const id of ids) {
      const exists = id.endsWith('.*')
        ? allReadings.some((reading) => reading.id.startsWith(id.slice(0, -1)))
        : findReading(id) !== undefined;
      assert.ok(exists, `${requirement.id} names the reading ${JSON.stringify(id)}`);
    }
    if (requirement.level === 'open' && requirement.text.includes('not shown')) {
      assert.ok(ids.length > 0, `${requirement.id} names no reading`);
    }
  }
});

test('the defaults and the observed answers of readings are among their answers', () => {
  for (const reading of allReadings) {
    const choices = readingChoices(reading);
    assert.equal(choices[0], reading.default, reading.id);
    assert.equal(new Set(choices).size, choices.length, `${reading.id} repeats an answer`);
    if (reading.observed !== undefined) assert.ok(choices.includes(reading.observed), reading.id);
    assert.match(reading.question, /[?.]$/, reading.id);
  }
});

test('resolving answers every reading, by preset and then by override', () => {
  const spec = resolveReadings('spec');
  const observed = resolveReadings('observed', { 'notification.status': 'integer' });
  for (const reading of allReadings) {
    const id: string = reading.id;
    assert.equal((spec as Record<string, string>)[id], reading.default);
    const expected = id === 'notification.status' ? 'integer' : (reading.observed ?? reading.default);
    assert.equal((observed as Record<string, string>)[id], expected);
  }
  assert.equal(resolveReadings('observed')['notification.status'], 'text');
});

const refusals: readonly [string, () => unknown, RegExp][] = [
  [
    'an unknown reading',
    () => resolveReadings('spec', { 'notification.colour': 'red' }),
    /"notification\.colour".*hold\.id/s,
  ],
  [
    'an unknown answer',
    () => resolveReadings('spec', { 'hold.id': 'red' }),
    /hold\.id.*"red".*same-as-payment-id, own/s,
  ],
  ['an inherited name', () => resolveReadings('spec', { constructor: 'own' }), /"constructor"/],
  ['an unknown preset', () => resolveReadings('wild' as 'spec'), /"wild".*"spec" or "observed"/s],
];
for (const [name, resolve, message] of refusals) {
  test(`resolving refuses ${name} and says what is allowed`, () => {
    assert.throws(resolve, (error) => error instanceof ReadingError && message.test(error.message));
  });
}

test('looking up an unknown id finds nothing', () => {
  for (const find of [findCheck, findLaw, findRequirement, findCapability, findReading]) {
    assert.equal((find as (id: string) => unknown)('no.such.thing'), undefined);
  }
});

test('the digest of the requirement set depends on its content, and not on any order', () => {
  const set = { requirements: allRequirements, checks: allChecks, laws };
  const digest = requirementSetDigest();
  assert.match(digest, /^sha256:[0-9a-f]{64}$/);
  const shuffled = {
    laws: [...laws].reverse(),
    checks: allChecks.map((row) => Object.fromEntries(Object.entries(row).reverse()) as unknown as CheckMeta),
    requirements: [...allRequirements].reverse(),
  };
  assert.equal(requirementSetDigest(shuffled), digest);
  assert.notEqual(requirementSetDigest({ ...set, checks: allChecks.slice(1) }), digest);
  const [first, ...rest] = allRequirements;
  assert.ok(first);
  assert.notEqual(
    requirementSetDigest({ ...set, requirements: [{ ...first, text: `${first.text} ` }, ...rest] }),
    digest,
  );
});
