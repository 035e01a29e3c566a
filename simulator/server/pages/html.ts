import { html } from 'htm/preact';
import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { fractionDigits } from '../../protocol/limits.ts';

/** Markup with values, which are escaped. */
export { html };

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 46rem; padding: 1.5rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .25rem .6rem .25rem 0; vertical-align: top; }
th { font-weight: 600; } td, code { overflow-wrap: anywhere; }
.sum { font-size: 2rem; margin: .5rem 0; }
form { display: grid; gap: .6rem; margin-top: 1.5rem; max-width: 24rem; }
button { font: inherit; padding: .6rem 1rem; border: 1px solid; border-radius: .4rem; background: transparent; color: inherit; cursor: pointer; }
button.main { background: #14532d; border-color: #14532d; color: #fff; }
button:focus-visible, a:focus-visible { outline: 3px solid #2563eb; outline-offset: 2px; }
.note { border-left: 4px solid #b45309; padding-left: .8rem; }
.bad { color: #b91c1c; } .good { color: #15803d; }
@media (prefers-color-scheme: dark) { .bad { color: #f87171; } .good { color: #4ade80; } }
`;

/** A whole document. It needs no script and no other file. */
export function document(title: string, body: ComponentChildren): string {
  const page = html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>${title}</title>
      <style>
        ${style}
      </style>
    </head>
    <body>
      ${body}
    </body>
  </html>`;
  return `<!doctype html>${renderToString(page)}\n`;
}

/** Headers of every page: nothing is kept, nothing is loaded, and no address leaks. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

const currencies: Readonly<Record<number, string>> = {
  398: 'KZT',
  643: 'RUB',
  840: 'USD',
  933: 'BYN',
  978: 'EUR',
  980: 'UAH',
};

/** A sum as people read it; the number of a currency that has no name here. */
export function moneyText(amount: string, currency: number): string {
  const [whole = '', fraction = ''] = amount.split('.');
  const digits = fraction.padEnd(fractionDigits(currency), '0');
  return `${digits === '' ? whole : `${whole}.${digits}`} ${currencies[currency] ?? currency}`;
}

/** An address that a link or a redirect may carry: http or https only. */
export function webAddress(address: string | null): string | undefined {
  if (address === null || !/^https?:\/\//i.test(address)) return undefined;
  try {
    return new URL(address).href;
  } catch {
    return undefined;
  }
}
