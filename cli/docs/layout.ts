import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { html } from '../../reports/html.ts';
import type { Part } from './contents.ts';
import { INDEX, placeOf } from './pages.ts';
import type { Rendered } from './render.ts';

/** Nothing is loaded from elsewhere, and nothing is sent anywhere. */
const POLICY =
  "default-src 'none'; img-src 'self' data:; style-src 'self'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";

/** A page of the site, with the way to all others. */
export function layout(page: { readonly path: string } & Rendered, parts: readonly Part[]): string {
  const up = '../'.repeat(page.path.split('/').length - 1);
  const link = (path: string, name: string): VNode =>
    html`<a href=${up + placeOf(path)} aria-current=${path === page.path ? 'page' : undefined}>${name}</a>`;
  const list = ({ pages }: Part): VNode =>
    html`<ul>${pages.map(({ path, name }) => html`<li>${link(path, name)}</li>`)}</ul>`;
  const part = (each: Part): VNode =>
    each.isCatalogue
      ? html`<details open=${each.pages.some(({ path }) => path === page.path)}><summary>${each.heading}</summary>${list(each)}</details>`
      : html`<h2>${each.heading}</h2>${list(each)}`;
  const body = html`
    <a class="skip" href="#page">To the page</a>
    <header>
      <a class="name" href=${up + placeOf(INDEX)}>gatecheck</a>
      <search>
        <input type="search" id="search" placeholder="Search ( / )" aria-label="Search the documentation" autocomplete="off" data-root=${up} />
        <div id="found" hidden aria-live="polite"></div>
      </search>
    </header>
    <div class="columns">
      <nav aria-label="Pages">${parts.map(part)}</nav>
      <main id="page">
        ${
          page.contents.length < 3
            ? null
            : html`<details class="contents"><summary>On this page</summary><ul>${page.contents.map(
                ({ anchor, heading }) => html`<li><a href=${`#${anchor}`}>${heading}</a></li>`,
              )}</ul></details>`
        }
        <article dangerouslySetInnerHTML=${{ __html: page.html }}></article>
      </main>
    </div>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="content-security-policy" content="${POLICY}">
<meta name="referrer" content="no-referrer">
${renderToString(html`<title>${page.title === 'gatecheck' ? page.title : `${page.title} · gatecheck`}</title>`)}
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${up}site/style.css">
<script type="module" src="${up}site/site.js"></script>
</head>
<body>${renderToString(body)}</body>
</html>
`;
}
