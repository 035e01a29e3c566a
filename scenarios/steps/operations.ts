import type { OperationId } from '../../simulator/index.ts';

/** The operations that create an invoice. */
export const CREATE: readonly OperationId[] = ['invoice/create', 'invoice/hold'];

/** The operations that ask about a payout. */
export const ASKING: readonly OperationId[] = ['withdraw/status', 'withdraw/shop_payment_status'];
