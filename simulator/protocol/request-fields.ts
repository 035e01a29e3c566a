import { FIELD_TYPES, type FieldType, type FieldTypeName } from './fields.ts';
import type { OperationId } from './operations.ts';
import type { ReadingValues } from './readings.ts';

/** A field of a request. */
export interface RequestField {
  readonly name: string;
  readonly type: FieldType;
  readonly typeName: FieldTypeName;
  readonly required: boolean;
  /** Whether the specification itself says that it is required, and not only the reading in force. */
  readonly listedRequired: boolean;
}

/** `name:type`, with a `?` after the name of an optional field. */
function fields(list: string): readonly RequestField[] {
  return list
    .trim()
    .split(/\s+/)
    .map((entry) => {
      const [left = '', typeName = 'text'] = entry.split(':');
      const name = left.replace('?', '');
      const key = typeName as FieldTypeName;
      const required = !left.endsWith('?');
      return { name, typeName: key, type: FIELD_TYPES[key], required, listedRequired: required };
    });
}

const INVOICE = `shop_id:integer shop_order_id:orderId amount:amount currency:integer payway:payway`;
const HOLD_OPTIONS = `
  client_ip?:text description?:description failed_url?:url success_url?:url callback_url?:url
  callback_rejected_url?:url expires_at?:dateTime card?:card issue_payment_token?:boolean client_info?:clientInfo`;
const WITHDRAW = `shop_id:integer shop_currency:integer payway:payway amount:amount amount_type:amountType`;
const NOW = `shop_id:integer now:dateTime`;

type Settled = Exclude<OperationId, 'invoice/create-refund'>;

/** What each operation takes, under the default readings. `sign` is judged with the signature. */
const TABLE: Readonly<Record<Settled, readonly RequestField[]>> = {
  'invoice/try': fields(`${INVOICE} description?:description`),
  'invoice/create': fields(
    `${INVOICE} payment_token?:token add_ons?:map phone?:text payer_id?:text ${HOLD_OPTIONS}`,
  ),
  'invoice/hold': fields(`${INVOICE} add_ons?:map ${HOLD_OPTIONS}`),
  'invoice/charge': fields(`${NOW} invoice_id:integer`),
  'invoice/unhold': fields(`${NOW} invoice_id:integer`),
  'invoice/check': fields(`${NOW} shop_order_id:orderId`),
  'invoice/get-refunds': fields(`${NOW} invoice_id:integer`),
  'withdraw/try': fields(`${WITHDRAW} account?:account account_details?:map`),
  'withdraw/create': fields(
    `${WITHDRAW} account:account shop_payment_id:payoutId account_details?:map description?:description`,
  ),
  'withdraw/status': fields(`${NOW} withdraw_id:integer`),
  'withdraw/shop_payment_status': fields(`${NOW} shop_payment_id:payoutId`),
  check_account: fields('shop_id:integer payway:payway amount:amount account:account account_details?:map'),
  'shop_input_config/shop': fields(`${NOW} payway?:payway`),
  'shop_output_config/shop': fields(`${NOW} payway?:payway`),
  shop_balance: fields(`${NOW} payway?:payway`),
};

const NAMED_ONLY = fields(`${INVOICE} payment_token?:token issue_payment_token?:boolean add_ons?:map`);
const UNHOLD_BY_ORDER = fields(`${NOW} shop_order_id:orderId`);

function refundFields(readings: ReadingValues): readonly RequestField[] {
  const now = readings['refund.sign-fields'] === 'with-now' ? 'now' : 'now?';
  return fields(
    `shop_id:integer invoice_id:integer shop_refund_id:orderId amount:amount ${now}:dateTime
     currency?:integer description?:description ${readings['refund.address-field']}?:url`,
  );
}

type Requirement = readonly [
  operation: OperationId,
  field: string,
  required: (readings: ReadingValues) => boolean,
];

/** Fields whose being required is a reading. */
const REQUIREMENTS: readonly Requirement[] = [
  ['invoice/try', 'currency', (r) => r['invoice-try.currency-required'] === 'required'],
  ['invoice/hold', 'card', (r) => r['hold.required-fields'] === 'with-card'],
  ['withdraw/try', 'account', (r) => r['withdraw-try.account'] === 'required'],
  ['withdraw/try', 'account_details', (r) => r['withdraw-try.account-details'] === 'required'],
  ['check_account', 'account_details', (r) => r['check-account.account-details'] === 'required'],
  ['shop_input_config/shop', 'payway', (r) => r['input-config.payway'] === 'required'],
  ['shop_balance', 'payway', (r) => r['balance.payway'] === 'required'],
];

function listed(id: OperationId, readings: ReadingValues): readonly RequestField[] {
  if (id === 'invoice/create-refund') return refundFields(readings);
  if (id === 'invoice/create' && readings['create.fields'] === 'named-only') return NAMED_ONLY;
  if (id === 'invoice/unhold' && readings['unhold.request'] === 'by-shop-order-id') return UNHOLD_BY_ORDER;
  if (id === 'shop_output_config/shop' && readings['output-config.request'] === 'shop-and-now') {
    return TABLE[id].filter((field) => field.name !== 'payway');
  }
  return TABLE[id];
}

/** Operations whose request the specification does not show: what they require is a reading altogether. */
const NOT_SHOWN: ReadonlySet<OperationId> = new Set([
  'invoice/unhold',
  'invoice/create-refund',
  'shop_output_config/shop',
]);

/** The fields that an operation takes under these readings, without `sign`. */
export function requestFields(id: OperationId, readings: ReadingValues): readonly RequestField[] {
  const changes = REQUIREMENTS.filter(([operation]) => operation === id);
  return listed(id, readings).map((field) => {
    const change = changes.find(([, name]) => name === field.name);
    if (change !== undefined) return { ...field, required: change[2](readings), listedRequired: false };
    return NOT_SHOWN.has(id) ? { ...field, listedRequired: false } : field;
  });
}
