import { maskToken, type OperationId } from '../../simulator/index.ts';
import type { Payment, Verbs } from '../../suite/engine/index.ts';
import type { Bodies } from './bodies.ts';

const CREATE: readonly OperationId[] = ['invoice/create', 'invoice/hold'];
const STALE = 'tokenThatIsLongExpired000000000001';

const HOUR_MS = 3_600_000;

/** A token whose time is over since an hour ago; without a zone its end is in UTC+03:00. */
async function expiredToken(t: Verbs) {
  await t.runJobsNow();
  const now = t.claims('clock') ? await t.gatewayNow() : Date.now();
  return {
    token: STALE,
    status: 'active',
    expires_at: new Date(now + 2 * HOUR_MS).toISOString().slice(0, 19),
    account: '411111******1111',
    card_info: {},
  };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** The creates that carry a token, with the token masked. */
async function charges(t: Verbs, after: number) {
  const made = await t.calls({ operation: CREATE, after });
  return made.flatMap(({ request }) => {
    const token = request.fields?.payment_token;
    return isText(token) ? [{ token, shopOrderId: String(request.fields?.shop_order_id) }] : [];
  });
}

const saving = (t: Verbs, customer: string): Promise<Payment> => t.order({ customer, saveInstrument: true });

/** A paid order whose token the merchant has: it may take it from invoice/check, in a job of its own. */
async function savedAndPaid(t: Verbs, customer: string): Promise<Payment> {
  const payment = await saving(t, customer);
  await t.pay(payment);
  await t.settle();
  return payment;
}

/** The token that the gateway issued for a paid order, masked. */
async function issued(t: Verbs, payment: Payment): Promise<string> {
  const [invoice] = await t.gateway.invoices({ paymentId: payment.paymentId });
  return invoice?.token ?? t.inconclusive('The gateway issued no token: the order did not ask for one.');
}

/** The gateway has the charge whose answer was lost, and tells how it ended. */
async function lostIsHonoured(t: Verbs, asked: Awaited<ReturnType<Verbs['ask']>>): Promise<void> {
  const payment = await t.paymentOf(asked);
  if (payment === undefined) return;
  const result = await t.recordsLatePayment(payment);
  if (result.ok) return;
  t.late(
    `The answer to the charge of a stored instrument was lost, and its genuine notification of status 4 did not mark the order as paid: ${t.describeRefusal(result)}.`,
    { about: t.aboutPayment(payment) },
  );
}

async function tokenUsedFor(t: Verbs, payment: Payment, customer: string): Promise<string | undefined> {
  const since = await t.now();
  await t.ask({ customer, instrumentOf: payment });
  return (await charges(t, since))[0]?.token;
}

export const renewals: Bodies = {
  'token.expired': async (t) => {
    const customer = t.unique('customer');
    const payment = await saving(t, customer);
    const token = await expiredToken(t);
    const psData = JSON.stringify({ ps_payer_account: '411111******1111', payment_token: token });
    await t.gateway.setInvoiceStatus(payment.paymentId, {
      status: 4,
      overrides: { ps_data: psData, payment_token: token },
      notify: 'none',
    });
    const deliver = t.genuine(payment, {
      label: 'genuine, with a token that has expired',
      // The record shows the token as an object, which has no text that could be signed.
      set: { ps_data: psData, payment_token: undefined },
    });
    const result = await t.honours(payment, deliver);
    if (!result.ok)
      t.inconclusive(`The payment did not mark the order as paid: ${t.describeRefusal(result)}.`);
    const since = await t.now();
    await t.ask({ customer, instrumentOf: payment });
    await t.settle();
    if ((await charges(t, since)).some((made) => made.token === maskToken(STALE))) {
      t.fail(`A token was charged an hour after its expires_at, ${token.expires_at} in UTC+03:00.`, {
        about: t.aboutPayment(payment),
      });
    }
    // The control: a token that is still good is charged.
    const control = await savedAndPaid(t, customer);
    const good = await issued(t, control);
    if ((await tokenUsedFor(t, control, customer)) !== good)
      t.inconclusive('The merchant did not charge an unexpired token either.');
  },

  'token.of-payer': async (t) => {
    const [one, two] = [t.unique('customer'), t.unique('customer')];
    const first = await saving(t, one);
    const second = await saving(t, two);
    await t.pay(second);
    await t.pay(first);
    await t.settle();
    const tokens = [await issued(t, first), await issued(t, second)] as const;
    const about = [...t.aboutPayment(first), ...t.aboutPayment(second)];
    const used = [await tokenUsedFor(t, first, one), await tokenUsedFor(t, second, two)] as const;
    if (used.every((token) => token === undefined)) t.inconclusive('The merchant charged no token at all.');
    if (used[0] === tokens[1] || used[1] === tokens[0] || (used[0] !== undefined && used[0] === used[1])) {
      t.fail('Two payers have saved their instruments, and one was charged with the token of the other.', {
        about,
      });
    }
    const crossed = await tokenUsedFor(t, first, two);
    if (crossed !== undefined && crossed === tokens[0]) {
      t.fail(`An order of customer ${two} was charged with the token of customer ${one}.`, { about });
    }
  },

  'token.renewal-once': async (t) => {
    for (const lost of [false, true]) {
      // A customer may have one open order, so each renewal is another customer's.
      const customer = t.unique('customer');
      const payment = await savedAndPaid(t, customer);
      const wish = { customer, instrumentOf: payment, reference: t.unique('renewal') };
      const since = await t.now();
      if (lost) {
        await t.gateway.arm([
          { where: { operation: [...CREATE] }, effect: { kind: 'read-timeout', committed: true } },
        ]);
        await t.ask(wish);
      } else await Promise.all([t.ask(wish), t.ask(wish)]);
      const asked = await t.ask(wish);
      await t.settle();
      const made = await charges(t, since);
      if (made.length === 0) t.inconclusive('The merchant charged no token.');
      const ids = [...new Set(made.map(({ shopOrderId }) => shopOrderId))];
      if (ids.length > 1) {
        t.fail(
          `One renewal (${wish.reference}), ${lost ? 'whose create had no answer, was requested again' : 'requested twice at once and then again'}, became ${ids.length} charges: ${ids.join(', ')}.`,
          { about: [wish.reference, ...ids] },
        );
      }
      if (lost) await lostIsHonoured(t, asked);
    }
  },
};
