import Big from 'big.js';

const DECIMAL = /^-?\d{1,40}(\.\d{1,40})?$/;

/** The amount that a decimal text or a number spells, exactly; undefined when it spells none. */
export function amountOf(value: unknown): Big | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && DECIMAL.test(text) ? new Big(text) : undefined;
}

export const ZERO = new Big(0);

/** The sum of amounts. */
export function sumOf(amounts: Iterable<Big>): Big {
  let sum = ZERO;
  for (const amount of amounts) sum = sum.plus(amount);
  return sum;
}

export type { Big };
