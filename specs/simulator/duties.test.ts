import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Requirement, requirements } from '../../scenarios/index.ts';
import { Gateway } from './duties/gateway.ts';
import { duties } from './duties/index.ts';

let gateway: Gateway;
before(async () => {
  gateway = await Gateway.start();
});
after(() => gateway.stop());

test('every requirement of the gateway has a proof', () => {
  const proven = new Set<string>(duties.flatMap(({ ids }) => ids));
  const rows: readonly Requirement[] = requirements;
  const missing = rows
    .filter(({ party, level }) => party !== 'merchant' && level !== 'open')
    .filter(({ id }) => !proven.has(id));
  assert.deepEqual(
    missing.map(({ id }) => id),
    [],
  );
});

test('no proof stands for a requirement of the merchant alone, and no two say the same', () => {
  const merchants = new Set<string>(
    requirements.filter(({ party }) => party === 'merchant').map(({ id }) => id),
  );
  for (const { ids, does } of duties) {
    assert.deepEqual(
      ids.filter((id) => merchants.has(id)),
      [],
      does,
    );
  }
  const titles = duties.map(({ does }) => does);
  assert.deepEqual(titles, [...new Set(titles)]);
});

for (const { ids, does, proof } of duties) {
  test(`[${ids.join(' ')}] ${does}`, () => proof(gateway));
}
