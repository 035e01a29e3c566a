import { check } from '../../suite/engine/index.ts';
import { givesExtras, VALUE } from '../steps/extra-fields.ts';

const ADD_ONS = {
  phone: { regex: '^\\d{10}$', example: VALUE },
  payer_document: { regex: '^[A-Z]{2}-\\d{3}$', example: 'AB-104' },
  postcode: { regex: '^\\d{6}$', example: '004521' },
  // Counted in characters or in bytes, the name fits.
  payer_name: { regex: '^.{2,60}$', example: 'Иван Ё.' },
};

export default check('order.add-ons.names', {
  title: 'The shop sends every extra field, whatever its name.',
  must: ['flow.single.add-ons', 'fields.descriptor.add-ons'],
  readings: ['create.addons-place', 'create.addons-prefix'],
  expectation:
    'When the payway asks for `phone`, `payer_document`, `postcode` and `payer_name`, the invoice request carries all four values unchanged, including leading zeros and Cyrillic letters. Not judged when the shop calls neither invoice/try nor the list of payways, or takes no orders with such a payway.',
  fix: 'Read the field names from add_ons_config; do not hard-code the ones that you have seen.',
  story: (t) =>
    t.withPayway({ addOns: ADD_ONS }, () =>
      givesExtras(t, { phone: VALUE, payer_document: 'AB-104', postcode: '004521', payer_name: 'Иван Ё.' }),
    ),
});
