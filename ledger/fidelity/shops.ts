import { type FidelityField, type FidelityRecord, field } from './types.ts';

const NUMBER = ['number', 'number | number written with zeros'] as const;
const at = (name: string): string => `[].payways[].${name}`;

const group: readonly FidelityField[] = [
  field('[].id', 'integer', 'number', 'number'),
  field('[].name', 'string', 'text', 'text'),
  field('[].rating', 'integer', 'number', 'number'),
  field('[].payways', 'array', 'array', 'array'),
  field(at('alias'), 'string', 'text', 'text'),
  field(at('currency'), 'integer', 'number', 'number'),
  field(at('min_amount'), 'number', 'number written with zeros', NUMBER),
  field(at('max_amount'), 'number', 'number written with zeros', NUMBER),
  field(at('fee_config'), 'object', 'object', 'object'),
  field(at('fee_config.percent'), 'number', 'number written with zeros', NUMBER),
  field(at('fee_config.fix'), 'number', 'number written with zeros', NUMBER),
];

export const shopRecords: readonly FidelityRecord[] = [
  {
    id: 'shop_input_config/shop',
    when: 'of a payway without extra fields',
    fields: [
      ...group,
      field(
        at('is_active'),
        'string with a boolean word',
        'boolean',
        ['text', 'boolean'],
        'input-config.is-active',
      ),
      field(at('add_ons_config'), 'map', 'null, {} or a map', ['object', 'null'], 'input-config.no-addons'),
      field(at('id'), 'integer', 'number', 'number'),
      field(at('fee_part_config'), 'object', 'object', 'object'),
      field(
        at('fee_part_config.percent_part'),
        'number',
        '"1.0"',
        ['number', 'decimal text'],
        'input-config.percent-part',
      ),
      field(at('fee_part_config.fix_part'), 'number', '1', 'number'),
    ],
  },
  {
    id: 'shop_output_config/shop',
    when: 'of a payway with one detail of the account',
    fields: [
      ...group.map((each) => ({ ...each, shown: null, reading: 'output-config.answer' as const })),
      field(at('account_info_config'), 'map, here or there', 'map', 'object', 'output-config.answer'),
      field(at('account_info_config.bic'), null, 'descriptor', 'object'),
      field(at('account_info_config.bic.regex'), 'string', 'text', 'text'),
      field(at('account_info_config.bic.title'), 'string', 'text', 'text'),
    ],
  },
  {
    id: 'shop_balance',
    when: 'in one currency',
    fields: [
      field('shop_id', 'integer', null, 'number'),
      field('balances', 'array', null, 'array'),
      field('balances[].currency', 'integer', null, 'number'),
      field('balances[].available', 'number', null, NUMBER),
      field('balances[].hold', 'number', null, NUMBER),
      field('balances[].frozen', 'number', null, NUMBER),
    ],
  },
];
