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

const headersOf = (mediaType: string) =>
  Object.freeze({ 'content-type': mediaType, accept: '*/*', 'user-agent': 'payment-gateway/1.0' });
const HEADERS = { json: headersOf('application/json'), form: headersOf('application/x-www-form-urlencoded') };

/** One text, where the engine keeps the pieces that it was put together from: thousands may wait to be sent. */
const whole = (text: string): string => Buffer.from(text).toString();

/** The signed body of a notification about an object as it is now, with its headers (Events 2 and 5). */
export function renderNotification(
  world: World,
  subject: Subject,
): { body: string; headers: Readonly<Record<string, string>> } {
  const body = bodyOf(world, subject);
  delete body.sign;
  body.sign = signNotification(body, subject.account.secret);
  const { notifications = 'json' } = subject.account.config;
  const text = notifications === 'form' ? formText(world, body) : stringifyWire(body);
  return { body: whole(text), headers: HEADERS[notifications] };
}
