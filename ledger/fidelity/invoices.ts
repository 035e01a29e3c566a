import { type FidelityField, type FidelityRecord, field } from './types.ts';

const NUMBER = ['number', 'number | number written with zeros'] as const;

/** The invoice record as a charge answers it. */
const record: readonly FidelityField[] = [
  field('shop_order_id', 'string', 'text', 'text'),
  field('shop_id', 'integer', 'number', 'number'),
  field('status', 'integer', 'number', 'number'),
  field('payment_id', 'integer', 'number', 'number'),
  field('ps_data', 'string, JSON text', 'JSON text', 'JSON text'),
  field('ps_currency', 'integer', 'number', 'number'),
  field('payway', 'string', 'text', 'text'),
  field('description', 'string', 'text', 'text'),
  field(
    'created',
    'string (date-time)',
    'time without zone (UTC+03:00)',
    'time without zone',
    'time.records',
  ),
  field(
    'updated',
    'string (date-time)',
    'time without zone (UTC+03:00)',
    'time without zone',
    'time.records',
  ),
  field(
    'processed',
    'string (date-time)',
    'time without zone (UTC+03:00)',
    'time without zone',
    'time.records',
  ),
  field('shop_currency', 'integer', 'number', 'number'),
  field('shop_amount', 'number', '299.45', NUMBER, 'invoice.shop-amount'),
  field('client_price', 'number', '299.45', NUMBER),
  field('error_code', 'integer', 'number', 'number'),
  field('shop_refund', 'number', '284.48, less a fee of 5 %', NUMBER, 'invoice.shop-refund'),
  field('settlement_currency', 'integer', 'absent when unused', 'absent', 'invoice.check-optional-fields'),
  field('settlement_rate', 'number or null', 'absent when unused', 'absent', 'invoice.check-optional-fields'),
];

const redirect = (data: readonly FidelityField[]): readonly FidelityField[] => [
  field('data', 'object', 'object', 'object'),
  ...data,
  field('id', 'integer', 'number', 'number'),
  field('method', 'string', '"GET"', 'text'),
  field('url', 'string', 'text', 'text'),
];

const refund: readonly FidelityField[] = [
  field('shop_refund_id', 'string', null, 'text'),
  field('status', 'SUCCESS, FAILED or WAITING', null, 'text'),
  field('invoice_id', 'integer', null, 'number'),
  field('amount', 'string (decimal)', null, 'decimal text'),
  field('currency', 'string (currency code)', null, 'decimal text'),
  field('error_code', 'integer', null, 'number'),
  field('created_at', 'string (date-time)', null, 'time without zone', 'time.records'),
  field('processed_at', 'string (date-time)', null, 'null'),
  field('settlement_amount', 'string (decimal)', null, 'null'),
  field('settlement_currency', 'string', null, 'null'),
  field('settlement_rate', 'number or null', null, 'null'),
];

export const invoiceRecords: readonly FidelityRecord[] = [
  {
    id: 'invoice/try',
    when: 'for a payway with one extra field',
    fields: [
      field('add_ons_config', 'map of descriptors', 'map', 'object'),
      field('add_ons_config.phone', 'descriptor', 'descriptor', 'object'),
      field('add_ons_config.phone.comment', 'texts by language', null, 'object'),
      field('add_ons_config.phone.label', 'texts by language', null, 'object'),
      field('add_ons_config.phone.example', 'string', null, 'decimal text'),
      field('add_ons_config.phone.regex', 'string', 'text', 'text'),
      field('add_ons_config.phone.prefix', 'string, optional', null, 'decimal text'),
      field('payer_price', 'number', '27051.71', NUMBER),
      field('paymethod_id', 'integer', 'number', 'number'),
      field('paymethod_name', 'string', 'text', 'text'),
      field('ps_currency', 'integer', 'number', 'number'),
      field('info', 'object', 'object', 'object'),
      field('manual', 'texts by language', 'object', 'object'),
      field('warning', 'object', 'object', 'object'),
    ],
  },
  {
    id: 'invoice/create',
    when: 'of a payment in one step',
    fields: redirect([field('data.session_id', null, 'text', 'text', 'create.data')]),
  },
  {
    id: 'invoice/hold',
    when: 'of a payment in two steps',
    fields: redirect([
      field('data.MD', 'string', null, 'text'),
      field('data.PaReq', 'string', null, 'text'),
      field('data.TermUrl', 'string', null, 'text'),
    ]),
  },
  {
    id: 'invoice/check',
    when: 'of a paid invoice',
    fields: [
      ...record,
      field(
        'expires_at',
        'string (date-time)',
        'absent when unused',
        'absent',
        'invoice.check-optional-fields',
      ),
      field('is_unique', 'boolean', 'boolean', 'boolean'),
      field('payment_token', 'object, when one was issued', 'absent when unused', 'absent', 'token.place'),
    ],
  },
  { id: 'invoice/charge', when: 'of what is held', fields: record },
  {
    id: 'invoice/unhold',
    when: 'of what is held; nothing of it is shown',
    fields: record.map((each) => ({
      ...each,
      shown: null,
      recorded: null,
      reading: 'unhold.answer' as const,
    })),
  },
  {
    id: 'invoice/create-refund',
    when: 'of a part; nothing of it is shown',
    fields: refund.map((each) => ({
      ...each,
      shown: null,
      recorded: null,
      reading: each.reading ?? 'refund.answer',
    })),
  },
  {
    id: 'invoice/get-refunds',
    when: 'with one that waits',
    fields: refund.map((each) => ({ ...each, name: `[].${each.name}` })),
  },
];
