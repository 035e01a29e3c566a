import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { Outcome } from '../../history/outcome.ts';
import type { Proof } from '../../history/record.ts';
import { decidingParts, namesIn, subjectOf } from '../deciding.ts';
import { OUTCOME_TONE } from '../tone.ts';
import { OUTCOME_WORDS } from '../wording.ts';

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
  return html`<span>${parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}</span>`;
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

/** `2026-03-01T10:00:00.123Z` is shown as `10:00:00.123`, with the whole instant at hand. */
function clockTime(at: string): string {
  return /T(\d\d:\d\d:\d\d(?:\.\d+)?)/.exec(at)?.[1] ?? at;
}

/** A line of proof in which what the finding speaks of is marked. */
function Marked({ text, deciding, before }: { text: string; deciding: string; before?: string }): VNode {
  const names = namesIn(deciding);
  const words = new Set(deciding.match(/\w+/g));
  const named = (plain: string) =>
    plain.split(/([\w.-]+)/).map((part) => (names.has(part) ? html`<mark>${part}</mark>` : part));
  return html`<span class="text">${decidingParts(text, words, before).map((part) =>
    part.marked ? html`<mark>${part.text}</mark>` : named(part.text),
  )}</span>`;
}

/**
 * Lines of proof, one below the other, as the exchange went.
 *
 * @param deciding what the finding says, whose names are marked in the lines, beside what changed from line to line
 */
export function Exchange({ proof, deciding }: { proof: readonly Proof[]; deciding: string }): VNode | null {
  if (proof.length === 0) return null;
  // What the merchant shows is told about one object again and again; messages are new ones each time.
  const before = ({ channel, text }: Proof, index: number): string | undefined =>
    channel !== 'state'
      ? undefined
      : proof.slice(0, index).findLast((line) => subjectOf(line.text) === subjectOf(text))?.text;
  return html`<ol class="exchange mono" aria-label="Proof">${proof.map(
    (line, index) =>
      html`<li class=${line.channel}><time class="soft" datetime=${line.at} title=${line.at}>${clockTime(line.at)}</time><span class="soft">${line.channel}</span><${Marked} text=${line.text} deciding=${deciding} before=${before(line, index)} /></li>`,
  )}</ol>`;
}
