import type { Payment, Verbs } from '../../suite/engine/index.ts';
import type { Bodies } from './bodies.ts';
import { secondTry } from './new-tries.ts';
import { returnsEmptyHanded, returnsTo } from './return-pages.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Values that do not survive a wrong encoding. */
const TRICKY = {
  MD: 'a+b/c==&d=<e>"f"\'g\'\\h%20i',
  PaReq: 'eJxVUt1ugjAUvt9T+ABSyo9QUptM2TIT3czU3ZtSjkImBQsMeft1gmzrxUn/9/2c9qz5cQfj+OTuGQ==',
  TermUrl: 'https://shop.example/3ds?order=1&next="pay"&back=a+b',
} as const;

interface SentOn {
  readonly method: string;
  readonly url: string;
  readonly data: Readonly<Record<string, string>>;
}

/** Where the gateway's answer sends the payer, with those pairs of its data that this check put there. */
function instructionsIn(
  body: string | null | undefined,
  pairs: Readonly<Record<string, string>>,
): SentOn | undefined {
  const data: unknown = body === null || body === undefined ? undefined : JSON.parse(body).data;
  if (typeof data !== 'object' || data === null) return undefined;
  const { method, url } = data as { method?: unknown; url?: unknown };
  if (typeof method !== 'string' || typeof url !== 'string') return undefined;
  return { method, url, data: pairs };
}

/** For GET the pairs of a form become the query, so that an address with both is the same request. */
function sameAddress(found: string, wanted: string, isGet: boolean): boolean {
  if (found === wanted) return true;
  if (!isGet || !URL.canParse(found) || !URL.canParse(wanted)) return false;
  const [a, b] = [new URL(found), new URL(wanted)];
  const kept = [...b.searchParams].every(([name, value]) => a.searchParams.get(name) === value);
  return a.origin === b.origin && a.pathname === b.pathname && kept;
}

const wordsOf = (value: unknown): string => (value === undefined ? 'missing' : JSON.stringify(value));

/** What is wrong with the way in which the merchant sends the payer on. */
function deviations(redirect: NonNullable<Payment['order']['redirect']>, wanted: SentOn): string[] {
  const method = redirect.method ?? '';
  const url = redirect.url ?? '';
  const isGet = method.toUpperCase() === 'GET';
  const wrong: string[] = [];
  if (method.toUpperCase() !== wanted.method.toUpperCase())
    wrong.push(`the method is ${wordsOf(redirect.method)} instead of "${wanted.method}"`);
  if (!sameAddress(url, wanted.url, isGet)) wrong.push(`the url is "${url}" instead of "${wanted.url}"`);
  const data = typeof redirect.data === 'object' && redirect.data !== null ? redirect.data : {};
  const query = isGet && URL.canParse(url) ? new URL(url).searchParams : new URLSearchParams();
  for (const [name, value] of Object.entries(wanted.data)) {
    const found: unknown = Object.hasOwn(data, name)
      ? Reflect.get(data, name)
      : (query.get(name) ?? undefined);
    if (found !== value) wrong.push(`${name} is ${wordsOf(found)} instead of ${JSON.stringify(value)}`);
  }
  return wrong;
}

/** The answer to a create that came too late leaves an order without a redirect, too; such a merchant is not let off. */
async function hasPageOfItsOwn(t: Verbs, mode: 'single' | 'hold'): Promise<never> {
  await t.gateway.clearFaults();
  const { answer } = await t.ask({ mode });
  if (answer.kind === 'ok' && answer.value.redirect === null && answer.value.pay_url !== null) {
    return t.notApplicable('The merchant sends its payers to the gateway from a page of its own (pay_url).');
  }
  return t.inconclusive('The order has no redirect, and another order does not show that it never has one.');
}

async function sendsOn(
  t: Verbs,
  mode: 'single' | 'hold',
  method: string,
  data: Readonly<Record<string, string>>,
): Promise<void> {
  const operation = mode === 'hold' ? 'invoice/hold' : 'invoice/create';
  const { origin } = await t.gateway.health();
  await t.gateway.clearFaults();
  await t.gateway.arm([
    {
      where: { operation },
      effect: {
        kind: 'answer',
        set: {
          'data.data': data,
          'data.method': method,
          'data.url': `${origin}/pay/on?from=shop&step=1`,
          'data.hint': 'a field that nobody knows yet',
          'data.timeout': 900,
        },
      },
    },
  ]);
  const since = await t.now();
  const { answer, reference } = await t.ask({ mode });
  const [create] = await t.calls({ operation, after: since });
  if (answer.kind !== 'ok' || create === undefined)
    return t.inconclusive(`The order whose payer was to be redirected by ${method} could not be created.`);
  const order = answer.value;
  const about = [reference, order.shop_order_id];
  const wanted = instructionsIn(create.answer?.body, data);
  if (wanted === undefined) return t.inconclusive("The gateway's answer does not redirect the payer.");
  if (order.redirect === null) {
    if (order.pay_url !== null) return hasPageOfItsOwn(t, mode);
    return t.fail(
      `The gateway answered ${wanted.method} ${wanted.url}, and the order does not say where the payer has to go (${t.orderInWords(order)}).`,
      { about },
    );
  }
  const wrong = deviations(order.redirect, wanted);
  if (wrong.length > 0) {
    t.fail(
      `The answer of ${operation} redirects the payer by ${wanted.method}; in the redirect of the order ${wrong.join('; ')}.`,
      {
        about,
      },
    );
  }
}

/** The pay page of a new try, where it can be read, does not lead to the invoice of the first. */
async function showsTheNewAddress(
  t: Verbs,
  second: Payment,
  order: Payment['order'],
  wanted: string,
): Promise<void> {
  const old = second.order.redirect?.url;
  if (!t.claims('checkout') || !old) return;
  const page = await t.page(order.pay_url);
  if (page === undefined || !page.body.includes(old) || page.body.includes(wanted)) return;
  t.fail(
    `An order was rejected and retried: the gateway answered ${wanted}, and the pay page ${order.pay_url} leads to ${old}, where nothing can be paid any more.`,
    { about: t.aboutPayment(second) },
  );
}

/** A new try is paid at an address of its own; that of the rejected one leads nowhere any more. */
async function sendsOnAgain(t: Verbs): Promise<void> {
  const second = await secondTry(t);
  if (second === undefined) return;
  const { shopOrderId } = second;
  const [create] = await t.calls({ operation: 'invoice/create', fields: { shop_order_id: shopOrderId } });
  const wanted = instructionsIn(create?.answer?.body, {});
  if (wanted === undefined || create?.answer?.result !== true) return;
  const leadsThere = ({ redirect, pay_url: page }: Payment['order']): boolean =>
    redirect === null ? page !== null : deviations(redirect, wanted).length === 0;
  const { met, order } = await t.becomes(second, leadsThere);
  if (met) return showsTheNewAddress(t, second, order, wanted.url);
  t.late(
    `An order was rejected and retried: the gateway answered ${wanted.method} ${wanted.url}, and the order sends the payer to ${wordsOf(order.redirect?.url)}.`,
    { about: t.aboutPayment(second) },
  );
}

/** What somebody could say of this payment to the page to which he comes back. */
const claiming = (outcome: 'success' | 'failure', payment: Payment): Readonly<Record<string, string>> => ({
  status: outcome === 'success' ? 'success' : 'failed',
  result: String(outcome === 'success'),
  paid: outcome === 'success' ? '1' : '0',
  payment_status: outcome === 'success' ? '4' : '6',
  amount: payment.amount,
  shop_order_id: payment.shopOrderId,
  payment_id: String(payment.paymentId),
  sign: '0'.repeat(64),
});

function inQuery(page: string, claims: Readonly<Record<string, string>>): string {
  const url = new URL(page);
  for (const [name, value] of Object.entries(claims)) url.searchParams.set(name, value);
  return url.href;
}

const decidedCalls = (t: Verbs, payment: Payment, after = 0) =>
  t.calls({
    operation: ['invoice/charge', 'invoice/unhold'],
    fields: { invoice_id: payment.paymentId },
    after,
  });

/** An order that was cancelled while the payer was on the way, and whose funds are held all the same. */
async function heldAfterAll(t: Verbs): Promise<Payment[]> {
  if (!t.claims('order.cancel')) return [];
  const payment = await t.order({ mode: 'hold' });
  const cancelled = await t.driver.cancel(payment.orderId);
  if (cancelled.kind !== 'ok') return [];
  await t.report(payment, 8);
  await t.settle();
  return [payment];
}

/** An order whose funds are held, as the merchant knows by its own question alone; none where it asks no such. */
async function heldByAsking(t: Verbs): Promise<Payment[]> {
  const payment = await t.order({ mode: 'hold' });
  await t.setTruth(payment, 8);
  await t.advance(t.slot.config.tempo.recoverMs);
  return (await t.look(payment)).state === 'held' ? [payment] : [];
}

/** Holds that were to be charged, in vain: one charge was lost on its way, and one was refused. */
async function heldAfterCharge(t: Verbs): Promise<Payment[]> {
  if (!t.claims('hold')) return [];
  const made: Payment[] = [];
  for (const effect of [
    { kind: 'reset', committed: false },
    { kind: 'error', code: 57 },
  ] as const) {
    const payment = await t.held();
    await t.gateway.arm([{ where: { operation: 'invoice/charge', paymentId: payment.paymentId }, effect }]);
    await t.driver.charge(payment.orderId);
    await t.gateway.clearFaults();
    made.push(payment);
  }
  return made;
}

/** A hold that is to be released by its age, and whose first release is lost on its way. */
async function releasedInVain(t: Verbs): Promise<Payment> {
  const payment = await t.order({ mode: 'hold' });
  const { paymentId } = payment;
  await t.gateway.arm(
    [{ where: { operation: 'invoice/unhold', paymentId }, effect: { kind: 'reset', committed: false } }],
    { unless: 'the merchant charges its old holds' },
  );
  await t.hold(payment);
  return payment;
}

/** Whether a hold was charged or released; a charge that came to nothing decides nothing. */
async function isDecided(t: Verbs, payment: Payment, byTruth = false): Promise<boolean> {
  if (!byTruth) return (await decidedCalls(t, payment)).length > 0;
  const { status, chargeRequested, unholdRequested } = await t.gateway.invoice(payment.paymentId);
  return status !== 8 || chargeRequested || unholdRequested;
}

/** A release that did not arrive is sent again: in the next run of a job, or a day later. */
async function mustReleaseAgain(t: Verbs, payment: Payment): Promise<void> {
  for (let step = 0; step < 4; step++) {
    if ((await decidedCalls(t, payment)).length > 1 || (await isDecided(t, payment, true))) return;
    await t.advance(DAY_MS / 4);
  }
  const order = await t.look(payment);
  if (order.state === 'review') return;
  t.late(
    `The request to release an old hold was lost on its way, and invoice/unhold was not called again: the order is ${t.orderInWords(order)}, and the payer’s money stays blocked.`,
    { about: t.aboutPayment(payment) },
  );
}

export const payer: Bodies = {
  'invoice.paid-only-after-return': async (t) => {
    const plain = await t.order();
    const forged = await t.order();
    const posted = await t.order();
    const seen = [];
    const visit = async (url: string, form?: Readonly<Record<string, string>>): Promise<void> => {
      const page = await t.page(url, {}, form);
      if (page !== undefined && page.status < 500) seen.push(page);
    };
    const visits = returnsTo(t, plain);
    for (const url of visits) await visit(url);
    for (const url of returnsTo(t, forged)) await visit(inQuery(url, claiming('success', forged)));
    // Some pages spell the outcome as the gateway spells its status.
    for (const url of returnsTo(t, forged)) await visit(inQuery(url, { status: '4' }));
    for (const url of returnsTo(t, posted)) await visit(url, claiming('success', posted));
    if (seen.length === 0)
      t.inconclusive(
        'No page to which the payer returns could be fetched (success_url of the request, successUrl of the configuration, status_url of the order).',
      );
    const [paid] = await t.paidAmong([plain, forged, posted]);
    if (paid !== undefined) {
      const [payment, order] = paid;
      const claim = new Map([
        [forged, ' with a query that claims success'],
        [posted, ' with a form that claims success'],
      ]);
      t.fail(
        `Nobody has paid; a visit to the return page${claim.get(payment) ?? ''} turned the order into ${t.orderInWords(order)}.`,
        { about: [...t.aboutPayment(payment), ...visits] },
      );
    }
    await t.stillHonours([plain, forged, posted]);
    // Whoever comes back empty-handed may have paid all the same, or may yet: the gateway decides.
    const denied = await t.order();
    for (const url of returnsTo(t, denied)) await visit(inQuery(url, claiming('failure', denied)));
    for (const url of returnsEmptyHanded(t, denied)) await visit(url);
    const result = await t.recordsLatePayment(denied);
    if (result.ok) return;
    t.late(
      `After a visit to the return page with a query that claims a failure, and to the failure page, the merchant has no record of a genuine payment: ${t.describeRefusal(result)}.`,
      { about: t.aboutPayment(denied) },
    );
  },

  'redirect.create': async (t) => {
    await sendsOn(t, 'single', 'GET', { session_id: TRICKY.MD, lang: 'ru' });
    await sendsOn(t, 'single', 'POST', {
      ticket: TRICKY.PaReq,
      return: TRICKY.TermUrl,
      // Empty values and zeros are values, too.
      note: '',
      attempt: '0',
    });
    await t.gateway.clearFaults();
    await sendsOnAgain(t);
  },

  'redirect.hold': async (t) => {
    await sendsOn(t, 'hold', 'POST', TRICKY);
    await sendsOn(t, 'hold', 'GET', TRICKY);
  },

  'hold.deadline': async (t) => {
    const asked = await heldByAsking(t);
    const payment = await t.held();
    const about = t.aboutPayment(payment);
    const older = await t.order({ mode: 'hold' });
    const early = [];
    for (const status of [2, 3]) early.push([status, await t.genuineBody(older, status)] as const);
    await t.hold(older);
    for (const [status, set] of early) {
      await t.send(older, { label: `a late delivery of status ${status}`, status, set });
    }
    const unlucky = await heldAfterCharge(t);
    const inVain = await releasedInVain(t);
    const waiting = [payment, older, inVain, ...asked, ...(await heldAfterAll(t)), ...unlucky];
    // What only a timer in memory would decide is lost now.
    if (t.claims('restart') && t.slot.process !== null) await t.restart();
    const undecided = async (): Promise<Payment[]> => {
      const open: Payment[] = [];
      for (const each of waiting) if (!(await isDecided(t, each, unlucky.includes(each)))) open.push(each);
      return open;
    };
    await t.advance(DAY_MS, DAY_MS / 2);
    if (!(await isDecided(t, older))) await t.repeatNews(older, { status: 8 });
    await t.advance(3 * DAY_MS, DAY_MS / 2);
    for (let hour = 0; hour < 23; hour++) {
      if ((await undecided()).length === 0) break;
      await t.advance(HOUR_MS);
    }
    if ((await undecided()).length > 0) await t.advance(HOUR_MS - 60_000, HOUR_MS / 6);
    const kept = await undecided();
    // The rules about holds judge by the whole of the five days.
    if (kept.length > 0) await t.advance(2 * 60_000);
    for (const each of kept) {
      const order = await t.look(each);
      const which =
        each === payment
          ? 'the hold'
          : each === older
            ? 'a hold after which notifications of status 2 and 3 came late, and that of status 8 again a day later'
            : asked.includes(each)
              ? 'a hold that was found by invoice/check'
              : unlucky.includes(each)
                ? 'a hold whose charge did not reach the gateway, or was refused'
                : 'a hold whose order was cancelled before the payer came';
      if (order.state !== 'review') {
        t.late(
          `Five days have passed; the merchant has neither charged nor released ${which}, and the order is ${t.orderInWords(order)}: the payer’s money stays blocked and will be lost.`,
          { about: t.aboutPayment(each) },
        );
      }
      t.warn(`Five days have passed, and the merchant leaves ${which} to a person (review).`);
    }
    await mustReleaseAgain(t, inVain);
    const decided = await decidedCalls(t, payment);
    await t.advance(2 * HOUR_MS);
    if (decided.some(({ request }) => request.operation === 'invoice/charge')) return;
    const since = await t.now();
    if (!t.claims('hold.auto')) await t.driver.charge(payment.orderId);
    await t.settle();
    const late = (await decidedCalls(t, payment, since)).filter(
      ({ request }) => request.operation === 'invoice/charge',
    );
    if (late.length > 0) {
      t.fail('The hold was released or is older than five days, and invoice/charge was called for it.', {
        about,
      });
    }
    const order = await t.look(payment);
    if (t.isPaid(order))
      t.fail(`The hold was not charged, and the order is ${t.orderInWords(order)}.`, { about });
  },
};
