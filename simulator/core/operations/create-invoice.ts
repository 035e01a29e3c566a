import { isFinalInvoice } from '../../protocol/invoice-states.ts';
import { type Magic, magicOf } from '../../protocol/magic.ts';
import { maskCard } from '../../protocol/masking.ts';
import { mockServerOf } from '../../protocol/mock-server.ts';
import { ownText } from '../../protocol/own-text.ts';
import { parseDateTime } from '../../protocol/time.ts';
import { isWireObject, textOf, type WireObject } from '../../protocol/wire.ts';
import {
  type Call,
  flag,
  type Outcome,
  type Refusal,
  refuse,
  requiredText,
  textField,
  withCode,
} from '../call.ts';
import { emitSubject } from '../change.ts';
import { keepRequest, sharedAmount, sharedText } from '../compact.ts';
import type { Invoice, Settlement, Token } from '../entities.ts';
import { Big, paymentSides } from '../money.ts';
import { notify } from '../outbox.ts';
import { planStep, planSteps, startScript } from '../scripts.ts';
import type { Payway } from '../shop-config.ts';
import { members } from '../wire-values.ts';
import type { World } from '../world.ts';
import { findPayway, isRefusal, judgeAmount, judgeCurrency, judgeExtras } from './payways.ts';
import { redirectOf } from './redirect.ts';

function judgePermission(world: World, call: Call, payway: Payway): Refusal | undefined {
  const wants = listedText(world, call, 'payment_token') !== null || flag(call.fields, 'issue_payment_token');
  if (!wants) return undefined;
  const allowed = call.account.config.permissions?.recurrent ?? true;
  if (allowed && payway.recurrent) return undefined;
  return refuse(
    'payway',
    world.readings['error.permission'],
    'Recurrent payments are not agreed for this shop',
  );
}

/** The token of a recurrent charge: issued to this shop in this base, and not expired. */
function findToken(world: World, call: Call): Token | Refusal | undefined {
  const text = listedText(world, call, 'payment_token');
  if (text === null) return undefined;
  const token = world.store.tokens.get(text);
  if (token === undefined || token.invoice.account !== call.account) {
    const message = 'Incorrect values for parameters: payment_token="It is not a token of this shop"';
    return refuse('state', world.readings['error.bad-parameter'], message);
  }
  return token.status === 'active' && token.expiresAt > world.ports.clock.wall()
    ? token
    : refuse('state', world.readings['error.state'], 'The payment token has expired');
}

function addOnValues(world: World, call: Call): WireObject {
  if (world.readings['create.addons-place'] === 'top-level') return call.fields;
  const nested = call.fields.add_ons;
  return isWireObject(nested) ? nested : members({});
}

/** Everything about the payway and the sum of an invoice. */
export function judgeInvoice(world: World, call: Call): Payway | Refusal {
  const payway = findPayway(world, call, 'inputs');
  if (isRefusal(payway)) return payway;
  if (call.operation.id === 'invoice/hold' && !payway.twoStep) {
    return refuse('payway', 3, `Payway ${payway.alias} does not support two-step payment`);
  }
  const extras =
    call.operation.id === 'invoice/try'
      ? undefined
      : judgeExtras(world, payway.addOns, addOnValues(world, call), '');
  return (
    judgeCurrency(world, call, payway, 'currency') ??
    judgePermission(world, call, payway) ??
    extras ??
    judgeAmount(world, call, payway, requiredText(call.fields, 'amount'), currencyOf(call, payway)) ??
    payway
  );
}

/** The currency of an invoice: the payway's where invoice/try leaves it out. */
export const currencyOf = (call: Call, payway: Payway): number =>
  Number(textField(call.fields, 'currency') ?? payway.currency);

function sameRequest(call: Call, first: Invoice): boolean {
  const mode = call.operation.id === 'invoice/hold' ? 'hold' : 'single';
  return (
    first.mode === mode &&
    first.payway === textField(call.fields, 'payway') &&
    String(first.currency) === textField(call.fields, 'currency') &&
    new Big(first.amount).eq(requiredText(call.fields, 'amount'))
  );
}

/** Whether the id is free (transport rule 5); the first invoice where a repeat is answered as it was. */
function judgeUnique(world: World, call: Call, orderId: string): Refusal | Invoice | undefined {
  if (world.options.repeatedOrderIds === true) return undefined;
  const first = world.store.invoices.ofOrder(call.account, orderId);
  if (first !== undefined && world.readings['create.repeat'] === 'same-answer' && sameRequest(call, first)) {
    return first;
  }
  if (first === undefined && !call.account.usedIds.has(`invoice ${orderId}`)) return undefined;
  return refuse(
    'uniqueness',
    world.readings['error.duplicate-id'],
    'Operation is not unique: shop_order_id was used before',
  );
}

/** The payer's account as the payment system shows it. */
function payerAccount(fields: WireObject, token: Token | undefined): string | null {
  const number = isWireObject(fields.card) ? textOf(fields.card.number) : undefined;
  if (number !== undefined && number !== '') return maskCard(number).replace('***', '******');
  return token?.invoice.payer ?? null;
}

function createInvoice(world: World, call: Call, payway: Payway, token: Token | undefined): Invoice {
  const { fields, account, plan } = call;
  const mode = call.operation.id === 'invoice/hold' ? 'hold' : 'single';
  const amount = sharedAmount(requiredText(fields, 'amount'));
  const expires = textField(fields, 'expires_at');
  const wall = world.ports.clock.wall();
  const forced = plan?.forcedId;
  const free = forced !== undefined && !world.store.invoices.has(forced);
  const paymentId = free ? forced : world.ids.payment();
  const { payerPrice, shopShare } = paymentSides(amount, payway, currencyOf(call, payway));
  const said = {
    account,
    shopOrderId: ownText(requiredText(fields, 'shop_order_id')),
    amount,
    currency: currencyOf(call, payway),
    payway: payway.alias,
    description: ownText(textField(fields, 'description') ?? null),
    callbackUrl: sharedText(listedText(world, call, 'callback_url')),
    callbackRejectedUrl: sharedText(listedText(world, call, 'callback_rejected_url')),
    successUrl: sharedText(listedText(world, call, 'success_url')),
    failedUrl: sharedText(listedText(world, call, 'failed_url')),
  };
  const kept = keepRequest(said, call.shown);
  // Written out, so that the engine makes every invoice with room for exactly these members.
  return {
    kind: 'invoice',
    account,
    paymentId,
    shopOrderId: said.shopOrderId,
    amount,
    currency: said.currency,
    payway: said.payway,
    description: said.description,
    callbackUrl: said.callbackUrl,
    callbackRejectedUrl: said.callbackRejectedUrl,
    successUrl: said.successUrl,
    failedUrl: said.failedUrl,
    requestShape: kept.requestShape,
    requestRest: kept.requestRest,
    mode,
    status: Number(world.readings['create.initial-status']),
    psCurrency: payway.currency,
    expiresAt: expires === undefined ? null : (parseDateTime(expires)?.instant ?? null),
    created: wall,
    createdAt: world.ports.clock.now(),
    updated: wall,
    processed: null,
    heldAt: null,
    payerPrice: sharedAmount(payerPrice),
    shopShare: sharedAmount(shopShare),
    settlement: settlementOf(payway, said.currency),
    errorCode: 0,
    token: null,
    tokenUsed: token?.masked ?? null,
    issueToken: flag(fields, 'issue_payment_token'),
    chargeRequested: false,
    unholdRequested: false,
    refunds: null,
    payer: payerAccount(fields, token),
    psData: null,
    overrides: null,
    session: null,
    revision: world.ids.revision(),
  };
}

/** How a payment in this currency is settled with the shop. */
function settlementOf(payway: Payway, currency: number): Settlement | null {
  const rate = payway.settlement?.rates[currency];
  return payway.settlement === undefined || rate === undefined
    ? null
    : { currency: payway.settlement.currency, rate };
}

/** A field counts only where the operation takes it: `payment_token` is none of invoice/hold (reading `create.fields`). */
function listedText(world: World, call: Call, name: string): string | null {
  const known = world.rules.byPath.get(call.operation.path)?.known.has(name) ?? false;
  return known ? (textField(call.fields, name) ?? null) : null;
}

/** What a documented payway, or the suffix of an alias, makes happen. */
function magicOfPayway(world: World, alias: string): Magic | undefined {
  if (!world.options.magic) return undefined;
  return magicOf('payway', alias) ?? mockServerOf(alias)?.does.invoice;
}

/** What happens to a new invoice by itself: magic values, and the autopilot of recurrent charges. */
function planFuture(world: World, call: Call, invoice: Invoice): void {
  if (world.options.magic) {
    const card = isWireObject(call.fields.card) ? textOf(call.fields.card.number) : undefined;
    const magic = magicOfPayway(world, invoice.payway) ?? magicOf('card', card?.replaceAll(' ', ''));
    if (magic?.kind === 'statuses') {
      const paid = invoice.mode === 'hold' ? 8 : 4;
      const sequence = magic.sequence.map((status) => (status === 4 || status === 8 ? paid : status));
      planSteps(world, invoice, sequence, 'magic', { silent: magic.silent === true });
      return;
    }
  }
  if (invoice.tokenUsed !== null && world.options.behaviour === 'autopilot') {
    planSteps(world, invoice, [invoice.mode === 'hold' ? 8 : 4], 'payment-system');
  }
}

/** Nothing by default; by the reading `invoice.expires` an unpaid invoice is rejected at its end. */
function planExpiry(world: World, invoice: Invoice): void {
  if (invoice.expiresAt === null || world.readings['invoice.expires'] === 'stays') return;
  const inMs = invoice.expiresAt - invoice.created;
  const at = world.ports.clock.now() + Math.max(0, inMs);
  planStep(world, { subject: invoice, at, status: 6, cause: 'clock' });
}

/** invoice/create and invoice/hold. */
export function createOrHold(world: World, call: Call): Outcome {
  const payway = judgeInvoice(world, call);
  if (isRefusal(payway)) return payway;
  const orderId = requiredText(call.fields, 'shop_order_id');
  const first = judgeUnique(world, call, orderId);
  if (first !== undefined) return isRefusal(first) ? first : answerOf(world, first);
  const obligatory = world.readings['create.invoice-try'] === 'obligatory';
  if (obligatory && Object.keys(payway.addOns).length > 0 && !call.account.triedIds.has(orderId)) {
    return refuse('state', world.readings['error.state'], `Payway ${payway.alias} needs invoice/try first`);
  }
  const token = findToken(world, call);
  if (token !== undefined && isRefusal(token)) return token;
  const magic = magicOfPayway(world, payway.alias);
  if (magic?.kind === 'error') return refuse('state', magic.code);
  const invoice = createInvoice(world, call, payway, token);
  world.store.invoices.add(invoice);
  const created = world.readings['notification.on-create'] === 'created' ? notify(world, invoice) : null;
  emitSubject(world, invoice, null, 'request', created);
  planFuture(world, call, invoice);
  planExpiry(world, invoice);
  const statuses = call.plan?.statuses;
  if (statuses !== undefined && !isFinalInvoice(invoice.status, world.readings['invoice.after-refund'])) {
    startScript(world, invoice, statuses.sequence);
  }
  const answered = withCode(answerOf(world, invoice), magic);
  return magic?.kind === 'read-timeout' && answered.ok ? { ...answered, held: true } : answered;
}

function answerOf(world: World, invoice: Invoice): Outcome {
  const { paymentId, shopOrderId } = invoice;
  return { ok: true, data: redirectOf(world, invoice), named: { paymentId, shopOrderId } };
}
