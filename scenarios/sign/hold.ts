import { check } from '../../suite/engine/index.ts';
import { chargesUnseen } from '../steps/holds.ts';
import { mustHaveCalled, mustHaveCalledOneOf } from '../steps/signing.ts';

export default check('sign.hold', {
  title: 'The shop signs hold, charge and unhold requests over the listed fields.',
  must: [
    'transport.3',
    'auth.2',
    'auth.6',
    'endpoint.invoice.hold.request',
    'endpoint.invoice.hold.sign',
    'endpoint.invoice.charge.request',
    'endpoint.invoice.charge.sign',
    'endpoint.invoice.charge.whole',
    'law.29',
  ],
  capabilities: [],
  anyOf: ['hold', 'hold.auto'],
  readings: ['unhold.request'],
  rule: 'Endpoints, invoice/hold and invoice/charge: invoice/hold signs amount, currency, payway, shop_id, shop_order_id; invoice/charge takes and signs invoice_id, now, shop_id, and takes no amount.',
  expectation:
    'Hold, charge and release requests arrive with valid signatures and their fields. A charge carries no amount: the amount of the hold is a warning, another amount a failure.',
  fix: 'Look up the signature fields of each operation, and sort the keys alphabetically before joining their values: invoice_id, now, shop_id. Leave the amount out of invoice/charge: a hold is always charged in full.',
  story: async (t) => {
    await t.ask({ mode: 'hold', description: 'Two nights, room 7' });
    await t.ask({ mode: 'hold', reference: t.unique('бронь-ё'), amount: '1234.50' });
    const charged = await t.order({ mode: 'hold' });
    await t.report(charged, 8);
    await t.settle();
    if (t.claims('hold.auto')) await t.charge(charged);
    else await t.driver.charge(charged.orderId);
    const released = await t.order({ mode: 'hold' });
    await t.report(released, 8);
    await t.settle();
    await t.driver.unhold(released.orderId);
    await t.settle();
    await mustHaveCalled(t, ['invoice/hold']);
    if (!chargesUnseen(t)) await mustHaveCalledOneOf(t, ['invoice/charge', 'invoice/unhold']);
    await t.warnOfFields('charge');
  },
});
