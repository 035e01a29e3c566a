import { Fragment, type VNode } from 'preact';
import type { Outcome } from '../../history/outcome.ts';
import { html } from '../html.ts';
import { OUTCOME_TONE } from '../tone.ts';
import { OUTCOME_WORDS } from '../wording.ts';

/** At most so many characters of a text, and the mark of what was left out. */
export const clipped = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most)}…`;

/** An outcome as a coloured word. */
export function Tag({ outcome }: { outcome: Outcome }): VNode {
  return html`<span class=${`tag ${OUTCOME_TONE[outcome]}`}>${OUTCOME_WORDS[outcome]}</span>`;
}

/** An id that may break after its dots. */
export function Id({ id }: { id: string }): VNode {
  const parts = id.split('.');
  return html`<code>${parts.map((part, index) => (index === 0 ? part : html`.<wbr />${part}`))}</code>`;
}

/** Our own prose, in which back-ticks mark names. */
export function Prose({ text }: { text: string }): VNode {
  const parts = text.split('`');
  return html`<${Fragment}>${parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}<//>`;
}

/** Ids in a row, or a word where there are none. */
export function Ids({ items, none }: { items: readonly string[]; none: string }): VNode {
  if (items.length === 0) return html`<span class="soft">${none}</span>`;
  return html`<ul>${items.map((item) => html`<li><code>${item}</code></li>`)}</ul>`;
}

/** Files beside the statement; only such as the suite itself has written. */
export function Files({ paths }: { paths: readonly string[] }): VNode {
  return html`<ul>${paths.map(
    (path) =>
      html`<li><a href=${path}>${path.split('/').at(-1)}</a>${path.endsWith('.zip') ? html` <span class="soft small">shown by <code>npx playwright show-trace ${path}</code></span>` : null}</li>`,
  )}</ul>`;
}

/** Names and values; an entry whose value is null is left out. */
export function Facts({
  entries,
}: {
  entries: readonly (readonly [string, VNode | string | null])[];
}): VNode {
  const shown = entries.filter(([, value]) => value !== null && value !== '');
  return html`<dl class="facts">${shown.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}

interface InShortProps {
  readonly id?: string;
  readonly title: string;
  readonly count: number;
  readonly says: string;
  /** Where `result.json` has all of it. */
  readonly at: string;
}

/** A section of which there is no room for more than what it comes to; nothing where there is nothing to tell. */
export function InShort({ id, title, count, says, at }: InShortProps): VNode | null {
  if (count === 0) return null;
  return html`<section id=${id}><h2>${title}</h2><p>${says}. Each stands in <code>result.json</code> (${at}).</p></section>`;
}
