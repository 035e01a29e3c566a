import { AMOUNT_INTEGER_DIGITS, LIMITS } from './limits.ts';
import type { ReadingValues } from './readings.ts';
import { remembered } from './remembered.ts';
import type { SpellingId } from './spellings.ts';
import { parseDateTime } from './time.ts';
import { isLosslessNumber, isWireObject, type WireValue } from './wire.ts';

/** What a check of one value found: nothing, or in which way the value is not as the table lists it. */
export type FieldVerdict =
  | undefined
  /** Another JSON type or form, of which a reading says what it counts for; `at` names the member of an object. */
  | { readonly spelt: SpellingId; readonly at?: string }
  /** Not of the listed type, under any reading. */
  | { readonly mistyped: string }
  /** Of the listed type, with a value that is not allowed. */
  | { readonly wrong: string };

/** The readings that field types depend on; those of spellings are asked by whoever judges a request. */
export type FieldRules = Pick<
  ReadingValues,
  | 'request.amount-fraction'
  | 'request.text-length-unit'
  | 'hold.field-limits'
  | 'hold.card-format'
  | 'payout.id-length'
>;

/** A type of field: its name in words, and the check of a value that is neither null nor empty. */
export interface FieldType {
  readonly name: string;
  readonly check: (value: WireValue, rules: FieldRules) => FieldVerdict;
}

const quote = (value: WireValue): string => {
  if (typeof value === 'string') return JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}…` : value);
  if (isLosslessNumber(value)) return value.value;
  if (typeof value === 'boolean' || value === null) return String(value);
  return Array.isArray(value) ? 'an array' : 'an object';
};

const mistyped = (value: WireValue, expected: string): FieldVerdict => ({
  mistyped: `${quote(value)} is not ${expected}`,
});

const wrong = (value: WireValue, expected: string): FieldVerdict => ({
  wrong: `${quote(value)} is not ${expected}`,
});

/** The length of a text in the unit of the reading `request.text-length-unit`. */
export function textLength(text: string, unit: ReadingValues['request.text-length-unit']): number {
  if (unit === 'utf16') return text.length;
  if (unit === 'bytes') return Buffer.byteLength(text);
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

const WORD: Readonly<Record<ReadingValues['request.text-length-unit'], string>> = {
  characters: 'characters',
  bytes: 'bytes',
  utf16: 'UTF-16 units',
};

function text(limit: (rules: FieldRules) => number | undefined, name = 'text'): FieldType {
  return {
    name,
    check(value, rules) {
      const content = isLosslessNumber(value) ? value.value : value;
      if (typeof content !== 'string') return mistyped(value, 'a text');
      const most = limit(rules);
      // A text has at least as many UTF-16 units as characters, and at most three bytes in each.
      const unit = rules['request.text-length-unit'];
      if (most !== undefined && content.length * (unit === 'bytes' ? 3 : 1) > most) {
        const length = textLength(content, unit);
        if (length > most) return { wrong: `it has ${length} ${WORD[unit]}, at most ${most} are allowed` };
      }
      return isLosslessNumber(value) ? { spelt: 'text-as-number' } : undefined;
    },
  };
}

const integer: FieldType = {
  name: 'integer',
  check(value) {
    const isNumber = isLosslessNumber(value);
    const digits = isNumber ? value.value : value;
    if (typeof digits !== 'string' || !/^\d{1,19}$/.test(digits)) return mistyped(value, 'an integer');
    return isNumber ? undefined : { spelt: 'integer-as-text' };
  },
};

const AMOUNT = new RegExp(`^\\d{1,${AMOUNT_INTEGER_DIGITS}}(?:\\.(\\d+))?$`);

const amount: FieldType = {
  name: 'amount',
  check(value, rules) {
    const isNumber = isLosslessNumber(value);
    const content = isNumber ? value.value : value;
    if (typeof content !== 'string') return mistyped(value, 'an amount such as "10.50"');
    const match = AMOUNT.exec(content);
    if (match === null) return mistyped(value, 'a decimal amount such as "10.50"');
    const digits = match[1]?.length ?? 0;
    const rule = rules['request.amount-fraction'];
    // Three are let through here: how many a currency has is known only with the currency.
    if (rule === 'as-currency' && digits > 3)
      return wrong(value, 'an amount with at most the fractional digits of its currency');
    if (rule === 'exactly-two' && digits !== 2 && !isNumber) {
      return wrong(value, 'an amount with exactly two fractional digits');
    }
    return isNumber ? { spelt: 'amount-as-number' } : undefined;
  },
};

const payway: FieldType = {
  name: 'payway',
  check(value) {
    if (typeof value !== 'string') return mistyped(value, 'a text');
    if (value.length > LIMITS.paywayLength) {
      return { wrong: `it has ${value.length} characters, at most ${LIMITS.paywayLength} are allowed` };
    }
    return /^[A-Za-z_,[\]]+$/.test(value)
      ? undefined
      : wrong(value, 'a payway (Latin letters, underscore, comma and square brackets)');
  },
};

const dateTime: FieldType = {
  name: 'date-time',
  check(value) {
    const parsed = typeof value === 'string' ? parseDateTime(value) : undefined;
    if (parsed === undefined) return mistyped(value, 'an ISO 8601 date and time');
    return parsed.spaced ? { spelt: 'spaced-date' } : undefined;
  },
};

const addressesKept = 200;

/** Whether a text is a web address: a shop sends the same ones with every order. */
const isWebAddress = remembered(addressesKept, (text) => /^https?:\/\//i.test(text) && URL.canParse(text));

const url: FieldType = {
  name: 'url',
  check(value, rules) {
    if (typeof value !== 'string' || !isWebAddress(value)) {
      return mistyped(value, 'an http or https address');
    }
    const most = rules['hold.field-limits'] === '255' ? 255 : 4096;
    return value.length > most
      ? { wrong: `it has ${value.length} characters, at most ${most} are allowed` }
      : undefined;
  },
};

const boolean: FieldType = {
  name: 'boolean',
  check(value) {
    if (typeof value === 'boolean') return undefined;
    return value === 'true' || value === 'false'
      ? { spelt: 'boolean-as-text' }
      : mistyped(value, 'true or false');
  },
};

/** Card members are never quoted. */
const CARD_MEMBERS: Readonly<Record<string, { pattern: RegExp; expected: string }>> = {
  number: { pattern: /^[\d ]{12,23}$/, expected: '12 to 19 digits' },
  cardholder: { pattern: /^[^\d]{1,255}$/u, expected: 'a name' },
  expiry_month: { pattern: /^(0?[1-9]|1[0-2])$/, expected: 'a month from 01 to 12' },
  expiry_year: { pattern: /^\d{2}(\d{2})?$/, expected: 'a year' },
  cvv: { pattern: /^\d{3,4}$/, expected: 'three or four digits' },
};

const card: FieldType = {
  name: 'card',
  check(value, rules) {
    if (!isWireObject(value))
      return { mistyped: `it is no object with ${Object.keys(CARD_MEMBERS).join(', ')}` };
    let spelt: FieldVerdict;
    for (const [member, { pattern, expected }] of Object.entries(CARD_MEMBERS)) {
      const given = value[member];
      if (given === undefined || given === null || given === '') continue;
      const content = isLosslessNumber(given) ? given.value : given;
      if (typeof content !== 'string') return { mistyped: `its member "${member}" is not a text` };
      if (rules['hold.card-format'] === 'judged' && !pattern.test(content))
        return { wrong: `${member} is not ${expected}` };
      if (isLosslessNumber(given)) spelt = { spelt: 'text-as-number', at: member };
    }
    return spelt;
  },
};

/** A map of scalars, such as `account_details`. */
const map: FieldType = {
  name: 'map',
  check(value) {
    if (!isWireObject(value)) return mistyped(value, 'an object');
    for (const [member, content] of Object.entries(value)) {
      if (typeof content === 'object' && content !== null && !isLosslessNumber(content)) {
        return { mistyped: `its member "${member}" is not a text, a number or a boolean` };
      }
    }
    return undefined;
  },
};

/** The members of `client_info` (specification, Endpoints, invoice/hold): two booleans, the others are texts. */
const CLIENT_BOOLEANS = new Set(['browser_java_enabled', 'browser_javascript_enabled']);
const CLIENT_TEXTS = new Set([
  'browser_accept_header',
  'browser_language',
  'browser_color_depth',
  'browser_screen_height',
  'browser_screen_width',
  'browser_tz',
  'browser_user_agent',
  'challenge_window_size',
]);

const clientInfo: FieldType = {
  name: 'map',
  check(value, rules) {
    const found = map.check(value, rules);
    if (found !== undefined || !isWireObject(value)) return found;
    for (const [member, content] of Object.entries(value)) {
      if (content === null || content === '') continue;
      if (CLIENT_BOOLEANS.has(member) && typeof content !== 'boolean') {
        const spelt = boolean.check(content, rules);
        return spelt !== undefined && 'spelt' in spelt
          ? { ...spelt, at: member }
          : { mistyped: `its member "${member}" is not true or false` };
      }
      if (!CLIENT_TEXTS.has(member) || typeof content === 'string') continue;
      return isLosslessNumber(content)
        ? { spelt: 'text-as-number', at: member }
        : { mistyped: `its member "${member}" is not a text` };
    }
    return undefined;
  },
};

const amountType: FieldType = {
  name: 'amount type',
  check: (value) =>
    value === 'ps_amount' || value === 'shop_amount'
      ? undefined
      : wrong(value, '"ps_amount" or "shop_amount"'),
};

const token: FieldType = {
  name: 'token',
  check: (value) => (typeof value === 'string' ? undefined : { mistyped: 'it is not a text' }),
};

const limited = (rules: FieldRules): number | undefined =>
  rules['hold.field-limits'] === '255' ? 255 : undefined;

/** The types of request fields (specification, Common parameter conventions and Limits). */
export const FIELD_TYPES = {
  integer,
  amount,
  payway,
  dateTime,
  url,
  boolean,
  card,
  map,
  clientInfo,
  amountType,
  token,
  orderId: text(() => LIMITS.orderIdLength, 'id'),
  payoutId: text((rules) => (rules['payout.id-length'] === '255' ? 255 : undefined), 'id'),
  description: text(() => LIMITS.descriptionLength, 'text of at most 255 characters'),
  text: text(limited),
  account: text(() => undefined, 'account'),
} as const satisfies Record<string, FieldType>;

export type FieldTypeName = keyof typeof FIELD_TYPES;
