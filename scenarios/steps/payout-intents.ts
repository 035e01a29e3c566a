import type { Effect } from '../../simulator/index.ts';
import type { Verbs } from '../../suite/engine/index.ts';
import { ASKING, askBeside, isPaid, lost, type Standing } from './payout-steps.ts';

/** The payout that the gateway completes must end as paid at the merchant. */
export async function completes(t: Verbs, made: Standing, what: string): Promise<void> {
  await t.movePayout(made, 5);
  await t.payoutBecomes(made, `${what}, and then the payout was completed (status 5)`, isPaid);
}

export async function balanceIs(t: Verbs, customer: string, expected: string, what: string): Promise<void> {
  let seen = await t.balance(customer);
  for (let round = 0; round < 3 && !t.sameAmount(seen, expected); round++) {
    await t.runJobsNow({ advancePolls: 1 });
    seen = await t.balance(customer);
  }
  if (t.sameAmount(seen, expected)) return;
  t.fail(`${what}, and the customer's balance is ${seen} instead of ${expected}.`, { about: [customer] });
}

/** A payout whose creation has this end, and about which every question fails until the faults are cleared. */
export async function unanswered(
  t: Verbs,
  effect: Effect = { kind: 'reset', committed: true },
  who: { customer?: string } = {},
): Promise<Standing> {
  const mute = { kind: 'http-status', status: 500, committed: true } as const;
  await t.gateway.arm([
    { where: { operation: 'withdraw/create' }, effect },
    { where: { operation: [...ASKING] }, times: null, effect: mute },
  ]);
  const since = await t.now();
  return lost(t, await askBeside(t, who), since);
}
