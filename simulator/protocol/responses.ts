import { z } from 'zod';
import type { OperationId } from './operations.ts';

const integer = z.number().int();
const text = z.string();
const moment = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(Z|[+-]\d{2}:\d{2})?$/);
const decimal = z.string().regex(/^\d+(\.\d+)?$/);

const descriptor = z.looseObject({
  regex: text,
  prefix: text.optional(),
  title: text.optional(),
  example: text.optional(),
  label: z.record(text, text).optional(),
  comment: z.record(text, text).optional(),
});
const descriptors = z.record(text, descriptor);

/** The payment token object (Resources, Payment token object). */
export const tokenObject = z.looseObject({
  token: text,
  status: text,
  expires_at: moment,
  account: text,
  card_info: z.looseObject({
    issuing_country: text,
    issuing_bank: text,
    payment_system: text,
    funding_source: text,
    payment_system_product: text,
  }),
});

/** What invoice/charge answers: the invoice record without three of its fields. */
export const chargeRecord = z.looseObject({
  shop_order_id: text,
  shop_id: integer,
  status: integer,
  payment_id: integer,
  ps_data: z.union([text, z.looseObject({})]),
  ps_currency: integer,
  payway: text,
  description: text.nullable(),
  created: moment,
  updated: moment,
  processed: moment.nullable().optional(),
  shop_currency: integer,
  shop_amount: z.number(),
  client_price: z.number(),
  error_code: integer,
  shop_refund: z.number(),
  settlement_currency: integer.nullable().optional(),
  settlement_rate: z.number().nullable().optional(),
});

/** The invoice record (Resources, Invoice record). */
export const invoiceRecord = chargeRecord.extend({
  expires_at: moment.nullable().optional(),
  is_unique: z.boolean(),
  payment_token: tokenObject.nullable().optional(),
});

/** The refund record (Resources, Refund record). */
export const refundRecord = z.looseObject({
  shop_refund_id: text,
  status: z.enum(['SUCCESS', 'FAILED', 'WAITING']),
  invoice_id: integer,
  amount: decimal,
  currency: text,
  error_code: integer,
  created_at: moment,
  processed_at: moment.or(z.literal('')).nullable().optional(),
  settlement_amount: decimal.or(z.literal('')).nullable().optional(),
  settlement_currency: text.nullable().optional(),
  settlement_rate: z.number().nullable().optional(),
});

/** The payout record (Resources, Payout record). */
export const payoutRecord = z.looseObject({
  id: integer,
  status: integer,
  ps_currency: integer,
  shop_currency: integer,
  payee_receive: z.number(),
  shop_write_off: z.number(),
  shop_payment_id: text,
  error_code: integer,
  rrn: text.nullable().optional(),
  bank_transaction_id: text.nullable().optional(),
});

const redirect = z.looseObject({
  method: text.nullable(),
  url: text.nullable(),
  data: z.record(text, z.unknown()).nullable(),
});

const payway = z.looseObject({
  alias: text,
  currency: integer,
  min_amount: z.number(),
  max_amount: z.number(),
  fee_config: z.looseObject({ percent: z.number(), fix: z.number() }),
});
const inputPayway = payway.extend({
  is_active: z.union([z.enum(['true', 'false']), z.boolean()]),
  add_ons_config: descriptors.nullable().optional(),
  id: integer,
  fee_part_config: z.looseObject({ percent_part: z.union([z.number(), decimal]), fix_part: z.number() }),
});
const outputPayway = payway.extend({ account_info_config: descriptors });
const group = { id: integer, name: text, rating: integer };

const created = redirect.extend({ id: integer });

/** The `data` of each operation's successful answer, as plain JSON. */
export const RESPONSE_DATA: Readonly<Record<OperationId, z.ZodType>> = {
  'invoice/try': z.looseObject({
    add_ons_config: descriptors.nullable().optional(),
    payer_price: z.number(),
    paymethod_id: integer,
    paymethod_name: text,
    ps_currency: integer,
    info: z.looseObject({}),
    manual: z.record(text, text),
    warning: z.looseObject({}),
  }),
  'invoice/create': created,
  'invoice/hold': created,
  'invoice/charge': chargeRecord,
  'invoice/unhold': chargeRecord.nullable(),
  'invoice/check': invoiceRecord,
  'invoice/get-refunds': z.array(refundRecord),
  'invoice/create-refund': z.union([refundRecord, z.looseObject({ shop_refund_id: text, status: text })]),
  'withdraw/try': z.looseObject({
    account_info_config: descriptors,
    payee_receive: z.number(),
    ps_currency: integer,
    shop_currency: integer,
    shop_write_off: z.union([z.number(), decimal]),
  }),
  'withdraw/create': z.looseObject({
    id: integer,
    balance: z.number(),
    payee_receive: z.number(),
    ps_currency: integer,
    shop_currency: integer,
    shop_payment_id: text,
    shop_write_off: z.number(),
    status: integer,
    redirect_info: redirect.nullable().optional(),
  }),
  'withdraw/status': payoutRecord,
  'withdraw/shop_payment_status': payoutRecord,
  check_account: z.looseObject({
    account_info: z.looseObject({}).nullable(),
    result: z.boolean(),
    provider_status: integer,
  }),
  'shop_input_config/shop': z.array(z.looseObject({ ...group, payways: z.array(inputPayway) })),
  'shop_output_config/shop': z.array(
    z.union([z.looseObject({ ...group, payways: z.array(outputPayway) }), outputPayway]),
  ),
  shop_balance: z.looseObject({
    shop_id: integer,
    balances: z.array(
      z.looseObject({ currency: integer, available: z.number(), hold: z.number(), frozen: z.number() }),
    ),
  }),
};

/** The response envelope (Resources, Response envelope). */
export const envelope = z.looseObject({
  result: z.boolean(),
  message: text,
  error_code: integer,
  data: z.unknown(),
});
