import type { JournalEvent } from '../journal.ts';
import type { Runtime } from '../runtime.ts';
import { document, html, moneyText } from './html.ts';

const shownInvoices = 50;
const shownExchanges = 30;
/** How far back in the journal the last exchanges are looked for. */
const lookBack = 2000;

/** The page of the control port: addresses, the last exchanges with their signatures, invoices to pay. */
export function indexPage(runtime: Runtime): string {
  const origin = runtime.origin();
  return document(
    'gatecheck gateway',
    html`<main>
      <h1>gatecheck gateway</h1>
      <table>
        <tr><th scope="row">Production</th><td><code>${origin}/gateway/v1</code></td></tr>
        <tr><th scope="row">Test</th><td><code>${origin}/test/gateway/v1</code></td></tr>
        <tr><th scope="row">Gateway time</th><td>${new Date(runtime.clock.now()).toISOString()} (${runtime.clock.mode})</td></tr>
        <tr><th scope="row">Seed</th><td>${runtime.seed}</td></tr>
        <tr><th scope="row">Shops</th><td>${runtime.core
          .shops()
          .map(({ id }) => id)
          .join(', ')}</td></tr>
        <tr><th scope="row">Control plane</th><td><a href="/openapi.json">OpenAPI</a> · <a href="/journal">journal</a></td></tr>
      </table>
      ${invoices(runtime)} ${exchanges(runtime)}
    </main>`,
  );
}

function invoices(runtime: Runtime) {
  const all = runtime.core.invoices();
  const items = all.slice(-shownInvoices).reverse();
  if (items.length === 0) return html`<h2>Invoices</h2><p>None yet.</p>`;
  const origin = runtime.origin();
  return html`<h2>Invoices (${all.length})</h2>
    <table>
      <tr><th>Payment</th><th>Order</th><th>Sum</th><th>Status</th><th>Payer</th></tr>
      ${items.map(
        (invoice) => html`<tr>
          <td>${invoice.paymentId}</td>
          <td>${invoice.shopOrderId}</td>
          <td>${moneyText(invoice.amount, invoice.currency)}</td>
          <td>${invoice.status}</td>
          <td><a href="${origin}/pay/${invoice.paymentId}?session_id=${encodeURIComponent(invoice.session)}">pay or decline</a></td>
        </tr>`,
      )}
    </table>`;
}

function exchanges(runtime: Runtime) {
  const { journal } = runtime;
  const { events } = journal.page({
    after: Math.max(0, journal.last() - lookBack),
    limit: lookBack,
    kinds: new Set(['request', 'answer']),
  });
  const answers = new Map<string, JournalEvent & { kind: 'answer' }>();
  const requests: (JournalEvent & { kind: 'request' })[] = [];
  for (const event of events) {
    if (event.kind === 'answer') answers.set(String(event.exchange), event);
    else if (event.kind === 'request') requests.push(event);
  }
  const items = requests.slice(-shownExchanges).reverse();
  if (items.length === 0) return html`<h2>Last requests</h2><p>None yet.</p>`;
  return html`<h2>Last requests</h2>
    <table>
      <tr><th>Time</th><th>Request</th><th>Signature</th><th>Answer</th></tr>
      ${items.map((request) => {
        const answer = answers.get(request.exchange);
        return html`<tr>
          <td>${request.at.slice(11, 19)}</td>
          <td>${request.operation ?? `${request.method} ${request.path}`}</td>
          <td>${signText(request.sign)}</td>
          <td>${answer === undefined ? '…' : `${answer.outcome}, ${answer.errorCode === null ? (answer.status ?? '') : `code ${answer.errorCode}`}`}</td>
        </tr>`;
      })}
    </table>`;
}

function signText(sign: { ok: boolean; expectedText: string; recipe: { says: string } | null } | null) {
  if (sign === null) return html`<span>none looked at</span>`;
  if (sign.ok) return html`<span class="good">right</span>`;
  return html`<span class="bad">wrong: ${sign.recipe?.says ?? 'no known mistake'}; the text to sign is </span
    ><code>${sign.expectedText}</code>`;
}
