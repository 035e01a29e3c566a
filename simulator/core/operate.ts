import type { OperationId } from '../protocol/operations.ts';
import { type Call, type Outcome, textField } from './call.ts';
import { noteId } from './note-id.ts';
import { createOrHold } from './operations/create-invoice.ts';
import { chargeInvoice, unholdInvoice } from './operations/holds.ts';
import { checkInvoice, getRefunds, tryInvoice } from './operations/invoices.ts';
import { checkAccount, listInputs, listOutputs, shopBalance } from './operations/lookups.ts';
import { createPayout, payoutById, payoutByShopId, tryPayout } from './operations/payouts.ts';
import { createRefund } from './operations/refunds.ts';
import type { World } from './world.ts';

const HANDLERS: Readonly<Record<OperationId, (world: World, call: Call) => Outcome>> = {
  'invoice/try': tryInvoice,
  'invoice/create': createOrHold,
  'invoice/hold': createOrHold,
  'invoice/charge': chargeInvoice,
  'invoice/unhold': unholdInvoice,
  'invoice/check': checkInvoice,
  'invoice/get-refunds': getRefunds,
  'invoice/create-refund': createRefund,
  'withdraw/try': tryPayout,
  'withdraw/create': createPayout,
  'withdraw/status': payoutById,
  'withdraw/shop_payment_status': payoutByShopId,
  check_account: checkAccount,
  'shop_input_config/shop': listInputs,
  'shop_output_config/shop': listOutputs,
  shop_balance: shopBalance,
};

/** A refused create may use its id up (reading `create.refused-id`). */
function useUp(world: World, call: Call): void {
  if (world.readings['create.refused-id'] === 'free') return;
  if (call.operation.kind !== 'creates' || call.operation.about === 'refund') return;
  const isPayout = call.operation.about === 'payout';
  const id = textField(call.fields, isPayout ? 'shop_payment_id' : 'shop_order_id');
  if (id !== undefined) noteId(world, 'used', call.account, `${isPayout ? 'payout' : 'invoice'} ${id}`);
}

/** Carries an authenticated request out. */
export function operate(world: World, call: Call): Outcome {
  const outcome = HANDLERS[call.operation.id](world, call);
  if (!outcome.ok) useUp(world, call);
  return outcome;
}
