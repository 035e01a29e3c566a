import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { unclaimedOf } from '../../../history/selection.ts';
import type { Result } from '../../../reports/result.ts';
import { conformance } from '../../../scenarios/index.ts';
import { lacks } from '../../../scripts/machine.mjs';
import { gatecheck } from './cli.ts';

const root = resolve(import.meta.dirname, '../../..');
const work = mkdtempSync(join(tmpdir(), 'gatecheck-foreign-'));
after(() => rmSync(work, { recursive: true, force: true }));

const languages = ['python', 'php'] as const;
type Language = (typeof languages)[number];

const configOf = (language: Language): string =>
  join(root, 'fixtures/shops/foreign', language, 'gatecheck.config.json');

const claimsOf = (language: Language): readonly string[] =>
  JSON.parse(readFileSync(configOf(language), 'utf8')).capabilities;

const subjectOf = (id: string): string => id.split('.').slice(0, -1).join('.');

/** The first check of each subject, which is made of one of the two merchants: in turn where both can be asked. */
function shareOf(language: Language): readonly string[] {
  const firsts = new Map<string, (typeof conformance)[number]>();
  for (const check of conformance) {
    const subject = subjectOf(check.meta.id);
    if (!firsts.has(subject)) firsts.set(subject, check);
  }
  return [...firsts.values()].flatMap(({ meta }, turn) => {
    const able = languages.filter((each) => unclaimedOf(meta, claimsOf(each)).length === 0);
    return able[turn % able.length] === language ? [meta.id] : [];
  });
}

/**
 * A merchant in another language passes its share of the checks, where this machine can run it: a check of each subject
 * is made of a merchant that is not ours. `npm run strangers`, which CI runs with the tests, certifies each of them completely.
 */
export async function passesItsShare(language: Language): Promise<void> {
  const skip = await lacks(language);
  test(`the ${language} merchant, which is not ours, passes its share of the checks`, { skip }, async () => {
    const out = join(work, language);
    const share = shareOf(language);
    const { code, stdout, stderr } = await gatecheck([
      ...['certify', '--config', configOf(language), '--out', out, '--seed', '7', '--no-allure'],
      ...share.flatMap((id) => ['--only', id]),
    ]);
    assert.equal(code, 0, stdout + stderr);
    const { checks }: Result = JSON.parse(readFileSync(join(out, 'result.json'), 'utf8'));
    assert.deepEqual(checks.map(({ id }) => id).toSorted(), share.toSorted());
    const open = checks.filter(({ outcome }) => !['pass', 'warn', 'not-applicable'].includes(outcome));
    assert.deepEqual(
      open.map(({ id, outcome, actual }) => `${id} ${outcome}: ${actual}`),
      [],
    );
  });
}
