import type { PayerAction, RawRequest } from '../../core/types.ts';
import type { InvoiceView } from '../../core/views.ts';
import type { Page } from '../exchange.ts';
import { ActionRefused, act, type Runtime } from '../runtime.ts';
import { document, html, moneyText, pageHeaders, webAddress } from './html.ts';

/** What the payer may choose, and what the button says. */
const choices: Readonly<Record<string, { action: PayerAction; says: string }>> = {
  pay: { action: 'pay', says: 'Pay' },
  decline: { action: 'decline', says: 'Decline' },
  'insufficient-funds': { action: 'insufficient-funds', says: 'Insufficient funds' },
  expire: { action: 'expire', says: 'Let it expire' },
};

/** Statuses in which the payer has nothing left to do (Invoice statuses: 4 and 6 final, 8 held). */
const settled: Readonly<Record<number, string>> = {
  4: 'This payment is complete.',
  6: 'This payment was rejected.',
  8: 'The amount is held for the shop.',
};

/** Serves the payment page, the 3-D Secure page and what the payer answers on them. */
export function payerPage(runtime: Runtime, request: RawRequest): Page | undefined {
  const place = /^\/(pay|3ds)\/(\d{1,15}|return)$/.exec(request.path);
  if (place === null) {
    const forPeople = (request.method === 'GET' || request.method === 'HEAD') && !isApi(request.path);
    return forPeople ? notFound('There is no such page.') : undefined;
  }
  const query = new URLSearchParams(request.query);
  const form = new URLSearchParams(
    request.method === 'POST' ? Buffer.from(request.body).toString('utf8') : '',
  );
  const given = (name: string) => form.get(name) ?? query.get(name);
  const [, kind, name] = place;
  const invoice = runtime.core.invoice(Number(name === 'return' ? query.get('payment') : name));
  if (invoice === undefined) return notFound('There is no such payment.');
  if (given(kind === 'pay' ? 'session_id' : 'MD') !== invoice.session) {
    return notFound(
      kind === 'pay'
        ? 'The session of this payment is missing or wrong. Send the payer with "session_id" from the data of the answer.'
        : 'MD is missing or wrong. Send the payer with MD, PaReq and TermUrl from the data of the answer.',
    );
  }
  if (name === 'return') return answer(runtime, invoice, given('PaRes') === 'Y' ? 'pay' : 'fail-3ds');
  if (kind === '3ds')
    return secureForm(runtime, open(runtime, invoice, request), given('PaReq'), given('TermUrl'));
  const chosen = request.method === 'POST' ? form.get('action') : null;
  // A gateway may ask for the payer by POST, too: without a choice it is the page that is wanted.
  if (chosen === null) return paymentForm(runtime, open(runtime, invoice, request));
  const choice = choices[chosen];
  return choice === undefined
    ? page(400, 'Not understood', html`<p>Choose one of the buttons of the payment page.</p>`)
    : answer(runtime, invoice, choice.action);
}

function isApi(path: string): boolean {
  return /^\/(test\/)?gateway\//.test(path);
}

/** Looking at the page is what moves a new invoice on to "awaiting user action". */
function open(runtime: Runtime, invoice: InvoiceView, request: RawRequest): InvoiceView {
  if (invoice.status !== 1 || request.method === 'HEAD') return invoice;
  act(runtime, { kind: 'payer', paymentId: invoice.paymentId, action: 'open' });
  return runtime.core.invoice(invoice.paymentId) ?? invoice;
}

/** Carries the payer's answer out and sends the payer back to the shop. */
function answer(runtime: Runtime, invoice: InvoiceView, action: PayerAction): Page {
  try {
    act(runtime, { kind: 'payer', paymentId: invoice.paymentId, action });
  } catch (error) {
    if (!(error instanceof ActionRefused)) throw error;
    return result(runtime.core.invoice(invoice.paymentId) ?? invoice);
  }
  const after = runtime.core.invoice(invoice.paymentId) ?? invoice;
  const location = webAddress(action === 'pay' ? after.successUrl : after.failedUrl);
  if (location === undefined) return result(after);
  return { status: 303, headers: { location, 'cache-control': 'no-store' }, body: '' };
}

function paymentForm(runtime: Runtime, invoice: InvoiceView): Page {
  if (settled[invoice.status] !== undefined) return result(invoice);
  return page(
    200,
    'Payment',
    html`${details(runtime, invoice)}
      <form method="post" action="/pay/${invoice.paymentId}">
        <input type="hidden" name="session_id" value=${invoice.session} />
        ${Object.entries(choices).map(
          ([name, { says }]) =>
            html`<button class=${name === 'pay' ? 'main' : ''} name="action" value=${name}>${says}</button>`,
        )}
      </form>`,
  );
}

/** The bank's page: confirms or fails, then hands the answer to the address that the gateway named. */
function secureForm(
  runtime: Runtime,
  invoice: InvoiceView,
  paReq: string | null,
  termUrl: string | null,
): Page {
  if (settled[invoice.status] !== undefined) return result(invoice);
  if (paReq === null || !isReturnAddress(runtime, invoice, termUrl)) {
    return page(
      400,
      'Not understood',
      html`<p>
        PaReq or TermUrl is not as it was in the data of the answer. TermUrl came as <code>${termUrl ?? 'nothing'}</code>.
      </p>`,
    );
  }
  return page(
    200,
    '3-D Secure',
    html`<p>Your bank asks you to confirm this payment.</p>
      ${details(runtime, invoice)}
      <form method="post" action=${termUrl}>
        <input type="hidden" name="MD" value=${invoice.session} />
        <button class="main" name="PaRes" value="Y">Confirm</button>
        <button name="PaRes" value="N">Fail</button>
      </form>`,
  );
}

/** Whether an address is this gateway's own, whole, and about this payment: nobody is sent elsewhere. */
function isReturnAddress(runtime: Runtime, invoice: InvoiceView, termUrl: string | null): boolean {
  if (termUrl === null || !URL.canParse(termUrl)) return false;
  const url = new URL(termUrl);
  return (
    url.origin === new URL(runtime.origin()).origin &&
    url.pathname === '/3ds/return' &&
    url.searchParams.get('payment') === String(invoice.paymentId) &&
    url.searchParams.get('next') === '<pay>'
  );
}

function details(runtime: Runtime, invoice: InvoiceView) {
  const rows: [string, string][] = [
    ['Shop', invoice.shopId],
    ['Order', invoice.shopOrderId],
    ['Payment', String(invoice.paymentId)],
    ['Payway', invoice.payway],
  ];
  if (invoice.description !== null && invoice.description !== '') {
    rows.push(['Description', invoice.description]);
  }
  const shop = runtime.core.shops().find(({ id }) => id === invoice.shopId);
  const addOns = shop?.inputs.find(({ alias }) => alias === invoice.payway)?.addOns ?? {};
  for (const [name, field] of Object.entries(addOns)) {
    const value = invoice.request[name];
    rows.push([field.label?.en ?? name, value === undefined ? 'not given' : String(value)]);
  }
  return html`<p class="sum">${moneyText(invoice.payerPrice, invoice.currency)}</p>
    <table>
      ${rows.map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`)}
    </table>`;
}

function result(invoice: InvoiceView): Page {
  const good = invoice.status === 4 || invoice.status === 8;
  const back = webAddress(good ? invoice.successUrl : invoice.failedUrl);
  return page(
    200,
    good ? 'Done' : 'Not paid',
    html`<p class="note">${settled[invoice.status] ?? 'This payment is not complete.'}</p>
      <p class="sum">${moneyText(invoice.payerPrice, invoice.currency)}</p>
      ${back === undefined ? null : html`<p><a href=${back}>Back to the shop</a></p>`}`,
  );
}

function notFound(says: string): Page {
  return page(404, 'No such page', html`<p>${says}</p>`);
}

function page(status: number, title: string, body: ReturnType<typeof html>): Page {
  return {
    status,
    headers: { ...pageHeaders },
    body: document(
      title,
      html`<main>
        <h1>${title}</h1>
        ${body}
        <p><small>This is a simulated gateway: no money moves.</small></p>
      </main>`,
    ),
  };
}
