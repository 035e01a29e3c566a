import type { Frame, Page, Request } from '@playwright/test';
import type { Payment, Verbs } from '../../suite/engine/index.ts';
import { CREATE } from './operations.ts';
import { instructionsIn, type Target } from './redirects.ts';

/** How the payer's browser arrived there. */
interface Arrival {
  readonly method: string;
  readonly url: string;
  readonly fields: URLSearchParams;
}

/** What a form sent, however it was encoded. */
async function fieldsOf(request: Request): Promise<URLSearchParams> {
  if (request.method() === 'GET') return new URL(request.url()).searchParams;
  const type = request.headers()['content-type'] ?? '';
  if (!type.startsWith('multipart/')) return new URLSearchParams(request.postData() ?? '');
  const body = new Response(new Uint8Array(request.postDataBuffer() ?? []), {
    headers: { 'content-type': type },
  });
  const fields = new URLSearchParams();
  for (const [name, value] of await body.formData()) fields.append(name, String(value));
  return fields;
}

/** The redirect as the gateway answered it, read from the wire and not from the merchant. */
export async function targetOf(t: Verbs, { shopOrderId, reference }: Payment): Promise<Target> {
  const calls = await t.calls({ operation: CREATE, fields: { shop_order_id: shopOrderId } });
  const target = instructionsIn(calls.at(-1)?.answer?.body);
  return target ?? t.inconclusive(`The gateway's answer has no redirect for order ${reference}.`);
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
    await acceptTerms(page);
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

/** What a page wants of the payer before it leads on is the shop's: the suite may not know how to give it. */
const ledNowhere = (t: Verbs, page: Page): never =>
  t.inconclusive(`The payer did not reach the payment page: the window shows ${page.url()}.`);

/** Accepts what the payer has to accept before the button can be pressed. */
async function acceptTerms(page: Page): Promise<void> {
  const boxes = page.locator('input[type="checkbox"][required]:not(:checked)');
  for (const box of await boxes.all().catch(() => [])) await box.check({ timeout: 1_000 }).catch(() => null);
}

/** Follows the payer to the gateway, where the request is recorded and not carried out. */
async function arrival(t: Verbs, page: Page, payment: Payment, target: Target): Promise<Arrival> {
  const { origin } = new URL(target.url);
  const isGateways = (url: string): boolean => new URL(url).origin === origin;
  const seen: Request[] = [];
  // The payer may come in a window or a frame of its own, or by a redirect, which no route sees.
  page.context().on('request', (request) => {
    if (request.isNavigationRequest() && isGateways(request.url())) seen.push(request);
  });
  await page.context().route(
    ({ href }) => isGateways(href),
    (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<p>arrived</p>' }),
  );
  const pressed = await goOn(t, page, payment, () => seen.length > 0);
  const [first] = seen;
  if (first !== undefined) return { method: first.method(), url: first.url(), fields: await fieldsOf(first) };
  return pressed === 0 ? nothingToPress(t, page) : ledNowhere(t, page);
}

/** The redirect of the newest invoice: a shop may make another one for each view of its page. */
async function newestTarget(t: Verbs): Promise<Target> {
  const calls = await t.calls({ operation: CREATE });
  return (
    instructionsIn(calls.at(-1)?.answer?.body) ?? t.inconclusive("The gateway's answer has no redirect.")
  );
}

/** The invoice that the payer has paid, which is another one where a shop makes one for each view of its page. */
export async function paidInvoice(t: Verbs, payment: Payment): Promise<Payment> {
  for (const { request, answer } of await t.calls({ operation: CREATE })) {
    const { paymentId } = answer ?? {};
    if (paymentId === undefined || (await t.gateway.invoice(paymentId)).status !== 4) continue;
    return { ...payment, paymentId, shopOrderId: String(request.fields?.shop_order_id) };
  }
  return t.inconclusive('The payer has paid no invoice.');
}

export async function arrivesWhole(t: Verbs, page: Page, payment: Payment): Promise<void> {
  const came = await arrival(t, page, payment, await targetOf(t, payment));
  const target = await newestTarget(t);
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
export async function startsHere(t: Verbs, page: Page, { pay_url: url }: Payment['order']): Promise<void> {
  if (url) await t.show(page, url);
}

/** Visits return addresses of an unpaid order: neither the page nor the ledger may say paid. */
export async function returnsUnpaid(t: Verbs, queries: readonly string[]): Promise<void> {
  const paid = t.slot.config.merchant.checkout?.paid;
  const payment = await t.order();
  const page = await t.browser();
  const about = { about: t.aboutPayment(payment) };
  await startsHere(t, page, payment.order);
  for (const address of returnsTo(t, payment)) {
    for (const query of queries) {
      const url = `${address}${query === '' ? '' : address.includes('?') ? '&' : '?'}${query}`;
      await t.show(page, url);
      if (await t.shows(page, paid)) t.fail(`${url} shows an unpaid order as paid.`, about);
      await t.look(payment);
    }
  }
  await t.pay(payment);
  if (!(await t.comesToShow(page, payment.order.status_url, paid))) {
    t.late(`The status page never showed the paid order as paid ("${paid}").`, about);
  }
}

/** Goes on to the gateway's own payment page, in whatever window or frame it is shown. */
export async function toGateway(t: Verbs, page: Page, payment: Payment, target: Target): Promise<Frame> {
  const { origin } = new URL(target.url);
  const windows = [page];
  page.on('popup', (opened) => windows.push(opened));
  const shown = (): Frame | undefined =>
    windows
      .flatMap((window) => window.frames())
      .find((frame) => URL.canParse(frame.url()) && new URL(frame.url()).origin === origin);
  const pressed = await goOn(t, page, payment, () => shown() !== undefined);
  return shown() ?? (pressed === 0 ? nothingToPress(t, page) : ledNowhere(t, page));
}

export async function payAtGateway(t: Verbs, frame: Frame): Promise<void> {
  await frame
    .locator('button[value="pay"]')
    .click()
    .catch((error: unknown) => t.unusable('The payment page could not be used', error));
}

export const distinct = (pages: readonly (string | null | undefined)[]): string[] => [
  ...new Set(pages.filter((page): page is string => Boolean(page) && URL.canParse(page ?? ''))),
];

/** Pages to which the payer may come back. */
export const returnsTo = (t: Verbs, { invoice, order }: Payment): string[] =>
  distinct([invoice.successUrl ?? t.slot.merchant.successUrl, order.status_url]);
