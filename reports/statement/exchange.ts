import type { VNode } from 'preact';
import type { Proof } from '../../history/record.ts';
import { clipAround, isDeciding, namesIn, subjectOf, WRONGLY_SIGNED } from '../deciding.ts';
import { html } from '../html.ts';
import { type Field, type ProofText, proofFields } from '../proof-fields.ts';

interface Line {
  readonly proof: Proof;
  readonly text: ProofText;
  readonly deciding: ReadonlySet<Field>;
  /** The values that an earlier line with the same words has as well: they are counted, not told again. */
  readonly known?: ReadonlySet<Field>;
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
    shown.set(subject, valuesOf(text));
    const marked = text.fields.filter((field) => isDeciding(field, words, before ?? new Map()));
    return { proof: line, text, deciding: new Set(marked) };
  });
}

const valuesOf = ({ fields }: ProofText): ReadonlyMap<string, string> =>
  new Map(fields.map(({ name, value }) => [name, value]));

/** Of a proof that is told in brief: so many of the last lines in which something decides. */
const MOST_TELLING = 5;

/** How it began, the last lines in which something decides, and what it came to. */
function telling(lines: readonly Line[]): readonly Line[] {
  if (lines.length <= MOST_TELLING) return lines;
  const decisive = lines.filter(({ deciding }) => deciding.size > 0).slice(-MOST_TELLING);
  const kept = new Set([lines[0], ...decisive, lines.at(-1)]);
  return lines.filter((line) => kept.has(line));
}

/** So few values are told again: to count them would be no shorter. */
const FEW = 3;

/**
 * Marks what need not be told again: a message that is repeated, a state that is shown once more. Only where nothing is
 * missing that the earlier line had, because that would have to be told.
 */
export function folded(lines: readonly Line[]): readonly Line[] {
  const told = new Map<string, ReadonlyMap<string, string>>();
  return lines.map((line) => {
    const { proof, text, deciding } = line;
    const words = `${proof.channel} ${text.before.replace(/\d+/g, '#')}`;
    const before = told.get(words);
    const values = valuesOf(text);
    told.set(words, values);
    const namesTwice = values.size < text.fields.length;
    if (before === undefined || namesTwice || [...before.keys()].some((name) => !values.has(name)))
      return line;
    const known = text.fields.filter(
      (field) => before.get(field.name) === field.value && !deciding.has(field),
    );
    return known.length <= FEW ? line : { ...line, known: new Set(known) };
  });
}

interface ProofLineProps {
  readonly line: Line;
  readonly names: ReadonlySet<string>;
}

/** A line of proof: its words, and the values of its JSON by their names, of which those that decide are marked. */
export function ProofLine({ line: { text, deciding, known = new Set() }, names }: ProofLineProps): VNode {
  const named = (plain: string) =>
    plain.split(/([\w.-]+)/).map((part) => (names.has(part) ? html`<mark>${part}</mark>` : part));
  const told = text.fields.filter((field) => !known.has(field));
  return html`<span class="text">${named(text.before)}${
    text.fields.length === 0
      ? null
      : html`<span class="fields">${told.map((field) => {
          const { name, value } = field;
          return deciding.has(field)
            ? html`<mark>${name} <b>${value}</b></mark> `
            : html`${name} <b>${named(value)}</b> `;
        })}${known.size > 0 && html`<i>${known.size} values as before</i>`}</span>`
  }${text.after.startsWith(WRONGLY_SIGNED) ? html`<mark>${text.after}</mark>` : named(text.after)}</span>`;
}

/** Of a line that is told in brief, so much. */
const MOST_CHARACTERS = 900;

/** The instant as its time of day, and where another day begins, the day. */
export function When({ at, previous }: { at: string; previous: string | undefined }): VNode {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d(?:\.\d+)?)/.exec(at) ?? [];
  if (day === undefined) return html`<time>${at}</time>`;
  return previous?.startsWith(day) === true
    ? html`<time>${time}</time>`
    : html`<time datetime=${at}>${day} ${time}</time>`;
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
  const cut = (line: Proof): Proof => ({ ...line, text: clipAround(line.text, names, MOST_CHARACTERS) });
  const all = linesOf(brief ? proof.map(cut) : proof, deciding);
  const lines = folded(brief ? telling(all) : all);
  const left = all.length - lines.length;
  return html`<ol class="exchange mono" aria-label="Proof">${lines.map((line, index) => {
    const { at, channel } = line.proof;
    return html`<li class=${channel}><${When} at=${at} previous=${lines[index - 1]?.proof.at} /><small>${channel}</small><${ProofLine} line=${line} names=${names} /></li>`;
  })}</ol>${left === 0 ? null : html`<p class="soft small">The lines that decide; ${left} more are in <code>result.json</code>.</p>`}`;
}
