import { changeOf, rowsOf } from '../../messages/index.ts';
import {
  type DeliveryReply,
  isWireObject,
  parseForm,
  parseWire,
  stringifyWire,
  type Verdict,
  type WireObject,
  type WireValue,
} from '../../simulator/index.ts';
import { type Craft, formText, type Payment, type Verbs } from '../../suite/engine/index.ts';

/** A notification that the gateway never sent. */
export interface Forgery extends Omit<Craft, 'genuine'> {
  /** What happens to its order before it is sent; what this gives replaces parts of it. */
  readonly first?: (payment: Payment) => Promise<Partial<Craft>>;
}

/** The messages of a group of the table (`messages/`), as they are sent to this merchant; a whole id gives its one. */
export function messagesOf(t: Verbs, group: string): readonly Forgery[] {
  const { profile } = t.slot.config;
  const shop = { shopId: t.slot.shop.id, secret: t.slot.shop.secret };
  return rowsOf(group)
    .filter(({ format }) => format === undefined || profile.notifications === format)
    .map((row) => ({ label: row.says, verdict: row.verdict, ...changeOf(row, shop) }))
    .filter(({ secret }) => secret !== shop.secret);
}

/** A body in the other of the two formats: a form where the profile has JSON, and the other way round. */
export const inOtherFormat = (t: Verbs): Pick<Craft, 'headers' | 'encode'> => {
  const form = t.slot.config.profile.notifications === 'form';
  return {
    headers: { 'content-type': form ? 'application/json' : 'application/x-www-form-urlencoded' },
    encode: (_text, sent) => (form ? stringifyWire(sent) : formText(sent)),
  };
};

/** The body of a notification that the gateway sent. */
export function bodyOf(t: Verbs, told: { readonly body: string } | undefined): WireObject {
  const bytes = new TextEncoder().encode(told?.body ?? '');
  const parsed = t.slot.config.profile.notifications === 'form' ? parseForm(bytes) : parseWire(bytes);
  if (!parsed.ok) return t.inconclusive(`The gateway's own notification cannot be read: ${parsed.reason}.`);
  return isWireObject(parsed.value)
    ? parsed.value
    : t.inconclusive("The gateway's own notification is no JSON object.");
}

async function sendAll(t: Verbs, forgeries: readonly Forgery[]): Promise<readonly Payment[]> {
  const payments = await t.orders(forgeries.length);
  const labels = new Map<number, string>();
  for (const [index, forgery] of forgeries.entries()) {
    const payment = payments[index];
    if (payment === undefined) continue;
    labels.set(payment.paymentId, forgery.label);
    const { first, ...craft } = forgery;
    await t.send(payment, { verdict: 'reject', ...craft, ...(await first?.(payment)) });
  }
  const paid = await t.paidAmong(payments);
  const first = paid[0];
  if (first !== undefined) {
    const [payment, order] = first;
    const which = paid.map(([each]) => labels.get(each.paymentId)).join('; ');
    t.fail(
      `A notification that the gateway never sent was accepted (${which}): the order is ${t.orderInWords(order)}.`,
      { about: t.aboutPayment(payment) },
    );
  }
  return payments;
}

/** Sends each forgery for an order of its own; none may be paid, and then all genuine ones must be. */
export async function allRefused(t: Verbs, forgeries: readonly Forgery[]): Promise<void> {
  await t.stillHonours(await sendAll(t, forgeries));
}

/**
 * Sends each forgery, whose signature is valid, for an order of its own; none may be paid. Review is as good
 * after that, so a plain payment of another order is the control.
 */
export async function allDistrusted(t: Verbs, forgeries: readonly Forgery[]): Promise<void> {
  await sendAll(t, forgeries);
  await t.pay(await t.order());
}

/** Fields of a notification; undefined leaves one out. */
type Fields = Readonly<Record<string, WireValue | undefined>>;

/** Something about a genuine notification that trips careless verification. */
export interface Property {
  readonly name: string;
  readonly fields: Fields;
  readonly without: Fields;
  readonly description?: string;
  readonly encode?: Craft['encode'];
  /** `either` where the specification does not say that it must be tolerated. */
  readonly verdict?: Verdict;
}

/** What was honoured has to be answered OK as well, if a plain notification is. */
export async function mustAccept(
  t: Verbs,
  payment: Payment,
  name: string,
  replies: readonly DeliveryReply[],
  send: () => Promise<DeliveryReply>,
): Promise<void> {
  const last = replies.at(-1) ?? (await send());
  const reply = await t.acceptedReply(last, send);
  if (t.isAccepted(reply)) return;
  const control = await t.order();
  const plain = await t.acceptedReply(await t.report(control, 4), () => t.report(control, 4));
  if (!t.isAccepted(plain)) return;
  t.late(
    `A genuine notification (${name}) marked the order as paid and was answered ${t.describeReply(reply)}, one without it was answered OK: the gateway keeps repeating it.`,
    { about: t.aboutPayment(payment) },
  );
}

/** A genuine notification, sent for an order of its own. */
export type Telling = () => Promise<{
  readonly payment: Payment;
  readonly send: () => Promise<DeliveryReply>;
}>;

/** How often over the merchant is waited for that was late the first time. */
const PATIENCE = 4;

/**
 * Remarks on a genuine notification that is answered OK and not taken up, so that only a later job finds the payment,
 * when a plain one is taken up at once. The end is right, and the notification was not understood all the same.
 */
export async function remarkWhenHealed(t: Verbs, name: string, plain: Telling, told: Telling): Promise<void> {
  const control = await plain();
  const usual = await t.honours(control.payment, control.send);
  if (!usual.ok || usual.byJobs) return;
  const again = await told();
  await again.send();
  const seen = await t.becomes(again.payment, t.isPaidOnce, PATIENCE * t.stage.settleMs);
  if (seen.met) return;
  // Nothing stays open: the jobs find this one, too.
  await t.settle();
  await t.becomes(again.payment, t.isPaidOnce);
  t.warn(
    `A genuine notification (${name}) was answered OK and did not mark the order as paid: only a later job found the payment. One without it did so at once, so the signature is probably verified wrongly.`,
  );
}

/**
 * A genuine notification with the property must be honoured. When it is not, the same one without the property
 * is sent for another order: only if that is honoured was the property the cause.
 */
export async function toleratesProperty(t: Verbs, property: Property): Promise<void> {
  const { name, fields, without, description, encode, verdict } = property;
  // A shop may refuse such a description; the fields of the notification carry the property all the same.
  const described = description === undefined ? undefined : await t.paymentOf(await t.ask({ description }));
  const payment = described ?? (await t.order());
  const craft = {
    label: `genuine, ${name}`,
    set: fields,
    ...(encode === undefined ? {} : { encode }),
    ...(verdict === undefined ? {} : { verdict }),
  };
  const plainCraft = { label: 'genuine, without that', set: without };
  const send = t.genuine(payment, craft);
  const result = await t.honours(payment, send);
  const telling =
    (sent: Omit<Craft, 'genuine'>, wish = {}): Telling =>
    async () => {
      const fresh = (await t.paymentOf(await t.ask(wish))) ?? (await t.order());
      return { payment: fresh, send: t.genuine(fresh, sent) };
    };
  if (result.byJobs) {
    const wish = description === undefined ? {} : { description };
    await remarkWhenHealed(t, name, telling(plainCraft), telling(craft, wish));
  }
  if (result.ok) return mustAccept(t, payment, name, result.replies, send);
  const control = await t.order();
  const plain = await t.honours(control, t.genuine(control, plainCraft));
  if (!plain.ok) {
    t.inconclusive(
      `Not even a notification without it marked the order as paid: ${t.describeRefusal(plain)}.`,
    );
  }
  t.late(
    `A genuine notification (${name}) did not mark the order as paid, one without it did: ${t.describeRefusal(result)}.`,
    { about: t.aboutPayment(payment) },
  );
}
