import { createHash } from 'node:crypto';
import htm from 'htm';
import { type ComponentChildren, h, type VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { currencyCode, fractionDigits } from '../../protocol/currencies.ts';
import { payerStyle } from './style.ts';

/**
 * Markup with values, which are escaped. Not from `htm/preact`: htm does not declare that it needs preact, and is not
 * given it by package managers that go by what is declared.
 */
export const html = (htm as unknown as typeof htm.default).bind(h) as (
  markup: TemplateStringsArray,
  ...values: unknown[]
) => VNode;

/** A whole document. It needs no script and no other file. */
export function document(title: string, body: ComponentChildren): string {
  const page = html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>${title}</title>
      <style dangerouslySetInnerHTML=${{ __html: payerStyle }} />
    </head>
    <body>
      ${body}
    </body>
  </html>`;
  return `<!doctype html>${renderToString(page)}\n`;
}

/** The source of a Content-Security-Policy that lets exactly this inline text in. */
export function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text, 'utf8').digest('base64')}'`;
}

/**
 * Headers of every page: nothing is kept, nothing is loaded, and no address leaks. Forms may end at any web
 * address, because a browser applies `form-action` to the redirects that follow, and those are the shop's.
 */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': [
    "default-src 'none'",
    `style-src ${hashSource(payerStyle)}`,
    'form-action http: https:',
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** A sum as people read it; the number of a currency that has no name here. */
export function moneyText(amount: string, currency: number): string {
  const [whole = '', fraction = ''] = amount.split('.');
  const digits = fraction.padEnd(fractionDigits(currency), '0');
  return `${digits === '' ? whole : `${whole}.${digits}`} ${currencyCode(currency)}`;
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
