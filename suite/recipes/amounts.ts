import { LosslessNumber } from 'lossless-json';
import { fractionDigits } from '../../simulator/index.ts';
import { RecipeFailure } from './failure.ts';
import type { Variables } from './variables.ts';

/** The members of answers that are amounts. */
export const amountFields = ['amount', 'credited', 'refunded', 'debited', 'balance'] as const;

/** A whole number of minor units ("1050") as a decimal in units of the currency ("10.50"). */
function majorOf(field: string, value: unknown, digits: number): string {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  const [, sign, whole] = /^(-?)(\d+)$/.exec(text) ?? [];
  if (whole === undefined) {
    throw new RecipeFailure(
      `gave ${field} ${JSON.stringify(value)}, expected a whole number because of "amounts": "minor"`,
    );
  }
  const padded = whole.padStart(digits + 1, '0');
  return digits === 0 ? text : `${sign}${padded.slice(0, -digits)}.${padded.slice(-digits)}`;
}

/** A decimal as a whole number of minor units; undefined where it is none. */
function minorOf(amount: string, digits: number): LosslessNumber | number | undefined {
  const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
  const rest = fraction.replace(/(?<!0)0+$/, '');
  if (whole === '' || rest.length > digits) return undefined;
  const text = `${whole}${rest.padEnd(digits, '0')}`.replace(/^0+(?=\d)/, '');
  return Number.isSafeInteger(Number(text)) ? Number(text) : new LosslessNumber(text);
}

const digitsOf = (currency: unknown): number => fractionDigits(Number(currency));

/** The forms of an amount that a call is given beside its text: a whole number of minor units, and a JSON number. */
export function amountForms({ amount, currency }: Variables): Variables {
  if (typeof amount !== 'string' || !/^\d+(\.\d+)?$/.test(amount)) return {};
  return {
    'amount.minor': minorOf(amount, digitsOf(currency)),
    'amount.number': new LosslessNumber(amount),
  };
}

/** What a step gave in minor units, in units of the currency. */
export function inMajor(given: Variables, currency: unknown): Variables {
  const digits = digitsOf(given.currency ?? currency);
  const entries = amountFields.flatMap((field) => {
    const value = given[field];
    return value === undefined || value === null ? [] : [[field, majorOf(field, value, digits)] as const];
  });
  return { ...given, ...Object.fromEntries(entries) };
}
