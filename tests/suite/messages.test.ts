import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { requirements } from '../../ledger/index.ts';
import { changeOf, rowOf, rows, rowsOf } from '../../messages/index.ts';
import { explainSign, LosslessNumber, signNotification, type WireObject } from '../../simulator/index.ts';

const SHOP = { shopId: 5, secret: 'MessagesTestSecret01' };

/** A notification in which every rule of the signature matters: zeros, a null, an empty text. */
const BODY: WireObject = {
  shop_id: new LosslessNumber('5'),
  shop_order_id: 'order-1',
  status: new LosslessNumber('4'),
  shop_amount: new LosslessNumber('10.5'),
  error_code: new LosslessNumber('0'),
  description: '',
  settlement_rate: null,
};

/** The notification as a row sends it. */
function sentBy(id: string): WireObject {
  const row = rowOf(id);
  assert.ok(row, id);
  const { set = {}, secret = SHOP.secret, tamper } = changeOf(row, SHOP);
  const body: WireObject = Object.fromEntries(
    Object.entries({ ...BODY, ...set }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
  const signed = { ...body, sign: signNotification(body, secret) };
  return tamper === undefined ? signed : tamper(signed);
}

describe('the table of messages', () => {
  it('names each row once, and requirements that exist', () => {
    assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length);
    assert.equal(new Set(rows.map(({ says }) => says)).size, rows.length);
    const known = new Set<string>(requirements.map(({ id }) => id));
    for (const { id, requirements: named } of rows) {
      assert.ok(named.length > 0 && named.every((name) => known.has(name)), `${id}: ${named}`);
    }
  });

  it('sends a wrong sign with every row that must be refused', () => {
    for (const { id } of rowsOf('sign')) {
      const { sign, ...rest } = sentBy(id);
      assert.notEqual(sign, signNotification(rest, SHOP.secret), id);
    }
  });

  it('leaves the decision open only where the right digest is spelled otherwise', () => {
    const open = rows.filter(({ verdict }) => verdict === 'either').map(({ id }) => id);
    assert.deepEqual(
      open,
      rowsOf('sign.spelling').map(({ id }) => id),
    );
  });

  it('refuses a group that nobody knows, so that no check sends nothing', () => {
    assert.throws(() => rowsOf('sign.rec'), /sign\.rec/);
    assert.equal(rowsOf('sign.recipe.md5').length, 1);
  });

  it('makes no recipe that the explanation of wrong signatures cannot name', () => {
    for (const { id } of rowsOf('sign.recipe')) {
      const { sign, ...body } = sentBy(id);
      assert.ok(typeof sign === 'string');
      const found = explainSign({ kind: 'notification', body, secret: SHOP.secret }, sign);
      assert.ok(found.recipe, `${id} is not explained`);
    }
  });
});
