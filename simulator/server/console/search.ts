import type { Row } from './rows.ts';

/** A part of what is searched for: a word anywhere, or one in a field. */
interface Term {
  readonly field: string | undefined;
  readonly value: string;
}

/** What a field is called, and the member of a row that it stands for. */
const FIELDS: Readonly<Record<string, string>> = {
  order: 'order',
  payment: 'payment',
  invoice: 'payment',
  refund: 'refund',
  payout: 'payout',
  shop: 'shop',
  operation: 'operation',
  status: 'status',
  sign: 'sign',
  code: 'code',
  http: 'http',
  outcome: 'outcome',
  fault: 'fault',
  amount: 'amount',
  payway: 'payway',
  mode: 'mode',
  type: 'type',
  state: 'state',
  reply: 'reply',
  is: 'is',
};

export const FIELD_NAMES: readonly string[] = Object.keys(FIELDS);

/** Numbers are meant as they stand; `code:7` is not 70. */
const EXACT: ReadonlySet<string> = new Set(['code', 'http', 'shop', 'sign', 'state', 'is']);

/** Statuses after which nothing follows. */
const FINAL = { payouts: /^[56]\b/, invoices: /^[467]\b/, refunds: /^(SUCCESS|FAILED)\b/ } as const;

/** What `is:` may say of a row. */
const KINDS: Readonly<Record<string, (shows: Row['shows'], view: Row['view']) => boolean>> = {
  error: ({ code, outcome }) =>
    Number(code ?? 0) > 0 || (outcome !== undefined && outcome !== 'answered' && outcome !== 'cut'),
  fault: ({ fault }) => fault !== undefined,
  due: ({ state }) => state === 'due' || state === 'on its way',
  crafted: ({ crafted }) => crafted !== undefined,
  hold: ({ mode }) => mode === 'hold',
  open: ({ status }, view) => view in FINAL && !FINAL[view as keyof typeof FINAL].test(String(status)),
};

/** Words, each of which may be `field:value`; a value with spaces stands in quotes. */
export function parseSearch(text: string): Term[] {
  const parts = text.match(/(?:[a-z]+:)?"[^"]*"?|\S+/gi) ?? [];
  return parts.flatMap((part) => {
    const [, name = '', rest = ''] = /^([a-z]+):(.*)$/is.exec(part) ?? [];
    const field = FIELDS[name.toLowerCase()];
    const value = (field === undefined ? part : rest).replaceAll('"', '').toLowerCase();
    return value === '' ? [] : [{ field, value }];
  });
}

/** Texts that a row that matches has for certain, so that others need not be read. */
export const needles = (terms: readonly Term[]): string[] =>
  terms.filter(({ field }) => field !== 'is').map(({ value }) => value);

/** All by which a row is found, in lower case. */
export const haystack = ({ shows, text }: Row): string =>
  `${Object.values(shows).join('\n').toLowerCase()}${text}`;

function fieldMatches(row: Pick<Row, 'shows' | 'view'>, field: string, value: string): boolean {
  if (field === 'is') return KINDS[value]?.(row.shows, row.view) ?? false;
  const found = String(row.shows[field] ?? '').toLowerCase();
  if (EXACT.has(field)) return found === value;
  // A status is its number, or words of its meaning.
  if (field === 'status' && /^\d+$/.test(value)) return found === value || found.startsWith(`${value} `);
  return found.includes(value);
}

/** Whether a row that has all needles is one that is searched for. */
export function matches(row: Pick<Row, 'shows' | 'view'>, terms: readonly Term[]): boolean {
  return terms.every(({ field, value }) => field === undefined || fieldMatches(row, field, value));
}
