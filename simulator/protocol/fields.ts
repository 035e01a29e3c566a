import { AMOUNT_INTEGER_DIGITS, LIMITS } from './limits.ts';
import type { ReadingValues } from './readings.ts';
import { remembered } from './remembered.ts';
import { parseDateTime } from './time.ts';
import { isLosslessNumber, isWireObject, type WireValue } from './wire.ts';

/** What a check of one value found: nothing, a spelling that is only tolerated, or what is wrong. */
export type FieldVerdict = undefined | { tolerated: string } | { wrong: string };

/** The readings that field types depend on. */
export type FieldRules = Pick<
  ReadingValues,
  | 'request.integer-as-string'
  | 'request.amount-as-number'
  | 'request.amount-fraction'
  | 'request.boolean-text'
  | 'request.text-length-unit'
  | 'request.date-separator'
  | 'hold.field-limits'
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
      if (typeof content !== 'string') return wrong(value, 'a text');
      const most = limit(rules);
      // A text has at least as many UTF-16 units as characters, and at most three bytes in each.
      const unit = rules['request.text-length-unit'];
      if (most !== undefined && content.length * (unit === 'bytes' ? 3 : 1) > most) {
        const length = textLength(content, unit);
        if (length > most) return { wrong: `it has ${length} ${WORD[unit]}, at most ${most} are allowed` };
      }
      return isLosslessNumber(value) ? { tolerated: 'a number where a text is expected' } : undefined;
    },
  };
}

const integer: FieldType = {
  name: 'integer',
  check(value, rules) {
    if (isLosslessNumber(value)) {
      return /^\d{1,19}$/.test(value.value) ? undefined : wrong(value, 'an integer');
    }
    if (typeof value !== 'string' || !/^\d{1,19}$/.test(value)) return wrong(value, 'an integer');
    return rules['request.integer-as-string'] === 'accept'
      ? { tolerated: 'an integer written as text' }
      : wrong(value, 'an integer (it is text)');
  },
};

const AMOUNT = new RegExp(`^\\d{1,${AMOUNT_INTEGER_DIGITS}}(?:\\.(\\d+))?$`);

const amount: FieldType = {
  name: 'amount',
  check(value, rules) {
    const isNumber = isLosslessNumber(value);
    const content = isNumber ? value.value : value;
    if (typeof content !== 'string') return wrong(value, 'an amount such as "10.50"');
    const match = AMOUNT.exec(content);
    if (match === null) return wrong(value, 'a decimal amount such as "10.50"');
    const digits = match[1]?.length ?? 0;
    const rule = rules['request.amount-fraction'];
    // Three are let through here: how many a currency has is known only with the currency.
    if (rule === 'up-to-two' && digits > 3)
      return wrong(value, 'an amount with at most two fractional digits');
    if (rule === 'exactly-two' && digits !== 2 && !isNumber) {
      return wrong(value, 'an amount with exactly two fractional digits');
    }
    if (!isNumber) return undefined;
    return rules['request.amount-as-number'] === 'accept'
      ? { tolerated: 'an amount written as a number' }
      : wrong(value, 'a text (it is a number)');
  },
};

const payway: FieldType = {
  name: 'payway',
  check(value) {
    if (typeof value !== 'string') return wrong(value, 'a text');
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
  check(value, rules) {
    const parsed = typeof value === 'string' ? parseDateTime(value) : undefined;
    if (parsed === undefined) return wrong(value, 'an ISO 8601 date and time');
    if (!parsed.spaced) return undefined;
    return rules['request.date-separator'] === 'either'
      ? { tolerated: 'a space between date and time' }
      : wrong(value, 'an ISO 8601 date and time (a T joins them)');
  },
};

const addressesKept = 200;

/** Whether a text is a web address: a shop sends the same ones with every order. */
const isWebAddress = remembered(addressesKept, (text) => /^https?:\/\//i.test(text) && URL.canParse(text));

const url: FieldType = {
  name: 'url',
  check(value, rules) {
    if (typeof value !== 'string' || !isWebAddress(value)) {
      return wrong(value, 'an http or https address');
    }
    const most = rules['hold.field-limits'] === '255' ? 255 : 4096;
    return value.length > most
      ? { wrong: `it has ${value.length} characters, at most ${most} are allowed` }
      : undefined;
  },
};

const boolean: FieldType = {
  name: 'boolean',
  check(value, rules) {
    if (typeof value === 'boolean') return undefined;
    if (value !== 'true' && value !== 'false') return wrong(value, 'true or false');
    return rules['request.boolean-text'] === 'accept'
      ? { tolerated: 'a boolean written as text' }
      : wrong(value, 'a boolean (it is text)');
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
  check(value) {
    if (!isWireObject(value)) return { wrong: 'it is not an object with the card' };
    let tolerated: FieldVerdict;
    for (const [member, { pattern, expected }] of Object.entries(CARD_MEMBERS)) {
      const given = value[member];
      if (given === undefined || given === null || given === '') continue;
      const content = isLosslessNumber(given) ? given.value : given;
      if (typeof content !== 'string' || !pattern.test(content))
        return { wrong: `${member} is not ${expected}` };
      if (isLosslessNumber(given)) tolerated = { tolerated: `${member} is a number instead of text` };
    }
    return tolerated;
  },
};

/** A map of scalars, such as `account_details` and `client_info`. */
const map: FieldType = {
  name: 'map',
  check(value) {
    if (!isWireObject(value)) return wrong(value, 'an object');
    for (const [member, content] of Object.entries(value)) {
      if (typeof content === 'object' && content !== null && !isLosslessNumber(content)) {
        return { wrong: `its member "${member}" is not a text, a number or a boolean` };
      }
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
  check: (value) => (typeof value === 'string' ? undefined : { wrong: 'it is not a text' }),
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
  amountType,
  token,
  orderId: text(() => LIMITS.orderIdLength, 'id'),
  payoutId: text((rules) => (rules['payout.id-length'] === '255' ? 255 : undefined), 'id'),
  description: text(() => LIMITS.descriptionLength, 'text of at most 255 characters'),
  text: text(limited),
  account: text(() => undefined, 'account'),
} as const satisfies Record<string, FieldType>;

export type FieldTypeName = keyof typeof FIELD_TYPES;
