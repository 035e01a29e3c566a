import { rowOf, rowsOf } from '../../messages/index.ts';
import type { DeliveryReply } from '../../simulator/index.ts';
import type { Craft, Payment, Verbs } from '../../suite/engine/index.ts';

/** A notification that must not be acted on. */
export interface Forgery extends Omit<Craft, 'genuine'> {
  /** What happens to its order before it is sent; what this gives replaces parts of it. */
  readonly first?: (payment: Payment) => Promise<Partial<Craft>>;
}

/** Before it the order is told of in a genuine notification of status 2, so that its payment_id is known. */
export const afterStatus2 =
  (t: Verbs): NonNullable<Forgery['first']> =>
  async (payment) => {
    await t.report(payment, 2);
    await t.settle();
    return {};
  };

export const isForm = (t: Verbs): boolean => t.slot.config.profile.notifications === 'form';

export function formOnly(t: Verbs): void {
  if (!isForm(t)) t.notApplicable('The profile has notifications in JSON (profile.notifications).');
}

/** The rows of these groups of the table (`messages/`) that can be written as this merchant reads notifications. */
export const messagesOf = (t: Verbs, ...groups: readonly string[]): readonly Forgery[] =>
  groups
    .flatMap(rowsOf)
    .filter(
      ({ format = t.slot.config.profile.notifications }) => format === t.slot.config.profile.notifications,
    )
    .map(({ id }) => ({ rows: [id] }));

/** The groups of messages that are correctly signed, and contradict themselves or the invoice. */
const CONTRADICTIONS: ReadonlySet<string> = new Set(['content', 'type']);

/**
 * Sends each of these rows of the table, or groups of them, for a separate order; the rules say whether one is paid by
 * it. Then all of them must be paid by genuine ones. After a correctly signed contradiction review is as good, so a
 * plain payment of another order is the control.
 */
export async function allRefused(t: Verbs, ...messages: readonly (string | Forgery)[]): Promise<void> {
  const forgeries = messages.flatMap((each) => (typeof each === 'string' ? messagesOf(t, each) : [each]));
  const payments = await t.orders(forgeries.length);
  for (const [index, { first, ...craft }] of forgeries.entries()) {
    const payment = payments[index];
    if (payment !== undefined) await t.send(payment, { ...craft, ...(await first?.(payment)) });
  }
  await t.paidAmong(payments);
  const contradicts = forgeries.some(({ rows = [] }) =>
    rows.some((id) => CONTRADICTIONS.has(rowOf(id).group)),
  );
  if (contradicts) await t.pay(await t.order());
  else await t.stillHonours(payments);
}

/** What a genuine notification is like, beside what its row says. */
export interface Manner {
  /** What the plain one is like to which it is compared. */
  readonly without?: Craft['set'];
  readonly description?: string;
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
 * A genuine notification that is changed by these rows must be honoured. When it is not, a plain one is sent for another
 * order: only if that is honoured was the change the cause.
 */
export async function toleratesRows(
  t: Verbs,
  rows: readonly string[],
  { without = {}, description }: Manner = {},
): Promise<void> {
  const name = rows.map((id) => rowOf(id).says).join(', ');
  // A shop may refuse such a description; the fields of the notification carry the property all the same.
  const described = description === undefined ? undefined : await t.paymentOf(await t.ask({ description }));
  const payment = described ?? (await t.order());
  const craft = { label: `genuine, ${name}`, rows };
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

/** The same for every row of these groups, one after the other. */
export async function tolerates(t: Verbs, ...groups: readonly string[]): Promise<void> {
  for (const { rows = [] } of messagesOf(t, ...groups)) await toleratesRows(t, rows);
}
