import { type FidelityField, type FidelityRecord, field } from './types.ts';

const NUMBER = ['number', 'number | number written with zeros'] as const;
/** The specification shows no field of a notification; a recorded one has these. */
const own = (
  name: string,
  recorded: string | null,
  form: string | readonly [string, string],
  reading: FidelityField['reading'] = 'notification.fields',
): FidelityField => field(name, null, recorded, form, reading);

export const notificationRecords: readonly FidelityRecord[] = [
  {
    id: 'notification/invoice',
    when: 'of a payment; its fields are not shown',
    fields: [
      own('status', 'the text "success"', ['number', 'text'], 'notification.status'),
      own('payment_id', 'number', 'number'),
      own('shop_order_id', 'text', 'text'),
      own('shop_id', 'number', 'number'),
      own('ps_data', 'JSON text', 'JSON text'),
      own('ps_currency', 'number', 'number'),
      own('payway', 'text', 'text'),
      own('description', 'text', 'text'),
      own('created', 'time without zone', 'time without zone', 'time.records'),
      own('updated', 'time without zone', 'time without zone', 'time.records'),
      own('processed', 'time without zone', 'time without zone', 'time.records'),
      own('shop_currency', 'number', 'number'),
      own('shop_amount', '6.0', NUMBER, 'notification.number-literals'),
      own('shop_refund', '5.7', NUMBER, 'notification.number-literals'),
      own('client_price', '6.0', NUMBER, 'notification.number-literals'),
      own('error_code', '0, and signed', 'number'),
      own('addons', 'JSON text', ['absent', 'JSON text']),
      own('settlement_currency', 'absent', ['null', 'absent'], 'notification.unused-fields'),
      own('settlement_rate', 'absent', ['null', 'absent'], 'notification.unused-fields'),
      own('expires_at', 'absent', ['null', 'absent'], 'notification.unused-fields'),
      own('sign', 'SHA-256 in hex', 'text'),
    ],
  },
  {
    id: 'notification/refund',
    when: 'of a success; its fields are neither shown nor recorded',
    fields: [
      ...(
        [
          ['shop_refund_id', 'text'],
          ['shop_id', 'number'],
          ['status', 'text'],
          ['invoice_id', 'number'],
          ['amount', 'decimal text'],
          ['currency', 'decimal text'],
          ['error_code', 'number'],
          ['created_at', 'time without zone'],
          ['processed_at', 'time without zone'],
          ['settlement_amount', 'decimal text'],
          ['settlement_currency', 'decimal text'],
        ] as const
      ).map(([name, form]) => own(name, null, form, 'notification.refund-body')),
      own('settlement_rate', null, ['null', 'absent'], 'notification.unused-fields'),
      own('sign', null, 'text', 'notification.refund-body'),
    ],
  },
];
