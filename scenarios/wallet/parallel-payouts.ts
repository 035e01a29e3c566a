import { check, type PayoutInHand, type Verbs } from '../../suite/engine/index.ts';
import { balanceIs, wisher } from '../steps/payouts.ts';

/**
 * While payouts are open a shop may have debited them, may only keep their sum free, or may do neither. A fee may come on
 * top, but each is taken less than twice.
 */
async function takesAtMostOnce(
  t: Verbs,
  customer: string,
  debited: string,
  made: readonly PayoutInHand[],
): Promise<void> {
  const sum = t.sumOf(made.map(({ amount }) => amount));
  const twice = t.amountOf(sum)?.times(2) ?? 0;
  const most = t.amountOf('100')?.minus(debited);
  const isRight = async (): Promise<boolean> => {
    const left = t.amountOf(await t.balance(customer));
    if (left === undefined || most === undefined) return false;
    return left.lte(most) && t.amountOf('100')?.minus(left).lt(twice) === true;
  };
  for (let round = 0; round < 3; round++) {
    if (await isRight()) return;
    await t.polls();
  }
  if (await isRight()) return;
  t.fail(
    `${made.length} payouts of ${sum} in all debited ${debited} of 100.00, and the customer's balance is ${await t.balance(customer)}.`,
    { about: [customer] },
  );
}

export default check('wallet.parallel-payouts', {
  title:
    'Simultaneous payouts of one customer are each debited once, and each rejected one is returned once.',
  must: ['law.11'],
  capabilities: ['invoice', 'payout', 'wallet'],
  means: ['jobs'],
  rule: 'Follows from States and transitions, Payout statuses: each payout debits its amount once, and each 6 returns it once.',
  expectation:
    'After eight simultaneous payouts the balance is lower at least by what they debited, and each of them is taken less than twice: a shop may only keep the funds free until the payouts end. After 5 for one and 6 for the others each payout is paid or failed as the gateway says, and the balance is lower only by what the paid one debited.',
  fix: 'Decrease and increase the balance in the database (balance = balance - amount, or a ledger row); do not write back a value that was read before.',
  story: async (t) => {
    const { customer = '' } = await wisher(t);
    const wishes = Array.from({ length: 8 }, () => ({ customer, amount: '5.00' }));
    const asked = await Promise.all(wishes.map((wish) => t.askPayout(wish)));
    const made: PayoutInHand[] = [];
    for (const each of asked) if (each.answer.kind !== 'refused') made.push(await t.inHand(each));
    if (made.length === 0) t.inconclusive('None of eight simultaneous payouts was created.');
    const shown = await Promise.all(made.map((each) => t.lookAtPayout(each)));
    const debited = t.sumOf(shown.map((payout) => payout.debited));
    await takesAtMostOnce(t, customer, debited, made);
    const [done, ...rejected] = made;
    for (const { payoutId, view } of made) {
      // A create that was not answered in time may yet be made again, and that payout nobody here rejects.
      if (view === undefined) return t.inconclusive(`The payout ${payoutId} does not exist at the gateway.`);
      await t.movePayout({ view }, payoutId === done?.payoutId ? 5 : 6);
    }
    const others = `the other ${rejected.length} were rejected`;
    for (const each of rejected) await t.payoutShows(each, 6);
    if (done === undefined) return;
    await t.payoutShows(done, 5);
    const taken = (await t.lookAtPayout(done)).debited;
    const rest = t.amountOf('100')?.minus(taken).toString() ?? '';
    await balanceIs(t, customer, rest, `One payout took ${taken} of 100.00, and ${others}`);
  },
});
