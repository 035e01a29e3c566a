import type { OperationId } from '../../simulator/index.ts';
import type { Exchange, Verbs } from '../../suite/engine/index.ts';

/** The operations that create an invoice. */
export const CREATE: readonly OperationId[] = ['invoice/create', 'invoice/hold'];

/** The calls that create an invoice, after this place in the history. */
export const creates = (t: Verbs, after: number): Promise<readonly Exchange[]> =>
  t.calls({ operation: CREATE, after });

/** The operations that ask about a payout. */
export const ASKING: readonly OperationId[] = ['withdraw/status', 'withdraw/shop_payment_status'];
