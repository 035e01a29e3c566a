import assert from 'node:assert/strict';
import { test } from 'node:test';
import { disagreements } from '../../suite/model/expectations.ts';
import { emptyModel } from '../../suite/model/model.ts';

type Journey = Parameters<typeof disagreements>[0];

/** A payout of 10.50 of a customer who had 100.00, as a merchant shows it. */
function seenAs(status: number, state: string, debited: string, balance: string) {
  const model = emptyModel();
  model.payouts.push({
    index: 0,
    reference: 'payout-1',
    amount: '10.50',
    customer: 'ann',
    before: '100.00',
    payoutId: 'p-1',
    gatewayId: 1,
    status,
  });
  const value = {
    payout_id: 'p-1',
    reference: 'payout-1',
    shop_payment_id: 'w-1',
    state,
    debited,
    error: null,
  };
  const t = {
    driver: { getPayout: async () => ({ kind: 'ok', value }) },
    balance: async () => balance,
  };
  return disagreements({ t } as unknown as Journey, model, true);
}

const rows: readonly (readonly [string, boolean, number, string, string, string])[] = [
  ['taken with the wish', true, 3, 'pending', '10.50', '89.50'],
  ['not taken before the end', true, 3, 'pending', '0', '100.00'],
  ['held back, and booked at the end', true, 3, 'pending', '0', '89.50'],
  ['taken, and not missing from the balance', false, 3, 'pending', '10.50', '100.00'],
  ['taken twice', false, 3, 'pending', '10.50', '79.00'],
  ['paid, and taken', true, 5, 'paid', '10.50', '89.50'],
  ['paid, and never taken', false, 5, 'paid', '0', '100.00'],
  ['rejected, and given back', true, 6, 'failed', '0', '100.00'],
  ['rejected, and kept', false, 6, 'failed', '10.50', '89.50'],
  ['rejected, and given back twice', false, 6, 'failed', '0', '110.50'],
];

for (const [says, isRight, status, state, debited, balance] of rows) {
  test(`the money of a payout: ${says}`, async () => {
    const found = await seenAs(status, state, debited, balance);
    assert.equal(found.length === 0, isRight, JSON.stringify(found));
  });
}
