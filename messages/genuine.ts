import { type Draft, FORM_SPELLINGS, type FormSpelling, LAYOUTS, type Layout } from './draft.ts';
import { type Fields, fieldOf, literal, type Member, withFields } from './fields.ts';
import { drawn, type Family, family, named, OF_INVOICES, single } from './row.ts';

/** A scalar of a body in plain JSON, so that it can be kept in a file: a text, or the literal of a number. */
export type Spelled = { readonly text: string } | { readonly number: string };

const shown = (value: Spelled): string => ('text' in value ? JSON.stringify(value.text) : value.number);

const genuine = {
  group: 'field',
  verdict: 'accept',
  requirements: ['events.5', 'auth.7'],
} as const;

const tolerated = {
  ...genuine,
  requirements: ['events.5', 'events.7', 'versioning.3.notification-fields'],
} as const;

const setting = (draft: Draft, fields: Fields): void => {
  draft.members = withFields(draft.members, fields);
};

const NFD = 'Cafe\u0301 A\u030angstro\u0308m \u0438\u0306';

/** Fields with which a genuine notification trips careless verification. */
const fields: readonly Family[] = [
  family<Fields>({
    ...tolerated,
    id: 'genuine.new-fields',
    says: (_, name) =>
      `with ${name === 'type' ? 'a new field type, which takes' : 'new fields new_field and design_id, which take'} part in the signature`,
    of: {
      // Frameworks have names of their own, which no field of the gateway has to keep clear of.
      several: { new_field: 'x', design_id: '7', another_new_number: literal(5), action: 'pay', _hint: 'y' },
      // What it is about is told by the address, whatever a field of the body is called.
      type: { type: 'card' },
    },
    apply: setting,
  }),
  single({
    ...genuine,
    id: 'genuine.empties',
    says: 'with null and empty fields, which take no part in the signature',
    // A space is no empty text, the word null is no null, and a text that holds an empty list is a text.
    apply: (draft) =>
      setting(draft, {
        settlement_rate: null,
        note: '',
        gap: ' ',
        surname: 'null',
        items: '[]',
        extras: '{}',
      }),
  }),
  single({
    ...genuine,
    id: 'genuine.zeros',
    says: 'with zeros as numbers and as texts, which take part in the signature',
    apply: (draft) =>
      setting(draft, { shop_refund: literal(0), error_code: literal(0), tip: '0', discount: '0.00' }),
  }),
  single({
    ...tolerated,
    id: 'genuine.no-settlement',
    requirements: ['versioning.3.response-fields', 'versioning.4', 'events.5'],
    topics: OF_INVOICES,
    says: 'with settlement_rate null and no settlement',
    apply: (draft) =>
      setting(draft, { settlement_rate: null, settlement_currency: undefined, processed: null }),
  }),
  single({
    ...tolerated,
    id: 'genuine.collation',
    verdict: 'either',
    level: 'should',
    says: 'with the signed new fields pay_zone and psx_code',
    apply: (draft) => setting(draft, { pay_zone: 'east', psx_code: 'A7', payTime: 'noon' }),
  }),
  family<readonly [says: string, fields: Fields]>({
    ...genuine,
    id: 'genuine.text',
    requirements: ['events.5', 'fields.invoice.ps-data'],
    weight: 2,
    says: ([says]) => `with ${says}`,
    of: {
      quotes: [
        'quotes, HTML, backslashes, spaces and colons in its texts',
        {
          ps_data: '{"ps_payer_account":"4111******1111","note":"O\'Brien & <b> \\"x\\" \\\\ é ☕"}',
          note: ' leading space, trailing colon:',
        },
      ],
      planes: [
        'letters beyond the first plane, two spaces, a tab and line ends in a text',
        { note: 'Gift 😀  for\tyou\r\nand me' },
      ],
      escapes: ['escapes of addresses and of HTML in a text', { note: 'a+b%2Bc &amp; &lt;d&gt; &#39;' }],
      'look-alikes': [
        'texts that look like a number, a time and a truth value',
        { card_tail: '0042', valid_until: '2035-01-01T00:00:00+05:00', verified: 'true', gift: 'false' },
      ],
      long: [
        'ps_data of 1500 characters, written with spaces and escapes',
        {
          ps_data: `{ "ps_payer_account": "4111******1111", "fee": 1.0, "page": "https:\\/\\/bank.example", "note": "${'long '.repeat(280)}" }`,
        },
      ],
      form: ['letters that a form escapes', { note: 'a b+c & d=e % 100;Привет «№ 5»/?' }],
      slashes: ['letters beyond ASCII and a slash', { note: 'Привет, a/b 😀' }],
    },
    apply: (draft, [, values]) => setting(draft, values),
  }),
  family({
    ...genuine,
    id: 'genuine.unicode',
    requirements: ['events.5', 'transport.2'],
    says: (_, name) => `with ${name} accents in a text`,
    of: { decomposed: NFD, composed: NFD.normalize('NFC') },
    apply: (draft, note) => setting(draft, { note }),
  }),
  single({
    ...genuine,
    id: 'genuine.without-unused',
    says: 'without the fields that have no value',
    apply: (draft) => {
      draft.members = draft.members.filter(([, value]) => value !== null && value !== '');
    },
  }),
  single({
    ...genuine,
    id: 'genuine.without-description',
    verdict: 'either',
    says: 'without a description',
    apply: (draft) => setting(draft, { description: undefined }),
  }),
];

/** An object in plain JSON, as a counterexample's file keeps drawn details. */
const asObject = (given: unknown): Readonly<Record<string, unknown>> => Object(given);

const asSpelled = (given: unknown): Spelled => {
  const { text, number } = asObject(given);
  return number === undefined ? { text: String(text) } : { number: String(number) };
};

/** Variations whose details the fuzzer draws. */
const drawnFields: readonly Family[] = [
  drawn<{ name: string; empty: boolean }>({
    ...tolerated,
    id: 'genuine.empty-field',
    says: ({ name, empty }) =>
      `with a new field ${name} that is ${empty ? 'an empty text' : 'null'} and takes no part in the signature`,
    details: (given) => ({ name: String(asObject(given).name), empty: asObject(given).empty === true }),
    apply: (draft, { name, empty }) => setting(draft, { [name]: empty ? '' : null }),
  }),
  drawn<{ name: string; value: Spelled }>({
    ...tolerated,
    id: 'genuine.signed-field',
    weight: 4,
    says: ({ name, value }) => `with a new, signed field ${name} = ${shown(value)}`,
    details: (given) => ({ name: String(asObject(given).name), value: asSpelled(asObject(given).value) }),
    apply: (draft, { name, value }) =>
      setting(draft, { [name]: 'text' in value ? value.text : literal(value.number) }),
  }),
  drawn<{ key: string; value: string }>({
    ...genuine,
    id: 'genuine.data',
    requirements: ['events.5', 'fields.invoice.ps-data'],
    weight: 2,
    says: ({ key, value }) => `with ${JSON.stringify({ [key]: value })} in ps_data`,
    details: (given) => ({ key: String(asObject(given).key), value: String(asObject(given).value) }),
    apply: (draft, { key, value }) =>
      setting(draft, {
        ps_data: JSON.stringify({ bill_id: String(fieldOf(draft.members, 'payment_id')), [key]: value }),
      }),
  }),
  drawn<string>({
    ...genuine,
    id: 'genuine.processed',
    topics: OF_INVOICES,
    says: (time) => `processed at ${time}`,
    details: String,
    apply: (draft, processed) => {
      if (fieldOf(draft.members, 'processed') !== undefined) setting(draft, { processed });
    },
  }),
  drawn<{ currency: string; rate: string | null }>({
    ...genuine,
    id: 'genuine.settlement',
    topics: OF_INVOICES,
    says: ({ currency, rate }) => `with settlement_currency ${currency} and settlement_rate ${rate}`,
    details: (given) => {
      const { currency, rate } = asObject(given);
      return { currency: String(currency), rate: rate === null ? null : String(rate) };
    },
    apply: (draft, { currency, rate }) =>
      setting(draft, {
        settlement_currency: literal(currency),
        settlement_rate: rate === null ? null : literal(rate),
      }),
  }),
];

/** The members in another order, decided by a number. */
function shuffled(members: readonly Member[], seed: number): Member[] {
  const rest = [...members];
  const order: Member[] = [];
  let state = seed >>> 0;
  while (rest.length > 0) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    order.push(...rest.splice(state % rest.length, 1));
  }
  return order;
}

const written = { ...genuine, group: 'layout', requirements: ['events.2', 'events.5'] } as const;

const NUMBERS: Readonly<Record<string, (amount: number) => string>> = {
  // As a recorded stand writes whole numbers.
  fraction: (amount) => (Number.isInteger(amount) ? amount.toFixed(1) : String(amount)),
  'trailing-zero': (amount) => `${amount.toFixed(2)}0`,
  exponent: (amount) => amount.toExponential(),
  'capital-exponent': (amount) => amount.toExponential().toUpperCase(),
};

const mediaType = { ...genuine, group: 'http', requirements: ['events.2'] } as const;

const spelledType = (spelling: string): string => `whose media type is spelled ${JSON.stringify(spelling)}`;

const setType = (draft: Draft, spell: (type: string) => string): void => {
  const type = draft.format === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
  draft.headers['content-type'] = spell(type);
};

/** The same values, written and sent in other ways. */
const spellings: readonly Family[] = [
  drawn<number>({
    ...written,
    id: 'genuine.key-order',
    says: 'with its keys in another order',
    details: Number,
    apply: (draft, seed) => {
      draft.afterSigning.push((members) => shuffled(members, seed));
    },
  }),
  family<Layout>({
    ...written,
    id: 'genuine.json',
    format: 'json',
    says: (layout) =>
      `written as JSON with ${layout === 'pretty' || layout === 'spaced' ? `white space (${layout})` : layout}`,
    of: LAYOUTS,
    apply: (draft, layout) => {
      draft.layout = layout;
    },
  }),
  family<FormSpelling>({
    ...written,
    id: 'genuine.form',
    requirements: ['events.2', 'events.2.form', 'events.5'],
    format: 'form',
    says: (spelling) => `written as a form with ${spelling}`,
    of: FORM_SPELLINGS,
    apply: (draft, spelling) => {
      draft.formSpelling = spelling;
    },
  }),
  single({
    ...written,
    id: 'genuine.form-parameters',
    requirements: ['events.2', 'events.2.form', 'events.5'],
    format: 'form',
    says: 'written as a form with an empty and a bare parameter',
    apply: (draft) => {
      draft.rewrite.push((bytes) => Buffer.concat([bytes, Buffer.from('&empty=&bare')]));
    },
  }),
  family({
    ...genuine,
    group: 'content',
    id: 'genuine.number-as-text',
    verdict: ({ format }) => (format === 'form' ? 'accept' : 'either'),
    reading: 'notification.number-literals',
    says: (field) => `with ${field} as a text of the same characters`,
    of: named('status', 'shop_amount', 'shop_id', 'payment_id', 'shop_currency'),
    apply: (draft, field) => {
      const value = fieldOf(draft.members, field);
      if (value !== undefined) setting(draft, { [field]: String(value) });
    },
  }),
  family<(amount: number) => string>({
    ...genuine,
    group: 'content',
    id: 'genuine.amount-spelling',
    topics: OF_INVOICES,
    verdict: 'either',
    reading: 'notification.number-literals',
    says: (_, name) =>
      `with the amount spelled with a ${name.replaceAll('-', ' ')}, signed over that spelling`,
    of: NUMBERS,
    apply: (draft, spell) =>
      setting(draft, { shop_amount: literal(spell(Number(fieldOf(draft.members, 'shop_amount')))) }),
  }),
  family({
    ...genuine,
    id: 'genuine.odd-number',
    verdict: 'either',
    says: (spelling) => `with a new, signed field bonus = ${JSON.stringify(spelling)}`,
    of: named('+1', '0x10', '.5', '1.', '00', '-0', '0.0'),
    apply: (draft, bonus) => setting(draft, { bonus }),
  }),
  family({
    ...genuine,
    id: 'genuine.large-integer',
    verdict: 'either',
    says: (number) => `with a signed integer ${number}`,
    of: named('9007199254740993', '18446744073709551616', '-9223372036854775809', '1'.repeat(40)),
    apply: (draft, number) => setting(draft, { x_large: literal(number) }),
  }),
  family({
    ...mediaType,
    id: 'genuine.media-type',
    says: spelledType,
    of: { charset: '; charset=utf-8', 'no-space': ';charset=UTF-8' },
    apply: (draft, spelling) => setType(draft, (type) => `${type}${spelling}`),
  }),
  // HTTP makes no difference, and no gateway is known to write it so: whoever compares the letters breaks nothing.
  single({
    ...mediaType,
    id: 'genuine.media-type.upper',
    verdict: 'either',
    level: 'should',
    says: 'whose media type is spelled in capitals',
    apply: (draft) => setType(draft, (type) => type.toUpperCase()),
  }),
  family<readonly [name: string, value: string]>({
    ...genuine,
    group: 'header',
    id: 'genuine.header',
    requirements: ['versioning.3'],
    says: ([name, value]) => `with a header ${name}: ${value}`,
    of: {
      id: ['x-request-id', '1'],
      trace: ['traceparent', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'],
      language: ['accept-language', 'ru-RU, ru;q=0.9, en;q=0.8'],
      new: ['x-new-header', '1'],
      agent: ['user-agent', 'gateway/2.0'],
    },
    apply: (draft, [name, value]) => {
      draft.headers[name] = value;
    },
  }),
];

/** Fields without which a merchant knows all that it must: which of them a notification has is not shown. */
const SPARE = [
  'shop_id',
  'payment_id',
  'ps_data',
  'ps_currency',
  'payway',
  'description',
  'created',
  'updated',
  'processed',
  'client_price',
  'error_code',
  'shop_refund',
  'settlement_currency',
  'settlement_rate',
  'expires_at',
] as const;

const GAPS = { absent: undefined, null: null, empty: '' } as const;

const gaps: readonly Family[] = [
  family<readonly [field: string, way: keyof typeof GAPS]>({
    ...genuine,
    id: 'genuine.gap',
    verdict: 'either',
    topics: OF_INVOICES,
    says: ([field, way]) => `whose ${field} is ${way}`,
    of: Object.fromEntries(
      SPARE.flatMap((field) =>
        (['absent', 'null', 'empty'] as const).map((way) => [`${field}.${way}`, [field, way] as const]),
      ),
    ),
    apply: (draft, [field, way]) => setting(draft, { [field]: GAPS[way] }),
  }),
];

/** Genuine notifications that vary, which a right merchant must accept as long as the specification shows them. */
export const genuineFamilies: readonly Family[] = [...fields, ...drawnFields, ...spellings, ...gaps];
