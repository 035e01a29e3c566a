import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { Cause } from '../causes.ts';
import type { Finding } from '../findings.ts';
import { several } from '../headline.ts';
import { OUTCOME_TONE } from '../tone.ts';
import { Exchange, Facts, Files, Id, Ids, Prose, Tag } from './parts.ts';

export const anchorOf = ({ kind, id }: Pick<Finding, 'kind' | 'id'>): string => `${kind}-${id}`;

/** The line that a finding is folded into: what it is about, and what the merchant did. */
function Line({ finding, children }: { finding: Finding; children?: VNode | null }): VNode {
  return html`<summary><${Tag} outcome=${finding.outcome} /> <code>${finding.id}</code> <span class="soft small">${finding.kind === 'check' ? '' : `${finding.kind}, `}${finding.level}</span>${children}
    <span class="what"><${Prose} text=${finding.title} /></span>
    ${finding.actual === '' ? null : html`<span class="what soft">${finding.actual}</span>`}</summary>`;
}

/** All that a reader needs to see a finding and to mend it; in brief where another one of its cause tells it. */
function Body({ finding, brief = false }: { finding: Finding; brief?: boolean }): VNode {
  const wrong = finding.outcome === 'fail' || finding.outcome === 'warn';
  return html`<div id=${anchorOf(finding)}>
    <${Facts} entries=${[
      ['Rule', finding.rule === null ? null : html`<${Prose} text=${finding.rule} />`],
      ['Expected', finding.expected === finding.title ? null : finding.expected],
      [
        'Smallest case',
        finding.counterexample.length > 0
          ? html`<ul>${finding.counterexample.map((line, index) => html`<li>${index === 0 ? html`<code>${line}</code>` : line}</li>`)}</ul>`
          : null,
      ],
      ['Note', finding.note],
      ['How to fix', wrong && finding.fix !== null ? html`<${Prose} text=${finding.fix} />` : null],
      [
        'Requirements',
        finding.requirements.length > 0 ? html`<${Ids} items=${finding.requirements} none="" />` : null,
      ],
      ['Browser', finding.files.length > 0 ? html`<${Files} paths=${finding.files} />` : null],
    ]} />
    <${Exchange} proof=${finding.proof} deciding=${`${finding.actual} ${finding.expected ?? ''}`} brief=${brief} />
    ${finding.reproduce === null ? null : html`<div class="soft small">Reproduce</div><code class="run">${finding.reproduce}</code>`}
  </div>`;
}

/** One cause: the finding that tells it best, and in it those in which the same shows. */
function Item({ cause: { lead, others, law }, open }: { cause: Cause; open: boolean }): VNode {
  return html`<details class=${`finding ${OUTCOME_TONE[lead.outcome]}`} open=${open}>
    <${Line} finding=${lead}>${others.length === 0 ? null : html` <span class="soft small">and ${several(others.length, 'more that shows the same', 'more that show the same')}</span>`}<//>
    ${law === undefined ? null : html`<p>In the history of ${others.length === 0 ? 'it' : 'each'} <a href=${`#${anchorOf({ kind: 'law', id: law })}`}>${law}</a> is broken: mend that first.</p>`}
    <${Body} finding=${lead} />
    ${others.map(
      (finding) =>
        html`<details class="also"><${Line} finding=${finding} /><${Body} finding=${finding} brief /></details>`,
    )}
  </details>`;
}

interface CausesProps {
  readonly id: string;
  readonly title: string;
  readonly causes: readonly Cause[];
  /** How many, in words, where causes and findings are not the same number. */
  readonly counted: string;
  readonly firstOpen?: boolean;
}

/** A headed section of causes, each folded into a line; nothing where there are none. */
export function Causes({ id, title, causes, counted, firstOpen = false }: CausesProps): VNode | null {
  if (causes.length === 0) return null;
  return html`<section id=${id}><h2>${title} <span class="soft small">${counted}</span></h2>${causes.map((cause, index) => html`<${Item} cause=${cause} open=${firstOpen && index === 0} />`)}</section>`;
}

/** So many are shown at once; more are folded under their reason. */
const MOST_SHOWN = 12;

/** Findings that have little to tell, by what they have to tell; nothing where there are none. */
export function Brief({ title, findings }: { title: string; findings: readonly Finding[] }): VNode | null {
  if (findings.length === 0) return null;
  const reasonOf = ({ note, actual }: Finding): string => note ?? actual;
  const reasons = [...new Set(findings.map(reasonOf))];
  return html`<section id="not-run"><h2>${title} (${findings.length})</h2>${reasons.map((reason) => {
    const alike = findings.filter((finding) => reasonOf(finding) === reason);
    return html`<details open=${findings.length <= MOST_SHOWN}><summary>${reason || 'Which'} <span class="soft small">${several(alike.length, 'check')}</span></summary><div class="scroll"><table>
    <thead><tr><th scope="col">Check</th><th scope="col">Level</th><th scope="col">What it is about</th></tr></thead>
    <tbody>${alike.map(
      (finding) =>
        html`<tr><td><${Id} id=${finding.id} /></td><td>${finding.level}</td><td>${finding.title}</td></tr>`,
    )}</tbody></table></div></details>`;
  })}</section>`;
}
