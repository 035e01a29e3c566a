import type { ReadingValues } from './readings.ts';

/** An error code, its text, and whether the specification calls it fatal. */
export interface ErrorCode {
  readonly code: number;
  readonly text: string;
  readonly fatal: 'yes' | 'no' | 'not shown';
  /** Whether the specification lists it, or only merchants' tables do. */
  readonly listed: boolean;
}

const row = (code: number, fatal: ErrorCode['fatal'], listed: boolean, text: string): ErrorCode => ({
  code,
  text,
  fatal,
  listed,
});

/** The codes of the specification (Errors) and those seen in merchants' tables. */
export const ERROR_CODES: readonly ErrorCode[] = [
  row(1, 'yes', true, 'Payway is not found'),
  row(2, 'yes', true, 'Payway is not active'),
  row(3, 'yes', true, 'Payway is not available'),
  row(4, 'yes', true, 'Payer price amount is too small'),
  row(5, 'not shown', true, 'Payer price amount is too big'),
  row(6, 'not shown', false, 'Operation is not unique'),
  row(7, 'not shown', false, 'Operation is not found'),
  row(8, 'not shown', false, 'Operation is processing'),
  row(9, 'not shown', false, 'Insufficient balance'),
  row(10, 'not shown', false, 'Incorrect request parameter'),
  row(11, 'not shown', true, 'Shop is not found'),
  row(12, 'not shown', false, 'Shop is not active'),
  row(13, 'not shown', false, 'Account is not found'),
  row(14, 'not shown', false, 'Incorrect account status'),
  row(15, 'not shown', false, 'Request address is denied'),
  row(16, 'not shown', false, 'Invalid currency exchange'),
  row(17, 'not shown', false, 'Invalid shop contract'),
  row(18, 'not shown', false, 'Incorrect account type'),
  row(19, 'not shown', false, 'Shop aggregator is required'),
  row(20, 'not shown', false, 'Invalid project'),
  row(21, 'not shown', false, 'Project is not active'),
  row(100, 'not shown', false, 'Incorrect operation status'),
  row(2000, 'not shown', false, 'Other error'),
];

const byCode = new Map(ERROR_CODES.map((entry) => [entry.code, entry]));

/** The text of a code; a text that names it where it is unknown. */
export function codeText(code: number): string {
  return byCode.get(code)?.text ?? `Error ${code}`;
}

/** A code's row, or undefined for one that no table lists. */
export function errorCode(code: number): ErrorCode | undefined {
  return byCode.get(code);
}

/**
 * Whether communication about the operation ends with this code (Errors 2), under the readings for the
 * codes that the specification leaves open.
 *
 * @returns undefined where even the readings leave it open
 */
export function isFatal(code: number, readings: ReadingValues): boolean | undefined {
  const known = byCode.get(code);
  if (known?.fatal === 'yes') return true;
  const beyond = readings['error.fatal-codes-beyond'];
  if (code === 5 && (beyond === '5-and-11' || beyond === 'only-5')) return true;
  if (code === 11 && (beyond === '5-and-11' || beyond === 'only-11')) return true;
  if (code === 5 || code === 11) return false;
  const soft = readings['error.non-fatal-codes'];
  if ((code === 8 && (soft === '8' || soft === '8-and-2000')) || (code === 2000 && soft === '8-and-2000')) {
    return false;
  }
  return undefined;
}

/** A step of the validation of a request. */
export type Step = (typeof PRECEDENCE)[number];

/**
 * The order in which a request is judged: the first step that fails decides the answer, whatever else is
 * wrong.
 */
export const PRECEDENCE = [
  'method',
  'path',
  'content-type',
  'size',
  'json',
  'fields',
  'shop',
  'signature',
  'payway',
  'amount',
  'uniqueness',
  'state',
] as const;

/** HTTP statuses of requests that are no API calls at all. Everything else is HTTP 200 by default. */
export const TRANSPORT_STATUS: Readonly<Partial<Record<Step, number>>> = {
  method: 405,
  path: 404,
  'content-type': 415,
  size: 413,
};
