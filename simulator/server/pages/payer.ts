import type { RawRequest } from '../../core/types.ts';
import type { InvoiceView } from '../../core/views.ts';
import type { Page } from '../exchange.ts';
import { ActionRefused, act, type Runtime } from '../runtime.ts';
import { type Choice, payChoices, secureChoices } from './choices.ts';
import { html, moneyText, webAddress } from './html.ts';
import { note, paymentForm, problem, result, secureForm } from './payer-views.ts';

/** Serves the payment page, the 3-D Secure page and what the payer answers on them. */
export function payerPage(runtime: Runtime, request: RawRequest): Page | undefined {
  const payout = /^\/payout\/(\d{1,15})$/.exec(request.path);
  if (payout !== null) return recipientPage(runtime, Number(payout[1]), request.query);
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
  if (name === 'return') return choose(runtime, invoice, secureChoices, given('PaRes') ?? 'N');
  if (kind === '3ds') return secure(runtime, request, invoice, given('PaReq'), given('TermUrl'));
  const chosen = request.method === 'POST' ? form.get('action') : null;
  // A gateway may ask for the payer by POST, too: without a choice it is the page that is wanted.
  if (chosen === null) return paymentForm(runtime, open(runtime, invoice, request));
  return choose(runtime, invoice, payChoices, chosen);
}

/** Where `redirect_info` of a payout may lead. What a recipient does there is not shown, so there is nothing to do. */
function recipientPage(runtime: Runtime, payoutId: number, query: string): Page {
  const payout = runtime.core.payout(payoutId);
  if (payout === undefined) return notFound('There is no such payout.');
  if (new URLSearchParams(query).get('ticket') !== `T-${payoutId}`) {
    return notFound('The ticket is missing or wrong. Send the recipient with the data of redirect_info.');
  }
  return note(
    'Payout',
    html`<p>
      The payout of ${moneyText(payout.payeeReceive, payout.currency)} has status ${payout.status}. It goes on by itself:
      the specification names an address for the recipient, and not what is done there.
    </p>`,
  );
}

function isApi(path: string): boolean {
  return /^\/(test\/)?gateway\//.test(path);
}

function secure(
  runtime: Runtime,
  request: RawRequest,
  invoice: InvoiceView,
  paReq: string | null,
  termUrl: string | null,
): Page {
  const opened = open(runtime, invoice, request);
  if (paReq !== null && termUrl !== null && isReturnAddress(runtime, invoice, termUrl)) {
    return secureForm(opened, termUrl);
  }
  return problem(
    400,
    'Not understood',
    html`<p>
      PaReq or TermUrl is not as it was in the data of the answer. TermUrl came as <code>${termUrl ?? 'nothing'}</code>.
    </p>`,
  );
}

/** Looking at the page is what moves a new invoice on to "awaiting user action". */
function open(runtime: Runtime, invoice: InvoiceView, request: RawRequest): InvoiceView {
  if (invoice.status !== 1 || request.method === 'HEAD') return invoice;
  act(runtime, { kind: 'payer', paymentId: invoice.paymentId, action: 'open' });
  return runtime.core.invoice(invoice.paymentId) ?? invoice;
}

function choose(
  runtime: Runtime,
  invoice: InvoiceView,
  choices: Readonly<Record<string, Choice>>,
  name: string,
): Page {
  const chosen = Object.hasOwn(choices, name) ? choices[name] : undefined;
  if (chosen !== undefined) return carryOut(runtime, invoice, chosen);
  return problem(
    400,
    'Not understood',
    html`<p>"${name}" is none of the buttons of this page: choose one of them.</p>`,
  );
}

/** Carries the payer's choice out and sends the payer back to the shop, at once or when the payer wants. */
function carryOut(runtime: Runtime, invoice: InvoiceView, { actions, then }: Choice): Page {
  const now = () => runtime.core.invoice(invoice.paymentId) ?? invoice;
  for (const [index, action] of actions.entries()) {
    try {
      act(runtime, { kind: 'payer', paymentId: invoice.paymentId, action });
    } catch (error) {
      if (!(error instanceof ActionRefused)) throw error;
      return index === 0 ? result(now()) : result(now(), 'The second payment was refused: it is paid once.');
    }
  }
  const after = now();
  const location = webAddress(actions[0] === 'pay' ? after.successUrl : after.failedUrl);
  if (location === undefined || then === 'stay') return result(after);
  return { status: 303, headers: { location, 'cache-control': 'no-store' }, body: '' };
}

/** Whether an address is this gateway's own, whole, and about this payment: nobody is sent elsewhere. */
function isReturnAddress(runtime: Runtime, invoice: InvoiceView, termUrl: string): boolean {
  if (!URL.canParse(termUrl)) return false;
  const url = new URL(termUrl);
  return (
    url.origin === new URL(runtime.origin()).origin &&
    url.pathname === '/3ds/return' &&
    url.searchParams.get('payment') === String(invoice.paymentId) &&
    url.searchParams.get('next') === '<pay>'
  );
}

function notFound(says: string): Page {
  return problem(404, 'No such page', html`<p>${says}</p>`);
}
