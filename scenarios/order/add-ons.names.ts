import { check } from '../../suite/engine/index.ts';

export default check('order.add-ons.names', {
  title: 'The shop sends every extra field, whatever its name.',
  requirements: ['flow.single.add-ons', 'fields.descriptor.add-ons'],
  level: 'must',
  capabilities: ['invoice'],
  readings: ['create.addons-place', 'create.addons-prefix'],
  rule: 'What the service does, typical flows 1: the shop asks the payer for the fields of add_ons_config and sends them with the invoice.',
  expectation:
    'When the payway asks for `phone`, `payer_document`, `postcode` and `payer_name`, the invoice request carries all four values unchanged, including leading zeros and Cyrillic letters. Not judged when the shop calls neither invoice/try nor the list of payways, or takes no orders with such a payway.',
  fix: 'Read the field names from add_ons_config; do not hard-code the ones that you have seen.',
  story: async (t) => {
    const given: Readonly<Record<string, string>> = {
      phone: '9001234567',
      payer_document: 'AB-104',
      postcode: '004521',
      payer_name: 'Иван Ё.',
    };
    const addOns = {
      phone: { regex: '^\\d{10}$', example: '9001234567' },
      payer_document: { regex: '^[A-Z]{2}-\\d{3}$', example: 'AB-104' },
      postcode: { regex: '^\\d{6}$', example: '004521' },
      // Counted in characters or in bytes, the name fits.
      payer_name: { regex: '^.{2,60}$', example: 'Иван Ё.' },
    };
    await t.withPayway({ addOns }, async () => {
      const since = await t.now();
      const asked = await t.ask({ extra: given });
      const learnt = await t.calls({ operation: ['invoice/try', 'shop_input_config/shop'], after: since });
      if (learnt.length === 0)
        t.notApplicable(
          'The merchant asks neither invoice/try nor the list of payways which fields are required.',
        );
      const seen = await t.calls({ operation: ['invoice/create', 'invoice/hold'], after: since });
      if (seen.length === 0)
        t.notApplicable(
          `The merchant accepts no orders for a payway with four extra fields: ${JSON.stringify(asked.answer)}.`,
        );
      for (const { request } of seen) {
        const nested = request.fields?.add_ons;
        const inner: object = typeof nested === 'object' && nested !== null ? nested : {};
        for (const [name, value] of Object.entries(given)) {
          const sent = request.fields?.[name] ?? Reflect.get(inner, name);
          if (String(sent) === value) continue;
          t.fail(
            `The payway asks for the field ${name}, the payer gave ${value}, and the request carries ${sent === undefined ? 'no such field' : JSON.stringify(sent)}.`,
            { about: [request.exchange, asked.reference] },
          );
        }
      }
    });
  },
});
