import { check } from '../../suite/engine/index.ts';
import { lookup, objectsIn } from '../steps/lookups.ts';

/** The names of a total balance; others may be totals of anything, such as of what is available. */
const TOTAL = /^(?:total|total_?balance|balance_?total)$/i;

interface ShownTotal {
  /** Null for a total that names no currency. */
  readonly currency: string | null;
  readonly total: string;
}

function totalsIn(result: unknown): ShownTotal[] {
  return objectsIn(result).flatMap((object) => {
    const currency = typeof object.currency === 'object' ? null : (object.currency ?? null);
    return Object.entries(object).flatMap(([name, value]): ShownTotal[] => {
      if (!TOTAL.test(name)) return [];
      if (typeof value === 'object' && value !== null) {
        const parts = Object.entries(value).filter(([key]) => /^\d{1,3}$/.test(key));
        return parts.map(([key, part]) => ({ currency: key, total: String(part) }));
      }
      const of = currency === null ? null : String(currency);
      // What stands beside no currency may be a total of anything: of the balances shown, for example.
      const isMoney = /^-?\d+\.\d+$/.test(String(value)) || (of !== null && /^-?\d+$/.test(String(value)));
      return isMoney ? [{ currency: of, total: String(value) }] : [];
    });
  });
}

const PARTS: Readonly<Record<string, readonly [available: string, frozen: string, hold: string]>> = {
  643: ['10.50', '0.30', '2.25'],
  840: ['100', '3', '20.75'],
};

export default check('lookup.balance-total', {
  title: 'A total balance is available + frozen + hold of one currency.',
  must: ['fields.balance.total'],
  expectation:
    'Each total that the shop shows for its balances in two currencies is the sum of the three parts of one currency. Not judged when it shows none.',
  fix: 'Add available, frozen and hold, as decimals, separately for each currency; never add different currencies.',
  story: async (t) => {
    const balances = Object.entries(PARTS).map(([currency, [available, frozen, hold]]) => ({
      currency: Number(currency),
      available: { $number: available },
      frozen: { $number: frozen },
      hold: { $number: hold },
    }));
    await t.everyCall('shop_balance', { kind: 'answer', set: { 'data.balances': balances } });
    const totals = totalsIn(await lookup(t, 'shop_balance'));
    if (totals.length === 0) t.notSeen('The merchant shows no total balance.');
    for (const { currency, total } of totals) {
      const right = currency === null ? Object.values(PARTS) : [PARTS[currency] ?? []];
      const sums = right.filter((parts) => parts.length > 0).map((parts) => t.sumOf(parts));
      const shown = Number(total).toFixed(2);
      // A shop may count in the smallest unit of a currency: both have two digits.
      const isSum = (sum: string): boolean =>
        t.sameAmount(shown, sum) || t.sameAmount(shown, String(t.amountOf(sum)?.times(100)));
      if (sums.length === 0 || sums.some(isSum)) continue;
      t.fail(
        `A total balance${currency === null ? '' : ` of currency ${currency}`} is shown as ${total}; available + frozen + hold is ${sums.join(' or ')}.`,
        { about: ['shop_balance'] },
      );
    }
  },
});
