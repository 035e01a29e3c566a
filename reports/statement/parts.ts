import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { Outcome } from '../../history/outcome.ts';
import type { Proof } from '../../history/record.ts';
import { isDeciding, namesIn, subjectOf, WRONGLY_SIGNED } from '../deciding.ts';
import { type Field, type ProofText, proofFields } from '../proof-fields.ts';
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

interface Line {
  readonly proof: Proof;
  readonly text: ProofText;
  readonly deciding: ReadonlySet<Field>;
}

/** The lines, taken apart, with the fields that decide: what the finding speaks of, and what changed. */
export function linesOf(proof: readonly Proof[], deciding: string): readonly Line[] {
  const words = new Set(deciding.match(/\w+/g));
  // What the merchant shows is told about one object again and again; messages are new ones each time.
  const shown = new Map<string, ReadonlyMap<string, string>>();
  return proof.map((line) => {
    const text = proofFields(line.text);
    const subject = subjectOf(line.text);
    const before = line.channel === 'state' ? shown.get(subject) : undefined;
    shown.set(subject, new Map(text.fields.map(({ name, value }) => [name, value])));
    const marked = text.fields.filter((field) => isDeciding(field, words, before ?? new Map()));
    return { proof: line, text, deciding: new Set(marked) };
  });
}

/** Of a proof that is told in brief: so many of the last lines in which something decides. */
const MOST_TELLING = 5;

/** How it began, the last lines in which something decides, and what it came to. */
function telling(lines: readonly Line[]): readonly Line[] {
  if (lines.length <= MOST_TELLING) return lines;
  const decisive = lines.filter(({ deciding }) => deciding.size > 0).slice(-MOST_TELLING);
  const kept = new Set([lines[0], ...decisive, lines.at(-1)]);
  return lines.filter((line) => kept.has(line));
}

/** A line of proof: its words, and the values of its JSON by their names, of which those that decide are marked. */
export function ProofLine({
  line: { text, deciding },
  names,
}: {
  line: Line;
  names: ReadonlySet<string>;
}): VNode {
  const named = (plain: string) =>
    plain.split(/([\w.-]+)/).map((part) => (names.has(part) ? html`<mark>${part}</mark>` : part));
  return html`<span class="text">${named(text.before)}${
    text.fields.length === 0
      ? null
      : html`<span class="fields">${text.fields.map((field) => {
          const { name, value } = field;
          return deciding.has(field)
            ? html`<mark>${name} <b>${value}</b></mark> `
            : html`<i>${name} <b>${named(value)}</b></i> `;
        })}</span>`
  }${text.after.startsWith(WRONGLY_SIGNED) ? html`<mark>${text.after}</mark>` : named(text.after)}</span>`;
}

interface ExchangeProps {
  readonly proof: readonly Proof[];
  /** What the finding says, whose names are marked in the lines, beside what changed from line to line. */
  readonly deciding: string;
  /** Only the lines that decide. */
  readonly brief?: boolean;
}

/** Lines of proof, one below the other, as the exchange went. */
export function Exchange({ proof, deciding, brief = false }: ExchangeProps): VNode | null {
  if (proof.length === 0) return null;
  const names = namesIn(deciding);
  const all = linesOf(proof, deciding);
  const lines = brief ? telling(all) : all;
  const left = all.length - lines.length;
  return html`<ol class="exchange mono" aria-label="Proof">${lines.map((line) => {
    const { at, channel } = line.proof;
    return html`<li class=${channel}><time class="soft" datetime=${at} title=${at}>${clockTime(at)}</time><span class="soft">${channel}</span><${ProofLine} line=${line} names=${names} /></li>`;
  })}</ol>${left === 0 ? null : html`<p class="soft small">The lines that decide; ${left} more are in <code>result.json</code>.</p>`}`;
}
