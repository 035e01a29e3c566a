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
import { explainSign, isWireObject, parseWire, type WireObject } from '../../simulator/index.ts';
import { invoiceMembers, refundMembers } from '../../suite/arbitraries/index.ts';
import { facts } from './support/honest-receiver.ts';

const SECRET = 'MessagesTestSecret01';
const REFUND = { shopRefundId: 'r-1', amount: facts.amount };

const genuine = (status: 4 | 'SUCCESS' | 'FAILED' | 'WAITING'): readonly Member[] =>
  status === 4 ? invoiceMembers(facts, 4, {}) : refundMembers(facts, REFUND, status, {});

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
    ['either', 'sign.spelling'],
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
    ['accept', 'genuine.media-type'],
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
    for (const row of rows.filter(({ group }) => group === 'content'))
      assert.equal(sent(row).rightlySigned, true, row.id);
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
