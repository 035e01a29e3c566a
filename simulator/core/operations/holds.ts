import { LIMITS } from '../../protocol/limits.ts';
import { type Call, type Outcome, refuse } from '../call.ts';
import { type Changed, emitSubject, moveInvoice } from '../change.ts';
import type { Invoice } from '../entities.ts';
import { invoiceRecord } from '../records.ts';
import { planSteps, startScript } from '../scripts.ts';
import type { World } from '../world.ts';
import { invoiceById, invoiceByOrder } from './invoices.ts';

/** A held invoice for which neither a charge nor a release was asked. */
function judgeHeld(world: World, invoice: Invoice): Outcome | undefined {
  const { mode, status, chargeRequested, unholdRequested } = invoice;
  const code = world.readings['error.state'];
  if (mode !== 'hold') return refuse('state', code, 'Incorrect operation status: the invoice is not a hold');
  if (chargeRequested)
    return refuse('state', code, 'Incorrect operation status: a charge was asked for before');
  if (unholdRequested) return refuse('state', code, 'Incorrect operation status: the hold was released');
  if (status === 8) return undefined;
  return refuse('state', code, `Incorrect operation status: ${status}, expected 8`);
}

function isLate(world: World, invoice: Invoice): boolean {
  const from = world.readings['hold.period-starts'] === 'created' ? invoice.createdAt : invoice.heldAt;
  return from !== null && world.ports.clock.now() - from > LIMITS.holdMs;
}

function answer(world: World, call: Call, invoice: Invoice, changed: Changed | undefined): Outcome {
  if (changed === undefined) {
    invoice.revision = world.ids.revision();
    emitSubject(world, invoice, invoice.status, 'request', null);
  }
  const statuses = call.plan?.statuses;
  if (statuses !== undefined) startScript(world, invoice, statuses.sequence);
  const { paymentId, shopOrderId } = invoice;
  return { ok: true, data: invoiceRecord(world, invoice, 'charge'), named: { paymentId, shopOrderId } };
}

/** invoice/charge: the money of a hold is taken; the final status follows by notification. */
export function chargeInvoice(world: World, call: Call): Outcome {
  const invoice = invoiceById(world, call);
  if ('ok' in invoice) return invoice;
  const refused = judgeHeld(world, invoice);
  if (refused !== undefined) return refused;
  if (isLate(world, invoice) && world.readings['hold.late-charge'] === 'code-100') {
    const message = 'Incorrect operation status: the hold is older than 5 days';
    return refuse('state', world.readings['error.state'], message);
  }
  invoice.chargeRequested = true;
  const status = Number(world.readings['charge.answer-status']);
  const changed = status === 8 ? undefined : moveInvoice(world, invoice, status, { cause: 'request' });
  if (status !== 4 && world.options.behaviour === 'autopilot')
    planSteps(world, invoice, [4], 'payment-system');
  return answer(world, call, invoice, changed);
}

/** invoice/unhold: the money of a hold goes back to the payer. */
export function unholdInvoice(world: World, call: Call): Outcome {
  const byOrder = world.readings['unhold.request'] === 'by-shop-order-id';
  const invoice = byOrder ? invoiceByOrder(world, call) : invoiceById(world, call);
  if ('ok' in invoice) return invoice;
  const refused = judgeHeld(world, invoice);
  if (refused !== undefined) return refused;
  invoice.unholdRequested = true;
  const status = Number(world.readings['unhold.status']);
  const changed = status === 8 ? undefined : moveInvoice(world, invoice, status, { cause: 'request' });
  const answered = answer(world, call, invoice, changed);
  return answered.ok && world.readings['unhold.answer'] === 'null' ? { ...answered, data: null } : answered;
}
