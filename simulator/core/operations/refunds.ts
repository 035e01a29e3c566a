import { magicOf } from '../../protocol/magic.ts';
import { isRefundStatus } from '../../protocol/refund-states.ts';
import { type Call, type Outcome, type Refusal, refuse, requiredText, textField, withCode } from '../call.ts';
import { emitSubject, moveRefund } from '../change.ts';
import type { Invoice, Refund } from '../entities.ts';
import { Big } from '../money.ts';
import { refundedSum, refundRecord } from '../records.ts';
import { planSteps, startScript } from '../scripts.ts';
import { members } from '../wire-values.ts';
import type { World } from '../world.ts';
import { invoiceById } from './invoices.ts';

/** Status 7 is a paid invoice that was refunded (reading `invoice.after-refund`): nothing is left of it. */
function judgeState(world: World, call: Call, invoice: Invoice, amount: Big): Refusal | undefined {
  if (invoice.status !== 4 && invoice.status !== 7) {
    const message = `Incorrect operation status: ${invoice.status}, expected 4`;
    return refuse('state', world.readings['error.state'], message);
  }
  const currency = textField(call.fields, 'currency');
  if (currency !== undefined && Number(currency) !== invoice.currency) {
    const message = `The invoice has currency ${invoice.currency}, not ${currency}`;
    return refuse('state', world.readings['error.currency'], message);
  }
  const taken = new Big(refundedSum(invoice, 'SUCCESS')).plus(refundedSum(invoice, 'WAITING'));
  const left = new Big(invoice.amount).minus(taken);
  if (amount.lte(left)) return undefined;
  const message = `The refund of ${amount.toFixed()} exceeds what is left of the payment: ${left.toFixed()}`;
  return refuse('state', world.readings['error.refund-over'], message);
}

function judgeRefund(world: World, call: Call): Invoice | Outcome {
  const amount = new Big(requiredText(call.fields, 'amount'));
  if (amount.lte(0)) return refuse('amount', 4, 'Refund amount is too small');
  if (call.account.refunds.has(requiredText(call.fields, 'shop_refund_id'))) {
    const message = 'Operation is not unique: shop_refund_id was used before';
    return refuse('uniqueness', world.readings['error.duplicate-id'], message);
  }
  const invoice = invoiceById(world, call);
  if ('ok' in invoice) return invoice;
  return judgeState(world, call, invoice, amount) ?? invoice;
}

function addRefund(world: World, call: Call, invoice: Invoice): Refund {
  const refund: Refund = {
    kind: 'refund',
    number: world.ids.refund(),
    account: call.account,
    invoice,
    shopRefundId: requiredText(call.fields, 'shop_refund_id'),
    status: 'WAITING',
    amount: requiredText(call.fields, 'amount'),
    errorCode: 0,
    callbackUrl: textField(call.fields, world.readings['refund.address-field']) ?? null,
    created: world.ports.clock.wall(),
    processed: null,
    revision: world.ids.revision(),
  };
  invoice.refunds ??= [];
  invoice.refunds.push(refund);
  call.account.refunds.set(refund.shopRefundId, refund);
  emitSubject(world, refund, null, 'request', null);
  return refund;
}

/** What becomes of a new refund by itself: a fault's sequence, a magic amount, or the autopilot. */
function planFuture(world: World, call: Call, refund: Refund): void {
  const statuses = call.plan?.statuses;
  if (statuses !== undefined) {
    // The answer reports a failure at once; only one after WAITING is notified.
    const [first] = statuses.sequence;
    if (first === 'FAILED') moveRefund(world, refund, 'FAILED', { cause: 'script', silent: true });
    startScript(world, refund, statuses.sequence);
    return;
  }
  const magic = world.options.magic ? magicOf('refund-amount', refund.amount) : undefined;
  if (magic?.kind === 'statuses') {
    const [first = '', ...rest] = magic.sequence.map(String);
    const silent = first === 'FAILED';
    if (isRefundStatus(first)) moveRefund(world, refund, first, { cause: 'magic', silent });
    planSteps(world, refund, rest, 'magic');
  } else if (world.options.behaviour === 'autopilot') {
    planSteps(world, refund, ['SUCCESS'], 'payment-system');
  }
}

/** Refund creation: SUCCESS, FAILED or WAITING (States and transitions, Refund statuses). */
export function createRefund(world: World, call: Call): Outcome {
  const invoice = judgeRefund(world, call);
  if ('ok' in invoice) return invoice;
  const refund = addRefund(world, call, invoice);
  planFuture(world, call, refund);
  const { shopRefundId, status } = refund;
  const { paymentId, shopOrderId } = invoice;
  if (status === 'FAILED' && world.readings['refund.failed-at-once'] === 'result-false') {
    return refuse('state', refund.errorCode || 2000, 'The refund has failed');
  }
  const short = world.readings['refund.answer'] === 'id-and-status';
  const data = short ? members({ shop_refund_id: shopRefundId, status }) : refundRecord(world, refund);
  const magic = world.options.magic ? magicOf('refund-amount', refund.amount) : undefined;
  return withCode({ ok: true, data, named: { paymentId, shopOrderId, shopRefundId } }, magic);
}
