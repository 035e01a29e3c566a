import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { measurements } from './blind/measured.ts';
import { type Heard, hear, outcomeOf } from './blind/outcome.ts';
import { blindSection } from './blind/page.ts';
import { rounds } from './blind/rounds.ts';

const told = (lines: readonly string[], code: number | null, usual: readonly string[] = []) => {
  const heard: Heard = { failed: [], warned: [], undecided: [] };
  for (const line of lines) hear(heard, line);
  return outcomeOf(heard, code, usual);
};

const cases = [
  { lines: ['[  1/221] passed         order.create (12 ms)'], code: 0, end: 'certified' },
  { lines: ['[  1/221] failed         order.create (12 ms)'], code: 1, end: 'caught' },
  { lines: ['[  1/221] failed         order.create (12 ms)'], code: null, end: 'caught' },
  { lines: ['[ 17/221] passed         order.create (1.2 s) · breaks law.1, law.17'], code: 1, end: 'caught' },
  { lines: ['[ 17/221] warned         log.secrets (1.2 s)'], code: 0, end: 'warned' },
  {
    lines: ['[ 17/221] warned         log.secrets (1.2 s)'],
    usual: ['log.secrets'],
    code: 0,
    end: 'certified',
  },
  { lines: ['[ 17/221] inconclusive   log.secrets (1.2 s)'], code: 3, end: 'undecided' },
  { lines: ['SET-UP FAILED the merchant ended'], code: 3, end: 'undecided' },
];

for (const { lines, code, usual, end } of cases) {
  test(`a certification that says "${lines.join()}" and ends with ${code} is ${end}`, () => {
    assert.equal(told(lines, code, usual).end, end);
  });
}

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
