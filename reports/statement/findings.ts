import { Fragment, type VNode } from 'preact';
import type { Finding } from '../findings.ts';
import { html } from '../html.ts';
import { Exchange } from './exchange.ts';
import { clipped, Facts, Files, Ids, Prose, Tag } from './parts.ts';

export const anchorOf = ({ kind, id }: Pick<Finding, 'kind' | 'id'>): string => `${kind}-${id}`;

/** How much is told of a finding: its name; what the merchant did; the lines that decide; all lines of its proof. */
export const DETAIL = { name: 0, line: 1, brief: 2, whole: 3 } as const;

/** Of what the merchant did, so much stands in the line of a finding that is told no further. */
const MOST_OF_A_LINE = 300;
/** Of a text in a finding that is told in brief. */
const MOST_OF_A_TEXT = 1_000;
/** A proof with more characters is told in brief: one alone would fill the page. */
const MOST_OF_A_PROOF = 60_000;

const mostOfText = (detail: number): number =>
  detail === DETAIL.whole ? Number.POSITIVE_INFINITY : MOST_OF_A_TEXT;

export interface Told {
  readonly finding: Finding;
  readonly detail: number;
  /** Of one that is told under another of its cause: that one. What both have is told there. */
  readonly lead?: Finding | undefined;
  readonly children?: VNode | null;
}

/** The line of a finding: what it is about, and what the merchant did. */
export function Line({ finding, detail, lead, children }: Told): VNode {
  const { actual, outcome } = finding;
  const said = detail === DETAIL.name || actual === lead?.actual ? '' : actual;
  const most = detail === DETAIL.line ? MOST_OF_A_LINE : mostOfText(detail);
  return html`<${Fragment}>${outcome === lead?.outcome ? null : html`<${Tag} outcome=${outcome} /> `}<code>${finding.id}</code> <span class="soft small">${finding.kind === 'check' ? '' : `${finding.kind}, `}${finding.level}</span>${children}<span class="what"><${Prose} text=${clipped(finding.title, MOST_OF_A_LINE)} /></span>${
    said === '' ? null : html`<span class="what soft">${clipped(said, most)}</span>`
  }<//>`;
}

/** All that a reader needs to see a finding and to mend it. */
export function Body({ finding, detail, lead }: Told): VNode {
  const isWhole = detail === DETAIL.whole;
  const text = (of: 'rule' | 'expected' | 'note' | 'fix'): VNode | null =>
    finding[of] === null || finding[of] === lead?.[of]
      ? null
      : html`<${Prose} text=${clipped(finding[of], mostOfText(detail))} />`;
  const wrong = finding.outcome === 'fail' || finding.outcome === 'warn';
  const isSame = JSON.stringify(finding.requirements) === JSON.stringify(lead?.requirements);
  return html`<div id=${anchorOf(finding)}>
    <${Facts} entries=${[
      ['Rule', text('rule')],
      ['Expected', finding.expected === finding.title ? null : text('expected')],
      [
        'Smallest case',
        finding.counterexample.length > 0
          ? html`<${Smallest} lines=${finding.counterexample} isWhole=${isWhole} />`
          : null,
      ],
      ['Note', text('note')],
      ['How to fix', wrong ? text('fix') : null],
      [
        'Requirements',
        finding.requirements.length > 0 && !isSame
          ? html`<${Ids} items=${finding.requirements} none="" />`
          : null,
      ],
      ['Browser', finding.files.length > 0 ? html`<${Files} paths=${finding.files} />` : null],
    ]} />
    <${Exchange} proof=${finding.proof} deciding=${`${finding.actual} ${finding.expected ?? ''}`} brief=${!isWhole || !isShort(finding)} />
    ${finding.reproduce === null ? null : html`<div class="soft small">Reproduce</div><code class="run">${finding.reproduce}</code>`}
  </div>`;
}

const isShort = ({ proof }: Finding): boolean =>
  proof.reduce((characters, { text }) => characters + text.length, 0) <= MOST_OF_A_PROOF;

/** So many lines of a case are told in brief. */
const MOST_STEPS = 8;

/** The smallest case that fails, and what was done in it. */
function Smallest({ lines, isWhole }: { lines: readonly string[]; isWhole: boolean }): VNode {
  const shown = isWhole ? lines : lines.slice(0, MOST_STEPS).map((line) => clipped(line, MOST_OF_A_LINE));
  const left = lines.length - shown.length;
  return html`<ul>${shown.map((line, index) => html`<li>${index === 0 ? html`<code>${line}</code>` : line}</li>`)}${left > 0 && html`<li>${left} more are in <code>result.json</code></li>`}</ul>`;
}
