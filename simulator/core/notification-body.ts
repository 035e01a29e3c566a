import {
  invoiceNotificationFields,
  notifiedStatus,
  refundNotificationFields,
} from '../protocol/notifications.ts';
import { signNotification } from '../protocol/signing.ts';
import { bareObject, stringifyWire, textOf, type WireObject, type WireValue } from '../protocol/wire.ts';
import type { Invoice, Payout, Refund, Subject } from './entities.ts';
import { invoiceFacts, notifiedInvoice, payoutRecord, refundRecord } from './records.ts';
import { fromJson, num } from './wire-values.ts';
import type { World } from './world.ts';

/** A number or a word, as a notification spells it. */
const statusValue = (status: number | string): WireValue =>
  typeof status === 'number' ? num(status) : status;

function pick(world: World, facts: WireObject, fields: readonly string[]): WireObject {
  const body = bareObject();
  const keepsUnused = world.readings['notification.unused-fields'] === 'null';
  for (const field of fields) {
    const value = facts[field] ?? null;
    if (keepsUnused || (value !== null && value !== '')) body[field] = value;
  }
  return body;
}

function invoiceBody(world: World, invoice: Invoice): WireObject {
  const facts = notifiedInvoice(world, invoice);
  facts.status = statusValue(notifiedStatus(invoice.status, world.readings));
  const body = pick(world, facts, invoiceNotificationFields(world.readings));
  for (const [key, value] of Object.entries(invoice.overrides ?? {})) body[key] = fromJson(value);
  return body;
}

function refundBody(world: World, refund: Refund): WireObject {
  const facts = refundRecord(world, refund);
  facts.shop_id = num(refund.account.id);
  if (world.readings['notification.refund-body'] === 'refund-and-invoice') {
    const invoice = invoiceFacts(world, refund.invoice);
    for (const [key, value] of Object.entries(invoice)) facts[key] ??= value;
  }
  return pick(world, facts, refundNotificationFields(world.readings));
}

function payoutBody(world: World, payout: Payout): WireObject {
  const facts = payoutRecord(world, payout);
  facts.shop_id = num(payout.account.id);
  return pick(world, facts, Object.keys(facts));
}

function bodyOf(world: World, subject: Subject): WireObject {
  if (subject.kind === 'invoice') return invoiceBody(world, subject);
  return subject.kind === 'refund' ? refundBody(world, subject) : payoutBody(world, subject);
}

function formText(world: World, body: WireObject): string {
  const pairs: string[] = [];
  for (const [key, value] of Object.entries(body)) {
    const text = value === null ? '' : (textOf(value) ?? stringifyWire(value));
    if (text === '' && world.readings['notification.form-null'] === 'omitted') continue;
    pairs.push(`${encodeURIComponent(key)}=${encodeURIComponent(text).replaceAll('%20', '+')}`);
  }
  return pairs.join('&');
}

/** The signed body of a notification about an object as it is now, with its media type (Events 2 and 5). */
export function renderNotification(world: World, subject: Subject): { body: string; mediaType: string } {
  const body = bodyOf(world, subject);
  delete body.sign;
  body.sign = signNotification(body, subject.account.secret);
  return subject.account.config.notifications === 'form'
    ? { body: formText(world, body), mediaType: 'application/x-www-form-urlencoded' }
    : { body: stringifyWire(body), mediaType: 'application/json' };
}
