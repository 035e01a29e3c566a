import { rowOf } from '../../messages/index.ts';
import type { WireObject } from '../../simulator/index.ts';
import type { Payment, Verbs } from '../../suite/engine/index.ts';

/** A text of the merchant, and where it was seen. */
export interface Seen {
  readonly where: string;
  readonly text: string;
}

const SHORTEST = 8;

export function secretOf(t: Verbs): string {
  const { secret } = t.slot.shop;
  if (secret.length < SHORTEST) {
    t.notApplicable(
      `The secret of the shop has fewer than ${SHORTEST} characters, so that it could occur by chance.`,
    );
  }
  return secret;
}

export async function pagesOf(t: Verbs, payment: Pick<Payment, 'orderId' | 'reference'>): Promise<Seen[]> {
  if (!t.claims('checkout')) return [];
  const order = await t.look(payment);
  const seen: Seen[] = [];
  for (const url of [order.pay_url, order.status_url]) {
    const page = await t.page(url);
    if (page !== undefined)
      seen.push({ where: `the page ${page.url}`, text: `${page.headers}\n\n${page.body}` });
  }
  return seen;
}

export async function aroundPayments(t: Verbs): Promise<Seen[]> {
  const payment = await t.order(t.claims('invoice') ? {} : { mode: 'hold' });
  const seen: Seen[] = [{ where: 'the answer of POST /orders', text: JSON.stringify(payment.order) }];
  seen.push(...(await pagesOf(t, payment)));
  const forged = await t.send(payment, { rows: ['sign.wrong.last-digit'] });
  const plain = await t.report(payment, t.claims('invoice') ? 4 : 8);
  for (const [what, reply] of [
    ['a forged notification', forged],
    ['a genuine notification', plain],
  ] as const) {
    seen.push({ where: `the reply to ${what}`, text: `${JSON.stringify(reply.headers)}\n${reply.body}` });
  }
  seen.push({ where: 'the order', text: JSON.stringify(await t.look(payment)) });
  seen.push(...(await pagesOf(t, payment)));
  return seen;
}

const FORGERIES: readonly (readonly string[])[] = [
  ['sign.wrong.last-digit'],
  ['sign.wrong.last-digit', 'type.other.refund'],
  ['hostile.body.half'],
  ['sign.malformed.absent'],
  ['sign.type.list'],
];

/** A reply of the merchant with its headers, and what it replies to. */
interface Replied {
  readonly text: string;
  readonly body: WireObject;
}

/** What the reply to a notification that cannot be believed gives away; undefined for nothing. */
export async function repliesToForgeries(
  t: Verbs,
  givesAway: (replied: Replied) => string | undefined,
): Promise<void> {
  const payment = await t.order();
  const body = await t.genuineBody(payment, 4);
  for (const rows of FORGERIES) {
    const reply = await t.send(payment, { body, rows });
    const found = givesAway({ text: `${JSON.stringify(reply.headers)}\n${reply.body}`, body });
    if (found === undefined) continue;
    t.fail(`The reply to a notification ${rows.map((id) => rowOf(id).says).join(', ')} ${found}.`, {
      about: t.aboutPayment(payment),
    });
  }
}
