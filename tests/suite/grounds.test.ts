import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gatewayRules, grounds, laws, properties } from '../../ledger/index.ts';
import { checks } from '../../scenarios/index.ts';

const judged = [...checks, ...laws, ...properties];

test('each check, rule and property has a ground, and there is none of anything else', () => {
  const ids = judged.map(({ id }) => id);
  assert.deepEqual(
    ids.filter((id) => grounds[id] === undefined),
    [],
    'without a ground: write it to ledger/grounds/, after asking which conforming shop would fail it',
  );
  assert.deepEqual(
    Object.keys(grounds).filter((id) => !ids.includes(id)),
    [],
  );
});

test('what must hold rests on a sentence of the specification', () => {
  const without = judged.filter(({ id, level }) => level === 'must' && grounds[id]?.quote === '');
  assert.deepEqual(
    without.map(({ id }) => id),
    [],
    'a must without a sentence is a recommendation',
  );
});

test('each ground names its section and a conforming shop', () => {
  for (const [id, { section, quote, conforming }] of [
    ...Object.entries(grounds),
    ...gatewayRules.map(
      ({ id, title, section, quote }) => [id, { section, quote, conforming: title }] as const,
    ),
  ]) {
    assert.match(section, /\S/, id);
    assert.match(conforming, /^[A-Z`].{20,}[.`]$/s, id);
    assert.doesNotMatch(quote, /\n|^\s|\s$/, id);
  }
});
