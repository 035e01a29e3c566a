import type { FieldDescriptor } from '../../core/shop-config.ts';
import type { InvoiceView } from '../../core/views.ts';
import type { Page } from '../exchange.ts';
import type { Runtime } from '../runtime.ts';
import { type Choice, payChoices, secureChoices } from './choices.ts';
import { document, html, moneyText, pageHeaders, webAddress } from './html.ts';

/** Statuses in which the payer has nothing left to do (Invoice statuses: 4 and 6 final, 8 held). */
export const settled: Readonly<Record<number, string>> = {
  4: 'This payment is complete.',
  6: 'This payment was rejected.',
  8: 'The amount is held for the shop.',
};

type Markup = ReturnType<typeof html>;

/** The hosted payment page. */
export function paymentForm(runtime: Runtime, invoice: InvoiceView): Page {
  if (settled[invoice.status] !== undefined) return result(invoice);
  const { way, fields } = paywayOf(runtime, invoice);
  return page(
    200,
    'Payment',
    invoice,
    html`${details(invoice)}
      <form method="post" action="/pay/${invoice.paymentId}">
        <input type="hidden" name="session_id" value=${invoice.session} />
        <div class="way">
          ${icon('M3 6h18v12H3zM3 10h18M6 15h4')}
          <div><strong>${way}</strong><span>${invoice.payway}${invoice.tokenUsed === null ? '' : ' · stored instrument'}</span></div>
        </div>
        ${fields} ${buttons('action', payChoices, `Pay ${moneyText(invoice.payerPrice, invoice.psCurrency)}`)}
      </form>
      ${backLink(invoice)}`,
  );
}

/** The bank's page: confirms or fails, then hands the answer to the address that the gateway named. */
export function secureForm(invoice: InvoiceView, termUrl: string): Page {
  if (settled[invoice.status] !== undefined) return result(invoice);
  return page(
    200,
    '3-D Secure',
    invoice,
    html`<p class="about">Your bank asks you to confirm this payment.</p>
      ${details(invoice)}
      <form method="post" action=${termUrl}>
        <input type="hidden" name="MD" value=${invoice.session} />
        ${buttons('PaRes', secureChoices, 'Confirm')}
      </form>
      ${backLink(invoice)}`,
  );
}

/** How it went, with the way back to the shop. */
export function result(invoice: InvoiceView, remark?: string): Page {
  const good = invoice.status === 4 || invoice.status === 8;
  const back = webAddress(good ? invoice.successUrl : invoice.failedUrl);
  return page(
    200,
    good ? 'Done' : 'Not paid',
    invoice,
    html`<p class="outcome ${good ? 'good' : 'bad'}">
        ${icon(good ? 'M4 12l5 5L20 6' : 'M5 5l14 14M19 5L5 19')}
        <span>${settled[invoice.status] ?? 'This payment is not complete.'}</span>
      </p>
      ${remark === undefined ? null : html`<p>${remark}</p>`} ${details(invoice)}
      ${
        back === undefined
          ? html`<p class="about">The shop gave no address to return to: this tab can be closed.</p>`
          : html`<a class="button main" href=${back}>Back to the shop</a>`
      }`,
  );
}

/** A page that says what is wrong with the request. */
export function note(title: string, says: Markup): Page {
  return page(200, title, undefined, says);
}

/** A page that says why there is none. */
export function problem(status: number, title: string, says: Markup): Page {
  return page(status, title, undefined, says);
}

function buttons(name: string, choices: Readonly<Record<string, Choice>>, first: string): Markup {
  const [main, ...others] = Object.entries(choices);
  return html`${main === undefined ? null : html`<button class="main" name=${name} value=${main[0]}>${first}</button>`}
    <fieldset>
      <legend>Or try what else a payer does</legend>
      <div class="grid">
        ${others.map(([value, { says }]) => html`<button name=${name} value=${value}>${says}</button>`)}
      </div>
    </fieldset>`;
}

/** Going back without paying changes nothing: the invoice stays open. */
function backLink(invoice: InvoiceView): Markup {
  const back = webAddress(invoice.failedUrl);
  return back === undefined
    ? html`<p class="foot">To leave without paying, close this tab.</p>`
    : html`<a class="back" href=${back}>Back to the shop without paying</a>`;
}

function details(invoice: InvoiceView): Markup {
  const rows: [string, string][] = [
    ['Order', invoice.shopOrderId],
    ['Payment', String(invoice.paymentId)],
  ];
  if (invoice.expiresAt !== null) rows.push(['Payable until', invoice.expiresAt]);
  return html`<dl>
    ${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd dir="auto">${value}</dd></div>`)}
  </dl>`;
}

/** The name of the payway, and the extra fields that it needs, as the shop sent them. */
function paywayOf(runtime: Runtime, invoice: InvoiceView): { way: string; fields: Markup[] } {
  const shop = runtime.core.shops().find(({ id }) => id === invoice.shopId);
  const payway = shop?.inputs.find(({ alias }) => alias === invoice.payway);
  const fields = Object.entries(payway?.addOns ?? {}).map(([name, descriptor]) =>
    addOn(name, descriptor, invoice.request[name]),
  );
  return { way: payway?.name ?? 'Payment way', fields };
}

function addOn(name: string, descriptor: FieldDescriptor, value: unknown): Markup {
  const { label, comment, example, regex, prefix } = descriptor;
  const id = `field-${name}`;
  const parts = [
    comment?.en ?? comment?.ru,
    example === undefined ? undefined : `Example: ${example}.`,
    prefix === undefined || prefix === '' ? undefined : `Prefix: ${prefix}.`,
    `Pattern: ${regex}`,
  ];
  const hint = parts.filter((part) => part !== undefined).join(' ');
  return html`<div class="field">
    <label for=${id}>${label?.en ?? label?.ru ?? name}</label>
    <input id=${id} readonly value=${value === undefined ? '' : String(value)} placeholder="not given" aria-describedby="${id}-hint" />
    <p class="hint" id="${id}-hint">${hint}</p>
  </div>`;
}

function icon(path: string): Markup {
  return html`<svg width="26" height="26" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">
    <path d=${path} />
  </svg>`;
}

function page(status: number, title: string, invoice: InvoiceView | undefined, body: Markup): Page {
  const shown = html`<main class="frame">
    <div class="brand">
      <span>${icon('M6 11h12v9H6zM8 11V8a4 4 0 0 1 8 0v3')} gatecheck pay</span>
      <small>${invoice === undefined ? '' : `Shop ${invoice.shopId}`}</small>
    </div>
    <div class="card">
      <p class="note">This is a simulated gateway: no money moves.</p>
      <div class="total">
        <h1>${title}</h1>
        ${
          invoice === undefined
            ? null
            : html`<p class="sum">${moneyText(invoice.payerPrice, invoice.psCurrency)}</p>
                <p class="about" dir="auto">${invoice.description ?? ''}</p>`
        }
      </div>
      <div class="inner">${body}</div>
    </div>
  </main>`;
  return { status, headers: { ...pageHeaders }, body: document(title, shown) };
}
