/** Mistakes in the string to sign: which fields, which order, which separators, what stands for nothing. */
import { OPERATIONS } from './operations.ts';
import { digest, signedValue } from './sign-digest.ts';
import { isNestedValue, plannedText, type SignedMessage, type SignPlan } from './sign-message.ts';
import { leaves, sortedKeys, spacedJson } from './sign-nested.ts';
import { isNumeric, literalForms, type Spelling, spellings } from './sign-spellings.ts';
import { stringifyWire, type WireValue } from './wire.ts';

/** One mistake, as a change of the plan by which the string is built. */
export interface PlanRow {
  id: string;
  says: string;
  plan: SignPlan;
}

/** Bodies with more fields than this are tried without the mistakes that need one try for each field. */
const maxFields = 60;

/** Mistakes in how the fields are put together. */
export function shapeRows(message: SignedMessage): PlanRow[] {
  return [
    ...orders,
    ...empties(message),
    ...separators,
    ...ends,
    ...slots,
    ...nestedTexts,
    ...spellings.map(spelled),
  ];
}

/** Mistakes in which fields take part. */
export function fieldRows(message: SignedMessage): PlanRow[] {
  return [
    ...allFields(message),
    ...signIncluded(message),
    ...leftOut(message),
    ...added(message),
    ...otherOperations(message),
  ];
}

/** Every field of a request signed, instead of the operation's list; nested values in one of several texts. */
export function allFields(message: SignedMessage): PlanRow[] {
  const { kind, body, listed } = message;
  if (kind === 'notification') return [];
  const keys = Object.keys(body).filter((key) => key !== 'sign');
  if (keys.every((key) => listed.includes(key))) return [];
  const says = `Every field of the body is signed; only these take part: ${listed.join(', ')}.`;
  const scalars = keys.filter((key) => !isNestedValue(body[key]));
  const row = (plan: SignPlan): PlanRow => ({ id: 'all-fields', says, plan });
  const nested = scalars.length < keys.length ? nestedTexts.map(({ plan }) => row({ keys, ...plan })) : [];
  return [row({ keys: scalars }), row({ keys }), ...nested];
}

const english = new Intl.Collator('en');

export const orders: readonly PlanRow[] = [
  {
    id: 'insertion-order',
    says: 'The values are joined in the order in which the body has them; the order is alphabetical by key.',
    plan: { order: (keys, body) => byPlace(keys, Object.keys(body)) },
  },
  {
    id: 'reverse-order',
    says: 'The values are joined in reverse order; the order is alphabetical by key, ascending.',
    plan: { order: (keys) => keys.toReversed() },
  },
  {
    id: 'sorted-by-value',
    says: 'The values themselves are sorted; the order is that of their keys.',
    plan: { arrange: (values) => values.toSorted() },
  },
  {
    id: 'case-folded-order',
    says: 'The keys are sorted without regard to case, or "_" as another character; compare them byte by byte.',
    plan: { order: (keys) => keys.toSorted(byText((key) => key.toUpperCase())) },
  },
  {
    id: 'case-folded-order',
    says: 'The keys are sorted without regard to case; compare them byte by byte.',
    plan: { order: (keys) => keys.toSorted(byText((key) => key.toLowerCase())) },
  },
  {
    id: 'locale-order',
    says: 'The keys are sorted by the rules of a language (a collation); compare them byte by byte.',
    plan: { order: (keys) => keys.toSorted(english.compare) },
  },
];

const marks = ['', '|', ';', ',', '.', '-', '_', '&', '+', '/', '#', '~', ' ', '\n', '::', ': ', ', '];

const separators: readonly PlanRow[] = [
  ...marks.map((mark) => ({
    id: mark === '' ? 'no-separator' : 'other-separator',
    says:
      mark === ''
        ? 'The values are joined without a separator; join them with ":".'
        : `The values are joined with ${JSON.stringify(mark)}; join them with ":".`,
    plan: { separator: mark },
  })),
  ...marks.slice(1).map((mark) => ({
    id: 'other-separator',
    says: `The values are joined with ${JSON.stringify(mark)}, also before the secret; join them with ":", and the secret with nothing.`,
    plan: { arrange: (values: string[]) => [...values, ''], separator: mark },
  })),
  {
    id: 'leading-separator',
    says: 'There is a ":" before the first value.',
    plan: { arrange: (values) => ['', ...values] },
  },
];

const keysIncluded = 'The keys are part of the signed string; only the values are.';

const slots: readonly PlanRow[] = [
  ...['&', ':', '', ';', ',', '|', '\n'].map((separator) => ({
    id: 'keys-included',
    says: keysIncluded,
    plan: { separator, slot: (key: string, text: string) => `${key}=${text}` },
  })),
  ...[':', '', ';', ',', '&'].map((separator) => ({
    id: 'keys-included',
    says: keysIncluded,
    plan: { separator, slot: (key: string, text: string) => `${key}:${text}` },
  })),
  { id: 'keys-included', says: keysIncluded, plan: { separator: '', slot: (key, text) => `${key}${text}` } },
  {
    id: 'keys-included',
    says: `${keysIncluded} They are URL-encoded too.`,
    plan: {
      separator: '&',
      slot: (key, text) => new URLSearchParams([[key, text]]).toString(),
    },
  },
  {
    id: 'keys-instead-of-values',
    says: 'The names of the keys are signed, instead of their values.',
    plan: { slot: (key) => key },
  },
];

/** The joined string, without such characters at its ends: those of the values are lost with them. */
const ends: readonly PlanRow[] = [
  trimmedRow('":"', (text) => text === ':', {}),
  trimmedRow('":"', (text) => text === ':', { empty: () => '' }),
  trimmedRow('space', (text) => text.trim() === '', {}),
];

/** What an object or array becomes in languages whose plain conversion to text is taken. */
const nestedTexts: readonly PlanRow[] = [
  nestedRow('Array', () => 'Array'),
  nestedRow('[object Object]', () => '[object Object]'),
  nestedRow('JSON with spaces', (value) => spacedJson(value)),
  nestedRow('JSON with sorted keys', (value) => stringifyWire(sortedKeys(value))),
  nestedRow('their values joined with ":"', (value) => leaves(value).join(':')),
  nestedRow('their values joined with ","', (value) => leaves(value).join(',')),
  nestedRow('nothing', () => undefined),
];

const keptPlaces =
  'Null or empty fields keep an empty place between two colons; leave them out, with their colon.';

/** What stands for null, empty or absent fields, which have no place in the string. */
function empties({ kind }: SignedMessage): PlanRow[] {
  const words = ['null', 'None', 'undefined', 'NULL', 'nil', 'false', '0'];
  return [
    {
      id: 'empties-kept',
      says: keptPlaces,
      plan: { empty: (value) => (value === undefined ? undefined : '') },
    },
    { id: 'empties-kept', says: keptPlaces, plan: { empty: () => '' } },
    { id: 'empties-kept', says: keptPlaces, plan: { empty: (value) => (value === '' ? '' : undefined) } },
    { id: 'empties-kept', says: keptPlaces, plan: { empty: (value) => (value === null ? '' : undefined) } },
    ...words.flatMap((word) =>
      [(value: unknown) => value === null, (value: unknown) => value !== ''].map((covers) => ({
        id: 'null-as-word',
        says: `Null${kind === 'request' ? ' or absent' : ''} fields are signed as the word "${word}"; leave them out.`,
        plan: {
          empty: (value: WireValue | undefined) => (covers(value) ? word : value === '' ? '' : undefined),
        },
      })),
    ),
    ...words.map((word) => ({
      id: 'null-as-word',
      says: `Null fields are signed as the word "${word}"; leave them out.`,
      plan: { empty: (value: WireValue | undefined) => (value === null ? word : undefined) },
    })),
  ];
}

/** `sign` itself in the string: empty, since it was not known yet, or with the right digest. */
function signIncluded(message: SignedMessage): PlanRow[] {
  const says = 'The field "sign" itself is part of the signed string; it never is.';
  const right = digest(plannedText(message, {}), message.secret);
  return ['', right].map((text) => ({
    id: 'sign-included',
    says,
    plan: {
      keys: [...message.keys, 'sign'],
      spell: (value, key) => (key === 'sign' ? text : value),
      empty: () => text,
    },
  }));
}

function leftOut({ keys, kind, body }: SignedMessage): PlanRow[] {
  if (keys.length > maxFields) return [];
  const why = (names: string[]): string => {
    if (names.every((key) => Number(signedValue(body[key]) ?? Number.NaN) === 0))
      return 'A zero is a value and takes part';
    if (kind === 'notification') return 'Every field that has a value is signed, new ones too';
    return names.length > 1 ? 'They belong to the signature' : 'It belongs to the signature';
  };
  const without = (names: string[], id: string): PlanRow => ({
    id,
    says: `Left out of the signed string: ${names.join(', ')}. ${why(names)}.`,
    plan: { keys: keys.filter((key) => !names.includes(key)) },
  });
  return [
    ...keys.map((key) => without([key], 'field-left-out')),
    ...pairs(keys).map((names) => without(names, 'fields-left-out')),
    without([...keys], 'nothing-signed'),
  ];
}

function added({ keys, kind, body }: SignedMessage): PlanRow[] {
  const extra = Object.keys(body).filter((key) => key !== 'sign' && !keys.includes(key));
  if (kind === 'notification' || extra.length > maxFields) return [];
  const withMore = (names: string[], id: string): PlanRow => ({
    id,
    says: `Signed, although not a signature field of the operation: ${names.join(', ')}.`,
    plan: { keys: [...keys, ...names] },
  });
  return [
    ...extra.map((key) => withMore([key], 'field-added')),
    ...(extra.length <= 16 ? pairs(extra).map((names) => withMore(names, 'fields-added')) : []),
  ];
}

/** The list of another operation, as when a merchant has one list for all of its calls. */
function otherOperations({ kind, body, listed }: SignedMessage): PlanRow[] {
  if (kind === 'notification') return [];
  return OPERATIONS.map(({ id, signedFields }) => ({
    id: 'other-operation',
    says: `The fields that ${id} signs are signed; here these take part: ${listed.join(', ')}.`,
    plan: { keys: signedFields.filter((key) => Object.hasOwn(body, key)) },
  }));
}

function spelled({ id, says, spell }: Spelling): PlanRow {
  return { id, says: `${says.charAt(0).toUpperCase()}${says.slice(1)}.`, plan: { spell } };
}

function trimmedRow(what: string, isCut: (character: string) => boolean, plan: SignPlan): PlanRow {
  const trim = (text: string): string => {
    let [from, to] = [0, text.length];
    while (from < to && isCut(text.charAt(from))) from += 1;
    while (from < to && isCut(text.charAt(to - 1))) to -= 1;
    return text.slice(from, to);
  };
  return {
    id: 'string-trimmed',
    says: `The joined string is trimmed of ${what} at its ends, which belongs to the values; sign it as it is.`,
    plan: { ...plan, arrange: (values) => [trim(values.join(':'))] },
  };
}

function nestedRow(form: string, nested: (value: WireValue) => string | undefined): PlanRow {
  return { id: 'nested-as-text', says: `Objects or arrays are signed as ${form}.`, plan: { nested } };
}

function byPlace(keys: string[], places: string[]): string[] {
  const place = new Map(places.map((key, at) => [key, at]));
  return keys.toSorted((a, b) => (place.get(a) ?? places.length) - (place.get(b) ?? places.length));
}

function byText(text: (key: string) => string): (a: string, b: string) => number {
  return (a, b) => (text(a) < text(b) ? -1 : text(a) > text(b) ? 1 : 0);
}

/** With more numbers than this, no two of them are tried together. */
const maxPaired = 12;

/** Mistakes of one field, or of two, where the others like it are right. */
export function singleRows({ keys, listed, body }: SignedMessage): PlanRow[] {
  if (listed.length > maxFields) return [];
  const numeric = keys.filter((key) => isNumeric(signedValue(body[key]) ?? ''));
  const groups = [...numeric.map((key) => [key]), ...(numeric.length <= maxPaired ? pairs(numeric) : [])];
  const respelled = literalForms.flatMap(({ id, says, ways }) =>
    ways.flatMap((way) =>
      groups.map((group) =>
        spelled({ id, says, spell: (text, key) => (group.includes(key) ? way(text) : text) }),
      ),
    ),
  );
  const literals = new Set(literalForms.map(({ id }) => id));
  const changed = keys
    .filter((key) => !numeric.includes(key))
    .flatMap((only) =>
      spellings
        .filter(({ id }) => !literals.has(id))
        .map(({ id, says, spell }) =>
          spelled({ id, says, spell: (text, key, value) => (key === only ? spell(text, key, value) : text) }),
        ),
    );
  const kept = listed
    .filter((key) => Object.hasOwn(body, key) && !keys.includes(key))
    .map(
      (place): PlanRow => ({
        id: 'empties-kept',
        says: keptPlaces,
        plan: { empty: (_value, key) => (key === place ? '' : undefined) },
      }),
    );
  return [...respelled, ...kept, ...changed];
}

function pairs(names: readonly string[]): string[][] {
  return names.flatMap((first, at) => names.slice(at + 1).map((second) => [first, second]));
}
