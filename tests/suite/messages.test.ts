import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { requirements } from '../../ledger/index.ts';
import {
  draftOf,
  families,
  type Member,
  type RawMessage,
  type Row,
  render,
  rowOf,
  rows,
  rowsOf,
} from '../../messages/index.ts';
import { findCheck } from '../../scenarios/index.ts';
import {
  explainSign,
  isWireObject,
  parseWire,
  signNotification,
  textOf,
  type WireObject,
} from '../../simulator/index.ts';
import { invoiceMembers, refundMembers } from '../../suite/arbitraries/index.ts';
import { facts } from './support/honest-receiver.ts';

const SECRET = 'MessagesTestSecret01';
const REFUND = { shopRefundId: 'r-1', amount: facts.amount };

const genuine = (status: 4 | 'SUCCESS' | 'FAILED' | 'WAITING'): readonly Member[] =>
  status === 4 ? invoiceMembers(facts, 4, {}) : refundMembers(facts, REFUND, status, {});

/** The plain notification that a row changes. */
function plainOf({ topics, format }: Row): RawMessage {
  const ofRefund = topics !== undefined && !topics.includes('payment');
  const draft = draftOf(genuine(ofRefund ? 'SUCCESS' : 4), {
    secret: SECRET,
    format: format ?? 'json',
    type: ofRefund ? 'refund' : 'invoice',
  });
  return render(draft, SECRET);
}

/** A notification changed by these rows, or a plain one. */
function sent(...changes: readonly Row[]): RawMessage {
  const ofRefund = changes.some(({ topics }) => topics !== undefined && !topics.includes('payment'));
  const draft = draftOf(genuine(ofRefund ? 'SUCCESS' : 4), {
    secret: SECRET,
    format: changes.find(({ format }) => format !== undefined)?.format ?? 'json',
    type: ofRefund ? 'refund' : 'invoice',
  });
  for (const row of changes) row.apply(draft, { readings: {}, genuine });
  return render(draft, SECRET);
}

function bodyOf({ body }: RawMessage): WireObject {
  const parsed = parseWire(body);
  assert.ok(parsed.ok && isWireObject(parsed.value));
  return parsed.value;
}

const verdictOf = ({ verdict }: Row): string =>
  typeof verdict === 'function' ? verdict({ format: 'json', told: true }) : verdict;

/**
 * The attacks on a signed notification that are known: the rows that make each, and what a merchant must do with them.
 * What is no change of one message but a story of several has a check.
 */
const ATTACKS: Readonly<Record<string, readonly (readonly [verdict: string, ...groups: string[]])[]>> = {
  'keys reordered': [['accept', 'genuine.key-order']],
  'white space and escapes': [['accept', 'genuine.json']],
  'extra field null or empty': [['accept', 'genuine.empty-field', 'genuine.empties']],
  'extra signed field': [['accept', 'genuine.signed-field', 'genuine.new-fields']],
  'extra field that is not signed': [['reject', 'sign.uncovered.field']],
  'zeros signed': [['accept', 'genuine.zeros']],
  'zeros dropped': [['reject', 'sign.recipe.no-zeros']],
  'empties kept': [['reject', 'sign.recipe.empty-places']],
  'number as text': [['either', 'genuine.number-as-text.shop_amount']],
  'number spelling': [['either', 'genuine.amount-spelling']],
  'odd numbers': [
    ['either', 'genuine.odd-number'],
    ['reject', 'not-a-number'],
  ],
  'large integer': [['either', 'genuine.large-integer']],
  'amount respelled after signing': [['either', 'sign.uncovered.amount-respelled']],
  booleans: [['either', 'odd.boolean']],
  'arrays and objects': [['either', 'odd.nested']],
  'ps_data as object': [['either', 'odd.data-object']],
  'status as text': [['either', 'genuine.number-as-text.status']],
  'colon shift between neighbours': [['either', 'recut.description']],
  'status forged by colons': [['reject', 'recut.status']],
  'order id by colons': [['reject', 'recut.order']],
  'key renamed': [['reject', 'recut.amount', 'content.absent']],
  'end of the secret': [['reject', 'sign.secret.shop']],
  'values with colons': [['accept', 'genuine.text', 'genuine.processed', 'genuine.data']],
  'duplicate key, signed over the last': [['either', 'twice.status-signed-last']],
  'duplicate key, signed over the first': [['reject', 'twice.status']],
  'duplicate sign': [
    ['either', 'twice.sign-right'],
    ['reject', 'twice.sign', 'twice.sign-of-pending'],
  ],
  'keys in other cases': [['reject', 'sign.uncovered.status.capital', 'sign.uncovered.status.capitals']],
  'names of prototypes': [
    ['either', 'odd.key'],
    ['reject', 'sign.uncovered.prototype'],
  ],
  'keys of another order': [['either', 'odd.key-order', 'genuine.collation']],
  'index and nested keys': [['reject', 'sign.uncovered.field.index', 'sign.uncovered.field.bracket']],
  'upper-case digest': [['either', 'sign.case']],
  'digest cut, padded or in another encoding': [
    ['reject', 'sign.malformed'],
    ['either', 'sign.spelling', 'sign.wrapped'],
  ],
  'sign of another type': [['reject', 'sign.malformed.absent', 'sign.type']],
  'other secrets': [['reject', 'sign.secret.placeholder', 'sign.secret.other']],
  recipes: [['reject', 'sign.recipe']],
  'sign in a header only': [['either', 'sign.in-header']],
  'the other body format': [['either', 'http.other-format']],
  'spellings of a form': [
    ['accept', 'genuine.form', 'genuine.form-parameters'],
    ['reject', 'twice.status', 'sign.renamed', 'sign.uncovered.status.list'],
  ],
  'other methods': [['reject', 'http.method', 'http.in-address']],
  'media types': [
    ['accept', 'genuine.media-type.charset', 'genuine.media-type.no-space'],
    ['either', 'genuine.media-type.upper'],
    ['either', 'http.media-type'],
  ],
  'types of the address': [
    ['reject', 'type.other', 'type.of-refund'],
    ['either', 'type.misplaced', 'type.spelling'],
  ],
  'encodings of the body': [['either', 'encoding', 'compressed']],
  'invalid characters': [
    ['reject', 'not-utf8'],
    ['either', 'odd.character'],
  ],
  'normal forms': [
    ['accept', 'genuine.unicode'],
    ['reject', 'sign.uncovered.normal-form'],
  ],
  'sizes, nesting, slow bodies': [['either', 'hostile.huge', 'http.transport']],
  'override headers': [['either', 'http.override']],
  'spoofed senders': [['reject', 'sign.sender']],
  'exact replay': [['check', 'notification.repeat.credits-once', 'notification.repeat.after-restart']],
  "another shop's notification": [['reject', 'sign.secret.of-shop']],
  'refund as invoice, and the reverse': [
    ['reject', 'content.refund-as-invoice', 'content.payment-as-refund'],
  ],
  'status downgraded': [['check', 'notification.order.late-status']],
  'other values, validly signed': [
    ['reject', 'content.amount', 'content.currency', 'content.shop', 'content.payment', 'content.refund'],
  ],
  'an order that was never made': [['reject', 'content.order', 'content.order-id']],
  'paid after a refund or a cancellation': [['check', 'notification.order.after-refund']],
};

describe('the table of messages', () => {
  it('names each row once, and requirements that exist', () => {
    const ids = families.flatMap((each) =>
      each.drawn === undefined ? each.rows.map(({ id }) => id) : [each.id],
    );
    assert.deepEqual(ids, [...new Set(ids)]);
    assert.equal(new Set(families.map(({ id }) => id)).size, families.length);
    const known = new Set<string>(requirements.map(({ id }) => id));
    for (const { id, requirements: named } of families) {
      assert.ok(named.length > 0 && named.every((name) => known.has(name)), `${id}: ${named}`);
    }
  });

  it('tells each row in its own words', () => {
    const told = new Map<string, string>();
    for (const { id, says, topics } of rows) {
      const key = `${says} ${topics?.join()}`;
      assert.equal(told.get(key), undefined, `${id} and ${told.get(key)}: ${says}`);
      told.set(key, id);
    }
  });

  it('has every attack that is known, with its verdict', () => {
    const drawn = new Map(families.filter((each) => each.drawn !== undefined).map((each) => [each.id, each]));
    assert.equal(Object.keys(ATTACKS).length, 54);
    for (const [attack, answers] of Object.entries(ATTACKS)) {
      for (const [verdict, ...groups] of answers) {
        for (const group of groups) {
          if (verdict === 'check') {
            assert.ok(findCheck(group) !== undefined, `${attack}: ${group}`);
            continue;
          }
          const family = drawn.get(group);
          const found = family === undefined ? rowsOf(group).map(verdictOf) : [String(family.verdict)];
          assert.deepEqual([...new Set(found)], [verdict], `${attack}: ${group}`);
        }
      }
    }
  });

  it('refuses a group that nobody knows, so that no check sends nothing', () => {
    assert.throws(() => rowsOf('sign.rec'), /sign\.rec/);
    assert.equal(rowsOf('sign.recipe.md5').length, 1);
  });
});

/** What a merchant has to look at, by the fields that say it: each can be wrong by itself. */
const THINGS: Readonly<Record<string, readonly string[]>> = {
  order: ['shop_order_id'],
  payment: ['payment_id', 'invoice_id'],
  refund: ['shop_refund_id'],
  shop: ['shop_id'],
  status: ['status'],
  amount: ['shop_amount', 'client_price', 'amount'],
  currency: ['shop_currency', 'ps_currency', 'currency'],
};

/** Rows that must be wrong in several things, or in none that a field says, and why. */
const IN_MORE: readonly (readonly [group: string, why: string])[] = [
  ['sign.uncovered.status', 'a pending payment is called paid where the signature does not reach'],
  ['sign.uncovered.address', 'a pending payment is called paid where the signature does not reach'],
  ['sign.uncovered.prototype', 'a pending payment is called paid where the signature does not reach'],
  ['sign.secret.of-shop', 'the secret of a shop is taken by its id'],
  [
    'content.order',
    'an order that was never made has a payment_id of its own; content.alike changes the order alone',
  ],
  [
    'content.refund.unknown',
    'its invoice was never made either; content.alike-refund changes the refund alone',
  ],
  ['content.refund-as-invoice', 'it is another message altogether'],
  ['content.payment-as-refund', 'it is another message altogether'],
  ['recut', 'the digest is right because several values share what one had'],
  ['hostile.body', 'it has no fields at all'],
];

/** One row for each decisive field that changes nothing else. */
const ALONE: Readonly<Record<string, string>> = {
  'content.alone.shop_amount': 'shop_amount',
  'content.alone.shop_currency': 'shop_currency',
  'content.shop.next': 'shop_id',
  'content.alike.another-case': 'shop_order_id',
  'content.payment.next': 'payment_id',
  'content.status.absent': 'status',
  'content.refund.amount.one-cent': 'amount',
  'content.refund.currency.980': 'currency',
  'content.refund.status.absent': 'status',
};

const fieldText = (body: WireObject, field: string): string | undefined => {
  const value = body[field];
  if (value === undefined || value === null) return undefined;
  return textOf(value) ?? JSON.stringify(value);
};

/** The fields other than its sign in which a message differs from a plain one of its kind. */
function changedFields(row: Row): string[] {
  const { sign: _, ...changed } = bodyOf(sent(row));
  const { sign: __, ...plain } = bodyOf(plainOf(row));
  return [...new Set([...Object.keys(changed), ...Object.keys(plain)])].filter(
    (field) => fieldText(changed, field) !== fieldText(plain, field),
  );
}

/** What a merchant that looks at everything would find wrong with a message. */
function wrongIn(row: Row): string[] {
  const message = sent(row);
  const plain = plainOf(row);
  const found = message.rightlySigned ? [] : ['sign'];
  if (String(message.query) !== String(plain.query)) found.push('type');
  if (message.method !== plain.method) return ['method'];
  const parsed = parseWire(message.body);
  // What cannot be read is refused for that alone; of two members of one name the rest is compared elsewhere.
  if (!parsed.ok || !isWireObject(parsed.value)) return ['body'];
  const changed = changedFields(row);
  for (const [thing, fields] of Object.entries(THINGS))
    if (fields.some((field) => changed.includes(field))) found.push(thing);
  return found;
}

describe('one thing at a time', () => {
  /** These name another shop as well, because it is the shop whose secret is taken. */
  const NAMES_A_SHOP = 'sign.secret.of-shop';

  it('a wrong signature stands over the values of a genuine notification', () => {
    const plain = bodyOf(sent());
    for (const row of [
      'sign.wrong',
      'sign.malformed',
      'sign.type',
      'sign.secret',
      'sign.recipe',
      'sign.sender',
    ].flatMap(rowsOf)) {
      const message = sent(row);
      assert.equal(message.rightlySigned, false, row.id);
      if (row.id.startsWith(NAMES_A_SHOP)) continue;
      const { sign: _, bonus: __, ...rest } = bodyOf(message);
      const { sign: ___, ...right } = plain;
      assert.deepEqual(rest, right, row.id);
    }
  });

  it('what contradicts the order is rightly signed', () => {
    for (const row of rows.filter(({ group, id }) => group === 'content' && !id.startsWith('content.twice.')))
      assert.equal(sent(row).rightlySigned, true, row.id);
  });

  it('of a field that is named twice, one value is right and the other rightly signed', () => {
    for (const row of rowsOf('content.twice')) {
      const [field = '', place] = row.id.slice('content.twice.'.length).split('.');
      const values = JSON.stringify(field);
      const members = sent(row)
        .body.toString()
        .slice(1, -1)
        .split(/,(?=")/);
      const both = members.filter((member) => member.startsWith(values));
      const right = String(fieldText(bodyOf(sent()), field));
      assert.equal(both.length, 2, row.id);
      const rightPlace = place === 'before' ? 0 : 1;
      assert.ok(both[rightPlace]?.includes(right), `${row.id}: ${both}`);
      const rest = members.filter((member) => member !== both[rightPlace]).join();
      const { sign, ...body } = bodyOf({ ...sent(row), body: Buffer.from(`{${rest}}`) });
      assert.equal(sign, signNotification(body, SECRET), row.id);
    }
  });

  for (const row of rows.filter((each) => verdictOf(each) === 'reject')) {
    it(`${row.id} is wrong in one thing, or says why in more`, () => {
      const wrong = wrongIn(row);
      const because = IN_MORE.find(([group]) => row.id === group || row.id.startsWith(`${group}.`))?.[1];
      if (because === undefined) assert.deepEqual(wrong.length, 1, `${row.id}: ${wrong.join(', ')}`);
    });
  }

  it('no row is excused that is wrong in one thing alone', () => {
    for (const [group] of IN_MORE)
      assert.ok(
        rowsOf(group).some((row) => wrongIn(row).length !== 1),
        group,
      );
  });

  it('what decides is also wrong alone where a row changes the fields beside it', () => {
    for (const [id, field] of Object.entries(ALONE)) {
      const changed = changedFields(rowOf(id));
      assert.deepEqual(changed, [field], id);
    }
  });

  it('what the signature does not cover is wrongly signed, and a plain notification is not', () => {
    for (const row of rowsOf('sign.uncovered').filter((each) => each.id !== 'sign.uncovered.address'))
      assert.equal(sent(row).rightlySigned, false, row.id);
    assert.equal(sent().rightlySigned, true);
  });
});

describe('wrong ways of signing', () => {
  for (const row of rowsOf('sign.recipe')) {
    it(`${row.id} is made by a mistake that the explanation of wrong signatures names`, () => {
      const { sign, ...body } = bodyOf(sent(row));
      assert.ok(typeof sign === 'string');
      const found = explainSign({ kind: 'notification', body, secret: SECRET }, sign);
      assert.equal(found.ok, false);
      assert.ok(found.recipe, `${row.id} is not explained`);
    });
  }

  it('are rows of the table by their ids', () => assert.equal(rowOf('sign.recipe.md5').verdict, 'reject'));
});
