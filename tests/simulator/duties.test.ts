import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Requirement, requirements } from '../../ledger/index.ts';
import { everyField } from './duties/census.ts';
import { constantFields } from './duties/constant-fields.ts';
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

/** After the proofs, whose gateways have answered all that it is about. */
test('every field of every record took two values, one of them not null, or is listed with a reason', () => {
  gateway.countNotifications();
  const { census } = gateway;
  const found = everyField().flatMap((field) => {
    const lack = census.lackOf(field);
    return lack === undefined ? [] : [{ field, lack }];
  });
  const unexplained = found.filter(({ field }) => constantFields[field] === undefined);
  assert.deepEqual(
    unexplained.map(({ field, lack }) => `${field}: ${lack} ${census.only(field)}`),
    [],
  );
  const lacking = new Set(found.map(({ field }) => field));
  const outdated = Object.keys(constantFields).filter((field) => !lacking.has(field));
  assert.deepEqual(outdated, [], 'listed, and they do change');
});
