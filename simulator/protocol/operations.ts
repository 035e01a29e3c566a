import {
  findReading,
  type ReadingId,
  type ReadingValues,
  readingChoices,
  resolveReadings,
} from './readings.ts';

/**
 * Every operation of the specification, named by its path below the base. Refund creation keeps the id
 * `invoice/create-refund` under every reading of its path.
 */
export const OPERATION_IDS = [
  'invoice/try',
  'invoice/create',
  'invoice/hold',
  'invoice/charge',
  'invoice/unhold',
  'invoice/check',
  'invoice/get-refunds',
  'invoice/create-refund',
  'withdraw/try',
  'withdraw/create',
  'withdraw/status',
  'withdraw/shop_payment_status',
  'check_account',
  'shop_input_config/shop',
  'shop_output_config/shop',
  'shop_balance',
] as const;

export type OperationId = (typeof OPERATION_IDS)[number];

/** The gateway's two bases (specification, What the service does, transport rule 1). */
export type Base = 'production' | 'test';

/** The field by which a request names the object that it is about. */
export type ObjectField =
  | 'shop_order_id'
  | 'invoice_id'
  | 'shop_payment_id'
  | 'withdraw_id'
  | 'shop_refund_id';

/** One operation, as the readings in force define it. */
export interface Operation {
  readonly id: OperationId;
  /** The path below the base, without a slash before it. */
  readonly path: string;
  /** The fields that take part in the signature, in the order of the specification's list. */
  readonly signedFields: readonly string[];
  /** Whether the operation creates or changes something. */
  readonly kind: 'creates' | 'changes' | 'reads';
  readonly about: 'invoice' | 'refund' | 'payout' | 'account' | 'shop';
  /** The request fields that name the object, the most telling first. */
  readonly names: readonly ObjectField[];
  /** The section of the specification that lists it. */
  readonly section: string;
}

const row = (
  id: OperationId,
  kind: Operation['kind'],
  about: Operation['about'],
  names: readonly ObjectField[],
  signed: string,
): Operation => ({
  id,
  path: id,
  signedFields: Object.freeze(signed.split(' ')),
  kind,
  about,
  names,
  section: id === 'invoice/create-refund' ? 'Endpoints, Refund creation' : `Endpoints, ${id}`,
});

const INVOICE_FIELDS = 'amount currency payway shop_id shop_order_id';

/** The operations under the default readings. */
export const OPERATIONS: readonly Operation[] = [
  row('invoice/try', 'reads', 'invoice', ['shop_order_id'], INVOICE_FIELDS),
  row('invoice/create', 'creates', 'invoice', ['shop_order_id'], INVOICE_FIELDS),
  row('invoice/hold', 'creates', 'invoice', ['shop_order_id'], INVOICE_FIELDS),
  row('invoice/charge', 'changes', 'invoice', ['invoice_id'], 'invoice_id now shop_id'),
  row('invoice/unhold', 'changes', 'invoice', ['invoice_id'], 'invoice_id now shop_id'),
  row('invoice/check', 'reads', 'invoice', ['shop_order_id'], 'now shop_id shop_order_id'),
  row('invoice/get-refunds', 'reads', 'invoice', ['invoice_id'], 'invoice_id now shop_id'),
  row(
    'invoice/create-refund',
    'creates',
    'refund',
    ['shop_refund_id', 'invoice_id'],
    'amount invoice_id shop_id shop_refund_id',
  ),
  row('withdraw/try', 'reads', 'payout', [], 'amount amount_type payway shop_currency shop_id'),
  row(
    'withdraw/create',
    'creates',
    'payout',
    ['shop_payment_id'],
    'account amount amount_type payway shop_currency shop_id shop_payment_id',
  ),
  row('withdraw/status', 'reads', 'payout', ['withdraw_id'], 'now shop_id withdraw_id'),
  row('withdraw/shop_payment_status', 'reads', 'payout', ['shop_payment_id'], 'now shop_id shop_payment_id'),
  row('check_account', 'reads', 'account', [], 'account amount payway shop_id'),
  row('shop_input_config/shop', 'reads', 'shop', [], 'now shop_id'),
  row('shop_output_config/shop', 'reads', 'shop', [], 'now shop_id'),
  row('shop_balance', 'reads', 'shop', [], 'now shop_id'),
];

function underReadings(operation: Operation, readings: ReadingValues): Operation {
  if (operation.id === 'invoice/unhold' && readings['unhold.request'] === 'by-shop-order-id') {
    return { ...operation, signedFields: ['now', 'shop_id', 'shop_order_id'], names: ['shop_order_id'] };
  }
  if (operation.id === 'invoice/create-refund') {
    const signedFields =
      readings['refund.sign-fields'] === 'with-now'
        ? ['amount', 'invoice_id', 'now', 'shop_id', 'shop_refund_id']
        : operation.signedFields;
    return { ...operation, path: readings['refund.path'], signedFields };
  }
  return operation;
}

/** The operations as these readings define them (path and signature of refund creation, fields of unhold). */
export function operationsUnder(readings: ReadingValues): readonly Operation[] {
  return OPERATIONS.map((operation) => underReadings(operation, readings));
}

/** The operation with this id, as these readings define it. */
export function operationUnder(readings: ReadingValues, id: OperationId): Operation {
  const found = OPERATIONS.find((operation) => operation.id === id);
  if (found === undefined) throw new RangeError(`Unknown operation ${JSON.stringify(id)}.`);
  return underReadings(found, readings);
}

/** An interpretation of an operation whose request the specification does not show. */
export interface Interpretation {
  /** The reading and its answer, as `unhold.request = by-shop-order-id`. */
  readonly says: string;
  readonly operation: Operation;
}

/** The readings on which the path or the signature of a request depends. */
const REQUEST_READINGS = [
  ['invoice/unhold', 'unhold.request'],
  ['invoice/create-refund', 'refund.path'],
  ['invoice/create-refund', 'refund.sign-fields'],
] as const satisfies readonly (readonly [OperationId, ReadingId])[];

/** What these operations are under each answer of the readings that decide about their requests. */
export const INTERPRETATIONS: readonly Interpretation[] = REQUEST_READINGS.flatMap(([id, name]) => {
  const reading = findReading(name);
  const choices = reading === undefined ? [] : readingChoices(reading);
  return choices.map((choice) => ({
    says: `${name} = ${choice}`,
    operation: operationUnder(resolveReadings('spec', { [name]: choice }), id),
  }));
});
