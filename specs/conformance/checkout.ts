import type { Frame, Page } from '@playwright/test';
import type { Payment, Verbs } from '../../suite/engine/index.ts';
import type { Bodies } from './bodies.ts';
import { takesHolds } from './ways-in.ts';

/** Where the gateway's answer sends the payer. */
interface Target {
  readonly method: string;
  readonly url: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** How the payer's browser arrived there. */
interface Arrival {
  readonly method: string;
  readonly url: string;
  readonly fields: URLSearchParams;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The redirect as the gateway answered it, read from the wire and not from the merchant. */
async function targetOf(t: Verbs, payment: Payment): Promise<Target> {
  const calls = await t.calls({
    operation: ['invoice/create', 'invoice/hold'],
    fields: { shop_order_id: payment.shopOrderId },
  });
  const body: unknown = JSON.parse(calls.at(-1)?.answer?.body ?? 'null');
  const data = isRecord(body) ? body.data : undefined;
  if (!isRecord(data) || typeof data.method !== 'string' || typeof data.url !== 'string') {
    return t.inconclusive(`The gateway's answer has no redirect for order ${payment.reference}.`);
  }
  return { method: data.method, url: data.url, data: isRecord(data.data) ? data.data : {} };
}

/** For how long a page may take to lead the payer on, and how many buttons it may want pressed on the way. */
const GOING_ON_MS = 10_000;
const MOST_PAGES = 4;

/**
 * Opens the pay page and goes on as a payer does: presses the pay button, on a further page once more, or waits for a
 * page that goes on by itself. Gives how often it pressed until he was there, or it was given up.
 */
async function goOn(t: Verbs, page: Page, payment: Payment, isThere: () => boolean): Promise<number> {
  const pay = t.slot.config.merchant.checkout?.pay;
  let pages = 0;
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) pages += 1;
  });
  await t.show(page, payment.order.pay_url);
  let pressed = 0;
  let pressedOn = 0;
  for (const until = performance.now() + GOING_ON_MS; performance.now() < until; await t.pause(20)) {
    if (isThere()) break;
    if (!pay || pressedOn === pages || pressed === MOST_PAGES) continue;
    const button = page.locator(pay).first();
    if (!(await button.isVisible().catch(() => false))) continue;
    const on = pages;
    // A page that goes on by itself may take the button away.
    const isPressed = await button.click({ timeout: 1_000 }).then(
      () => true,
      () => false,
    );
    if (!isPressed) continue;
    pressedOn = on;
    pressed += 1;
  }
  return pressed;
}

/** The payer did not get to the payment system although no button was left to press: nothing is known of it. */
function nothingToPress(t: Verbs, page: Page): never {
  const pay = t.slot.config.merchant.checkout?.pay;
  if (!pay) {
    return t.inconclusive(
      'The pay page does not redirect by itself, and the configuration does not name the pay button: set merchant.checkout.pay.',
    );
  }
  return t.inconclusive(`"${pay}" could not be pressed on ${page.url()}.`);
}

/** Follows the payer to the gateway, where the request is recorded and not carried out. */
async function arrival(t: Verbs, page: Page, payment: Payment, target: Target): Promise<Arrival> {
  const { origin } = new URL(target.url);
  const isGateways = (url: string): boolean => new URL(url).origin === origin;
  const seen: Arrival[] = [];
  // The payer may come in a window or a frame of its own, or by a redirect, which no route sees.
  page.context().on('request', (request) => {
    if (!request.isNavigationRequest() || !isGateways(request.url())) return;
    const type = request.headers()['content-type'] ?? '';
    if (type.startsWith('multipart/')) return;
    const sent = request.method() === 'GET' ? new URL(request.url()).search : (request.postData() ?? '');
    seen.push({ method: request.method(), url: request.url(), fields: new URLSearchParams(sent) });
  });
  await page.context().route(
    ({ href }) => isGateways(href),
    (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<p>arrived</p>' }),
  );
  const pressed = await goOn(t, page, payment, () => seen.length > 0);
  const [first] = seen;
  if (first !== undefined) return first;
  return pressed === 0 ? nothingToPress(t, page) : t.fail(`The pay button did not lead to ${origin}.`);
}

async function arrivesWhole(t: Verbs, page: Page, payment: Payment): Promise<void> {
  const target = await targetOf(t, payment);
  const came = await arrival(t, page, payment, target);
  const about = { about: t.aboutPayment(payment) };
  if (came.method !== target.method.toUpperCase()) {
    t.fail(`The browser arrived with ${came.method}; the gateway's answer says ${target.method}.`, about);
  }
  const [wanted, got] = [new URL(target.url), new URL(came.url)];
  if (wanted.pathname !== got.pathname) {
    t.fail(`The browser arrived at ${got.pathname}; the gateway's answer says ${wanted.pathname}.`, about);
  }
  // For GET the fields of a form become the query, and those of the address have to be among them.
  const given = came.method === 'GET' ? came.fields : got.searchParams;
  for (const [name, value] of wanted.searchParams) {
    if (given.getAll(name).includes(value)) continue;
    t.fail(
      `The query of the address is ${got.search || 'missing'}; the gateway's answer says ${wanted.search}.`,
      about,
    );
  }
  for (const [name, value] of Object.entries(target.data)) {
    const values = came.fields.getAll(name);
    if (values.length === 1 && values[0] === String(value)) continue;
    t.fail(
      values.length === 0
        ? `The key ${JSON.stringify(name)} of data did not arrive.`
        : `The key ${JSON.stringify(name)} arrived as ${JSON.stringify(values)}; the gateway's answer says ${JSON.stringify(value)}.`,
      about,
    );
  }
}

/** The payer has begun in this window: a shop may show how an order stands to nobody else. */
async function startsHere(t: Verbs, page: Page, { pay_url: url }: Payment['order']): Promise<void> {
  if (url) await t.show(page, url);
}

/** The addresses to which the payer may come back. */
function returnAddresses(t: Verbs, payment: Payment): string[] {
  const { successUrl } = payment.invoice;
  const known = [successUrl ?? t.slot.merchant.successUrl, payment.order.status_url];
  return [...new Set(known.filter((url): url is string => Boolean(url)))];
}

/** Visits return addresses of an unpaid order: neither the page nor the ledger may say paid. */
async function returnsUnpaid(t: Verbs, queries: readonly string[]): Promise<void> {
  const paid = t.slot.config.merchant.checkout?.paid;
  const payment = await t.order();
  const page = await t.browser();
  const about = { about: t.aboutPayment(payment) };
  await startsHere(t, page, payment.order);
  for (const address of returnAddresses(t, payment)) {
    for (const query of queries) {
      const url = `${address}${query === '' ? '' : address.includes('?') ? '&' : '?'}${query}`;
      await t.show(page, url);
      if (await t.shows(page, paid)) t.fail(`${url} shows an unpaid order as paid.`, about);
      const order = await t.look(payment);
      if (t.isPaid(order))
        t.fail(`After a visit to ${url} the unpaid order is ${t.orderInWords(order)}.`, about);
    }
  }
  await t.pay(payment);
  if (!(await t.comesToShow(page, payment.order.status_url, paid))) {
    t.late(`The status page never showed the paid order as paid ("${paid}").`, about);
  }
}

/** Goes on to the gateway's own payment page, in whatever window or frame it is shown. */
async function toGateway(t: Verbs, page: Page, payment: Payment, target: Target): Promise<Frame> {
  const { origin } = new URL(target.url);
  const windows = [page];
  page.on('popup', (opened) => windows.push(opened));
  const shown = (): Frame | undefined =>
    windows
      .flatMap((window) => window.frames())
      .find((frame) => URL.canParse(frame.url()) && new URL(frame.url()).origin === origin);
  const pressed = await goOn(t, page, payment, () => shown() !== undefined);
  return (
    shown() ??
    (pressed === 0
      ? nothingToPress(t, page)
      : t.inconclusive(`The payer did not reach the payment page: the window shows ${page.url()}.`))
  );
}

async function payAtGateway(t: Verbs, frame: Frame): Promise<void> {
  await frame
    .locator('button[value="pay"]')
    .click()
    .catch((error: unknown) => t.unusable('The payment page could not be used', error));
}

/** How many invoices of this check the payer has paid. */
async function paidInvoices(t: Verbs): Promise<number> {
  const created = await t.calls({ operation: 'invoice/create' });
  const ids = new Set(created.flatMap(({ answer }) => answer?.paymentId ?? []));
  let paid = 0;
  for (const id of ids) if ((await t.gateway.invoice(id)).status === 4) paid += 1;
  return paid;
}

/** Everything that a browser was sent, asked for or stored, with the place where it was seen. */
async function looseEnds(page: Page, seen: Map<string, string>): Promise<void> {
  // Item by item: a stored "key" or "length" does not show among the properties of a storage.
  const stored = (): string => {
    const items: (string | null)[] = [document.cookie];
    for (const store of [localStorage, sessionStorage]) {
      for (let index = 0; index < store.length; index += 1) {
        const name = store.key(index) ?? '';
        items.push(name, store.getItem(name));
      }
    }
    return items.join('\n');
  };
  // A page that goes on by itself may do so in the middle of the question.
  const read = (question: () => Promise<string>): Promise<string> =>
    question().catch(async () => {
      await page.waitForLoadState();
      return question();
    });
  const storage = await read(() => page.evaluate(stored));
  seen.set(`storage of ${page.url()}`, storage);
  seen.set(`cookies at ${page.url()}`, JSON.stringify(await page.context().cookies()));
  seen.set(`document at ${page.url()}`, await read(() => page.content()));
}

const strange = `+/= "quotes" & 'apostrophes' <b>&amp;</b> ключ 😀`;

export const checkout: Bodies = {
  'checkout.form': async (t) => {
    const plain = t.claims('invoice') ? 'single' : 'hold';
    await arrivesWhole(t, await t.browser(), await t.order({ mode: plain }));
    const { origin } = await t.gateway.health();
    const url = `${origin}/pay/on?from=shop&step=1`;
    for (const [method, mode] of [
      ['GET', plain],
      ['POST', takesHolds(t) ? 'hold' : plain],
    ] as const) {
      await t.gateway.arm([
        {
          where: { operation: ['invoice/create', 'invoice/hold'] },
          effect: { kind: 'answer', set: { 'data.method': method, 'data.url': url } },
        },
      ]);
      const payment = await t.order({ mode });
      await t.gateway.clearFaults();
      await arrivesWhole(t, await t.browser(), payment);
    }
  },

  'checkout.encoding': async (t) => {
    await t.gateway.arm([
      {
        where: { operation: 'invoice/hold' },
        effect: { kind: 'answer', set: { 'data.data.PaReq': strange } },
      },
    ]);
    const payment = await t.order({ mode: 'hold' });
    await arrivesWhole(t, await t.browser({ locale: 'ru-RU' }), payment);
  },

  'checkout.return': (t) => returnsUnpaid(t, ['']),

  'checkout.forged-return': (t) =>
    returnsUnpaid(t, [
      'status=success',
      'status=4&result=true&error_code=0',
      'state=paid&success=1&payment_status=paid',
    ]),

  'checkout.failure': async (t) => {
    const { checkout: shown } = t.slot.config.merchant;
    await t.gateway.arm([
      {
        where: { operation: ['invoice/create', 'invoice/try'] },
        times: null,
        effect: { kind: 'error', code: 1 },
      },
    ]);
    const { answer } = await t.ask();
    if (answer.kind === 'refused') return t.notApplicable('The shop refuses such an order at once.');
    if (answer.kind === 'unknown')
      return t.inconclusive(`POST /orders had no known outcome (${answer.reason}).`);
    const page = await t.browser();
    await startsHere(t, page, answer.value);
    const { status_url: url } = answer.value;
    if (await t.comesToShow(page, url, shown?.failed)) return;
    t.late(
      `The status page never showed the failure ("${shown?.failed}"); the order is ${t.orderInWords(answer.value)}.`,
    );
  },

  'checkout.tabs': async (t) => {
    const payment = await t.order();
    const target = await targetOf(t, payment);
    const first = await t.browser();
    await t.show(first, payment.order.pay_url);
    await first.reload();
    const second = await first.context().newPage();
    const one = await toGateway(t, first, payment, target);
    const other = await toGateway(t, second, payment, target);
    await payAtGateway(t, one);
    await one
      .page()
      .goBack()
      .catch(() => null);
    await payAtGateway(t, other);
    const about = { about: t.aboutPayment(payment) };
    const paid = await paidInvoices(t);
    if (paid > 1 && t.claims('intents')) {
      t.fail(`The payer could pay ${paid} invoices of one order, one in each tab.`, about);
    }
    const order = await t.mustBecome(payment, 'The payer has paid', t.isPaid);
    if (order.credits > 1) t.fail(`The order is ${t.orderInWords(order)}.`, about);
  },

  'checkout.race': async (t) => {
    await t.gateway.arm([{ where: { notification: {} }, times: null, effect: { kind: 'drop' } }]);
    const payment = await t.order();
    const page = await t.browser();
    await payAtGateway(t, await toGateway(t, page, payment, await targetOf(t, payment)));
    for (const address of returnAddresses(t, payment)) await t.show(page, address);
    await t.gateway.clearFaults();
    const craft = { label: 'genuine, beside the return of the payer', status: 4, genuine: true } as const;
    const [tab, again] = [await page.context().newPage(), payment.order.status_url];
    await Promise.all([
      t.sendTogether([1, 2, 3].map(() => ({ payment, craft }))),
      t.show(page, again),
      t.show(tab, again),
    ]);
    const order = await t.mustBecome(payment, 'The payer has paid and the gateway has notified it', t.isPaid);
    const about = { about: t.aboutPayment(payment) };
    if (!t.isPaidOnce(await t.look(payment))) t.fail(`The order is ${t.orderInWords(order)}.`, about);
    const paid = t.slot.config.merchant.checkout?.paid;
    if (!(await t.comesToShow(page, again, paid)))
      t.late('The page never showed the paid order as paid.', about);
  },

  'checkout.secrets': async (t) => {
    const payment = await t.order(t.claims('invoice') ? {} : { mode: 'hold' });
    const page = await t.browser();
    const seen = new Map<string, string>();
    const reading: Promise<unknown>[] = [];
    page.on('request', (request) => seen.set(`address ${reading.length} ${request.method()}`, request.url()));
    page.on('response', (response) => {
      const keep = (text: string) => seen.set(response.url(), text);
      reading.push(response.text().then(keep, () => undefined));
    });
    await t.show(page, payment.order.pay_url);
    await looseEnds(page, seen);
    await t.show(page, payment.order.status_url);
    await looseEnds(page, seen);
    await Promise.all(reading);
    const { secret } = t.slot.shop;
    const spellings = [
      secret,
      encodeURIComponent(secret),
      Buffer.from(secret).toString('base64').replace(/=+$/, ''),
    ];
    const place = [...seen].find(([, text]) => spellings.some((spelling) => text.includes(spelling)))?.[0];
    if (place === undefined) return;
    // No picture is taken of a page that shows the key.
    await t.stage.windows.close();
    t.fail(`The secret key of the shop is in the browser: ${place.replaceAll(secret, '<SECRET>')}.`, {
      about: t.aboutPayment(payment),
    });
  },
};
