import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { measurements } from './blind/measured.ts';
import { blindSection } from './blind/page.ts';
import { rounds } from './blind/rounds.ts';

test('every blind round is whole: each fault says what it breaks, and no id stands twice', () => {
  for (const { name, faults } of rounds()) {
    assert.equal(new Set(faults.map(({ id }) => id)).size, faults.length, name);
  }
});

test('docs/strength.md has what the blind rounds came to, as it was measured', () => {
  const names = rounds().map(({ name }) => name);
  for (const { round } of measurements()) assert.ok(names.includes(round), round);
  const page = readFileSync('docs/strength.md', 'utf8');
  assert.ok(page.endsWith(blindSection()), 'npm run blind -- --write puts it there');
});
