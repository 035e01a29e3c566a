import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { html } from '../html.ts';
import { STYLE } from './style.ts';

/** Nothing on the page runs and nothing is fetched, whatever a text of others says. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** HTML needs no end of a cell, a row or an item; of a table of thousands of cells they are a fifth. */
const UNNEEDED = /<\/(?:td|th|tr|li|dt|dd)>/g;

export interface DocumentOptions {
  readonly title: string;
  /** The version of gatecheck that writes it. */
  readonly suite: string;
  readonly body: ComponentChildren;
  /** Beside the style that all pages have. */
  readonly moreStyle?: string;
}

/** A self-contained page of a report, in the style of all of them. */
export function document({ title, suite, body, moreStyle = '' }: DocumentOptions): string {
  const page = html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta http-equiv="Content-Security-Policy" content=${POLICY} />
      <meta name="generator" content=${`gatecheck ${suite}`} />
      <title>${title}</title>
      <style dangerouslySetInnerHTML=${{ __html: STYLE + moreStyle }} />
    </head>
    <body><main>${body}</main></body>
  </html>`;
  return `<!doctype html>\n${renderToString(page).replace(UNNEEDED, '')}\n`;
}
