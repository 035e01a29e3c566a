import Big from 'big.js';

const DECIMAL = /^-?\d{1,40}(\.\d{1,40})?$/;

/** The amount that a decimal text or a number spells, exactly; undefined when it spells none. */
export function amountOf(value: unknown): Big | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && DECIMAL.test(text) ? new Big(text) : undefined;
}

/** True when two values spell the same amount (`10.5` and `10.50` do); false for what spells none. */
export function sameAmount(a: unknown, b: unknown): boolean {
  const [left, right] = [amountOf(a), amountOf(b)];
  return left !== undefined && right !== undefined && left.eq(right);
}

export const ZERO = new Big(0);

/** The sum of amounts. */
export function sumOf(amounts: Iterable<Big>): Big {
  let sum = ZERO;
  for (const amount of amounts) sum = sum.plus(amount);
  return sum;
}

export type { Big };
