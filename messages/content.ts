import { type LosslessNumber, textOf, type WireValue } from '../simulator/protocol/wire.ts';
import type { Draft } from './draft.ts';
import {
  asPending,
  type Fields,
  fieldOf,
  literal,
  type Member,
  shortestLiteral,
  withFields,
} from './fields.ts';
import { type Family, family, named, OF_INVOICES, single } from './row.ts';

const contrary = {
  group: 'content',
  topics: OF_INVOICES,
  verdict: 'reject',
  requirements: ['events.5.match'],
} as const;

/** Which fields a notification has is not shown: a merchant that compares those that are present follows Events 5. */
const unshown = { ...contrary, topics: ['payment'], level: 'should', okProvesNothing: true } as const;

const text = (members: readonly Member[], key: string): string => textOf(fieldOf(members, key) ?? '') ?? '';

type Amount = (own: number) => number;

const AMOUNTS: Readonly<Record<string, Amount>> = {
  nothing: () => 0,
  'one-cent': () => 0.01,
  'a-cent-less': (own) => own - 0.01,
  'a-cent-more': (own) => own + 0.01,
  'a-part-of-a-unit-more': (own) => Math.floor(own) + 0.99,
  'a-half-more': (own) => own + 0.5,
  hundredfold: (own) => own * 100,
  'the-first-digit': (own) => Number(String(own)[0]),
  'the-negative': (own) => -own,
};

/** Another amount than this one, with two digits. */
function otherThan(own: string, amount: Amount): string {
  const changed = amount(Number(own)).toFixed(2);
  return Number(changed) === Number(own) ? '777.77' : changed;
}

const otherAmount = (draft: Draft, amount: Amount): LosslessNumber =>
  literal(shortestLiteral(otherThan(text(draft.members, 'shop_amount'), amount)));

const over = (name: string): string => `over another amount (${name.replaceAll('-', ' ')}), rightly signed`;

/** Sets fields to what they are not. */
const setting = (draft: Draft, fields: Fields): void => {
  draft.members = withFields(draft.members, fields);
};

const currencyOf = (draft: Draft, key: string, wanted: string): string =>
  wanted === text(draft.members, key) ? '360' : wanted;

const NEVER_MADE: Readonly<Record<string, (id: string) => string>> = {
  letter: (id) => `${id}x`,
  colon: (id) => `${id}:0`,
  attempt: (id) => `${id}-2`,
  digit: (id) => `${id}0-never`,
  space: (id) => `${id} -never`,
  percent: (id) => `${id}%-never`,
  quote: (id) => `${id}' OR '1'='1-never`,
  // Where orders are numbered, an id with a digit less is another order's.
  shorter: (id) => id.replace(/(?:^|\D)\d*$/u, '') || 'never',
  unknown: (id) => `never-made-${id}`,
};

/** The first letter or digit of an id, changed; an id that has none is made another one. */
const firstOf =
  (characters: RegExp, change: (character: string) => string) =>
  (id: string): string =>
    characters.test(id) ? id.replace(characters, change) : `never-made-${id}`;

const otherCase = (letter: string): string =>
  letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase();

const FULL_WIDTH = 0xfee0;

/** Another id that a careless comparison takes for this one: of another case, with a space, in another Unicode form. */
const ALIKE: Readonly<Record<string, (id: string) => string>> = {
  'another-case': firstOf(/[a-z]/i, otherCase),
  'a-space-at-the-end': (id) => `${id} `,
  'a-space-in-front': (id) => ` ${id}`,
  'a-line-end': (id) => `${id}\n`,
  'an-accent': firstOf(/[a-z0-9]/i, (character) => `${character}\u0301`),
  'a-full-width-character': firstOf(/[a-z0-9]/i, (character) =>
    String.fromCharCode(character.charCodeAt(0) + FULL_WIDTH),
  ),
  'a-character-that-is-not-seen': (id) => `${id}\u200b`,
};

const alike = (field: string, name: string): string =>
  `whose ${field} is that of another one, with ${name.replaceAll('-', ' ')}, rightly signed`;

/** The fields in which a notification must agree with the invoice that the merchant stored. */
const DECISIVE = ['shop_amount', 'shop_currency', 'shop_id', 'shop_order_id'] as const;
type Decisive = (typeof DECISIVE)[number];

/** Another value of each of them. */
const OTHER: Readonly<Record<Decisive, (draft: Draft) => WireValue>> = {
  shop_amount: (draft) => otherAmount(draft, () => 0.01),
  shop_currency: (draft) => literal(currencyOf(draft, 'shop_currency', '980')),
  shop_id: (draft) => literal(Number(text(draft.members, 'shop_id')) + 1),
  shop_order_id: (draft) => `never-made-${text(draft.members, 'shop_order_id')}`,
};

/** What stands where a value should be: no field, null, an empty text. */
const NOTHINGS: Readonly<Record<string, WireValue | undefined>> = {
  absent: undefined,
  null: null,
  empty: '',
};

const invoices: readonly Family[] = [
  family<Amount>({
    ...contrary,
    id: 'content.amount',
    weight: 2,
    says: (_, name) => over(name),
    of: AMOUNTS,
    apply: (draft, amount) => {
      const other = otherAmount(draft, amount);
      setting(draft, { shop_amount: other, client_price: other });
    },
  }),
  family({
    ...contrary,
    id: 'content.currency',
    says: (code) => `in currency ${code}, rightly signed`,
    of: named('980', '840', '643', '398', '978', '360', '0'),
    apply: (draft, code) => {
      const other = literal(currencyOf(draft, 'shop_currency', code));
      setting(draft, { shop_currency: other, ps_currency: other });
    },
  }),
  family<(draft: Draft) => Fields>({
    ...contrary,
    id: 'content.alone',
    weight: 2,
    says: (_, name) => `whose ${name} alone is another one, rightly signed`,
    of: {
      shop_amount: (draft) => ({ shop_amount: otherAmount(draft, (own) => own + 0.01) }),
      shop_currency: (draft) => ({ shop_currency: literal(currencyOf(draft, 'shop_currency', '980')) }),
    },
    apply: (draft, other) => setting(draft, other(draft)),
  }),
  family<(own: number) => number>({
    ...contrary,
    id: 'content.shop',
    says: (_, name) => `with the shop_id of another shop (${name}), rightly signed`,
    of: { next: (own) => own + 1, far: (own) => own + 1_000_000, '0': () => 0 },
    apply: (draft, other) =>
      setting(draft, { shop_id: literal(other(Number(text(draft.members, 'shop_id')))) }),
  }),
  family<bigint>({
    ...contrary,
    id: 'content.payment',
    // Only who has been told of the payment_id can compare it.
    verdict: ({ told }) => (told ? 'reject' : 'either'),
    level: 'should',
    okProvesNothing: true,
    says: (_, name) => `with the payment_id of another invoice (${name}), rightly signed`,
    of: { next: 1n, near: 1000n, far: 5_000_000n },
    apply: (draft, more) =>
      setting(draft, {
        payment_id: literal(String(BigInt(text(draft.members, 'payment_id') || '0') + more)),
      }),
  }),
  family<(id: string) => string>({
    ...contrary,
    id: 'content.order',
    requirements: ['events.5.match', 'law.6'],
    okProvesNothing: true,
    says: (_, name) => `about an order that was never made (${name}), rightly signed`,
    of: NEVER_MADE,
    apply: (draft, never) =>
      setting(draft, {
        shop_order_id: never(text(draft.members, 'shop_order_id')),
        payment_id: literal('990000000'),
      }),
  }),
  single({
    ...contrary,
    id: 'content.order-id',
    requirements: ['events.5.match', 'law.6'],
    verdict: ({ told }) => (told ? 'reject' : 'either'),
    okProvesNothing: true,
    says: 'with the payment_id of this invoice and another shop_order_id, rightly signed',
    apply: (draft) => setting(draft, { shop_order_id: `never-made-${text(draft.members, 'shop_order_id')}` }),
  }),
  family<(id: string) => string>({
    ...contrary,
    id: 'content.alike',
    verdict: ({ told }) => (told ? 'reject' : 'either'),
    level: 'should',
    okProvesNothing: true,
    says: (_, name) => alike('shop_order_id', name),
    of: ALIKE,
    apply: (draft, other) => setting(draft, { shop_order_id: other(text(draft.members, 'shop_order_id')) }),
  }),
  family<Fields>({
    ...unshown,
    id: 'content.absent',
    says: (fields) =>
      `${Object.values(fields).includes(null) ? 'with null for' : 'without'} ${Object.keys(fields).join(' and ')}, rightly signed`,
    of: {
      amount: { shop_amount: undefined, client_price: undefined },
      null: { shop_amount: null, client_price: null },
      currency: { shop_currency: undefined },
      'amount-alone': { shop_amount: undefined },
      'no-currency': { shop_currency: null },
    },
    apply: setting,
  }),
  family<WireValue | undefined>({
    ...contrary,
    id: 'content.status',
    requirements: ['states.invoice.4', 'law.2'],
    // A status that a merchant does not know is answered OK and not acted on.
    okProvesNothing: true,
    says: (_, name) => `whose status is ${name}, rightly signed`,
    of: NOTHINGS,
    apply: (draft, status) => setting(draft, { status }),
  }),
  family<readonly [field: Decisive, place: 'before' | 'after']>({
    ...contrary,
    id: 'content.twice',
    requirements: ['events.5', 'events.5.match', 'events.5.sign'],
    says: ([field, place]) =>
      `with another ${field}, rightly signed, and with the right one ${place} it, which is not signed`,
    of: Object.fromEntries(
      DECISIVE.flatMap((field) =>
        (['before', 'after'] as const).map((place) => [`${field}.${place}`, [field, place] as const]),
      ),
    ),
    apply: (draft, [field, place]) => {
      const right: Member = [field, fieldOf(draft.members, field) ?? null];
      setting(draft, { [field]: OTHER[field](draft) });
      draft.afterSigning.push((members) =>
        members.flatMap((member): Member[] => {
          if (member[0] !== field) return [member];
          return place === 'before' ? [right, member] : [member, right];
        }),
      );
    },
  }),
  single({
    ...contrary,
    id: 'content.refund-as-invoice',
    requirements: ['events.1', 'events.5.match'],
    okProvesNothing: true,
    says: 'that is a refund notification sent as type=invoice',
    apply: (draft, _, { genuine }) => {
      draft.members = [...genuine('SUCCESS')];
    },
  }),
];

/** The signed string has neither keys nor boundaries, so that the same one can be cut in another way (Events 5). */
const recut: readonly Family[] = [
  family<readonly [name: string, set: Fields]>({
    ...unshown,
    id: 'recut.amount',
    says: ([name, set]) =>
      `whose shop_amount${'shop_amount' in set ? ' of 0.01' : ''} is called ${name}${'client_price' in set ? '' : ' beside a client_price that fits'}, with the digest of the original`,
    of: {
      // Its place in the order of keys stays the same, so the signed string does too.
      x: ['shop_amounx', { client_price: undefined }],
      u: ['shop_amounu', { client_price: undefined }],
      bracket: ['shop[amount]', { client_price: undefined }],
      'cent-x': ['shop_amounx', { client_price: undefined, shop_amount: literal('0.01') }],
      'beside-x': ['shop_amounx', {}],
      'beside-u': ['shop_amounu', {}],
    },
    apply: (draft, [name, set]) => {
      setting(draft, set);
      draft.afterSigning.push((members) =>
        members.map(([key, value]) => [key === 'shop_amount' ? name : key, value]),
      );
    },
  }),
  single({
    ...unshown,
    id: 'recut.status',
    requirements: ['events.5.match', 'law.2'],
    says: 'cut anew from a genuine pending one: its values are moved over the colons so that status reads "04" under the same digest',
    apply: (draft, _, { readings }) => {
      const updated = `${text(draft.members, 'updated').slice(0, 17)}04`;
      draft.members = asPending(draft.members, readings);
      setting(draft, { shop_refund: literal(0), updated });
      draft.afterSigning.push((members) =>
        withFields(members, {
          shop_refund: `0:${text(members, 'status')}:${updated.slice(0, -3)}`,
          updated: undefined,
          status: updated.slice(-2),
        }),
      );
    },
  }),
  single({
    ...contrary,
    id: 'recut.order',
    okProvesNothing: true,
    says: 'cut anew so that shop_order_id takes in shop_refund under the same digest',
    apply: (draft) => {
      setting(draft, { shop_refund: literal(0) });
      draft.afterSigning.push((members) =>
        withFields(members, { shop_order_id: `${text(members, 'shop_order_id')}:0`, shop_refund: null }),
      );
    },
  }),
  single({
    ...contrary,
    id: 'recut.description',
    topics: ['payment'],
    verdict: 'either',
    says: 'with its time and description cut anew over their colon, under the same digest',
    apply: (draft) => {
      draft.afterSigning.push((members) => {
        const created = text(members, 'created');
        const cut = created.lastIndexOf(':');
        if (cut < 0) return members;
        const parts = [created.slice(cut + 1), text(members, 'description')];
        return withFields(members, {
          created: created.slice(0, cut),
          description: parts.filter((part) => part !== '').join(':'),
        });
      });
    },
  }),
];

const ofRefunds = { ...contrary, topics: ['refund'] } as const;

/** Notifications about a refund that contradict the one that was asked for, or come as another type. */
const refunds: readonly Family[] = [
  family<Amount>({
    ...ofRefunds,
    id: 'content.refund.amount',
    weight: 2,
    says: (_, name) => over(name),
    of: AMOUNTS,
    apply: (draft, amount) => setting(draft, { amount: otherThan(text(draft.members, 'amount'), amount) }),
  }),
  family({
    ...ofRefunds,
    id: 'content.refund.currency',
    says: (code) => `in currency ${code}, rightly signed`,
    of: named('980', '840', '643', '398', '978', '360'),
    apply: (draft, code) => setting(draft, { currency: currencyOf(draft, 'currency', code) }),
  }),
  family({
    ...ofRefunds,
    id: 'content.refund.of',
    says: (field) => `with the ${field} of another, rightly signed`,
    of: { invoice: 'invoice_id', shop: 'shop_id' },
    apply: (draft, field) =>
      setting(draft, { [field]: literal(Number(text(draft.members, field)) + 5_000_000) }),
  }),
  family({
    ...ofRefunds,
    id: 'content.refund.unknown',
    okProvesNothing: true,
    says: (_, name) => `about a refund of an invoice that was never made (${name}), rightly signed`,
    of: { letters: '-never', digit: '0-never', space: ' -never', percent: '%-never' },
    apply: (draft, suffix) => {
      const never = `${text(draft.members, 'shop_refund_id')}${suffix}`;
      const order = fieldOf(draft.members, 'shop_order_id') === undefined ? {} : { shop_order_id: never };
      setting(draft, { ...order, shop_refund_id: never, invoice_id: literal('990000000') });
    },
  }),
  family<(id: string) => string>({
    ...ofRefunds,
    id: 'content.alike-refund',
    verdict: 'either',
    okProvesNothing: true,
    says: (_, name) => alike('shop_refund_id', name),
    of: ALIKE,
    apply: (draft, other) => setting(draft, { shop_refund_id: other(text(draft.members, 'shop_refund_id')) }),
  }),
  family<WireValue | undefined>({
    ...ofRefunds,
    id: 'content.refund.status',
    requirements: ['states.refund.success', 'law.8'],
    // A status that a merchant does not know is answered OK and not acted on.
    okProvesNothing: true,
    says: (_, name) => `whose status is ${name}, rightly signed`,
    of: NOTHINGS,
    apply: (draft, status) => setting(draft, { status }),
  }),
  single({
    ...ofRefunds,
    id: 'content.payment-as-refund',
    requirements: ['events.1', 'events.5.match'],
    okProvesNothing: true,
    says: 'that is the notification of the payment sent as type=refund',
    apply: (draft, _, { genuine }) => {
      draft.members = [...genuine(4)];
    },
  }),
];

/** Rightly signed notifications that contradict what the merchant stored (Events 5). */
export const contentFamilies: readonly Family[] = [...invoices, ...recut, ...refunds];
