import { html } from 'htm/preact';
import type { VNode } from 'preact';
import type { Finding } from '../findings.ts';
import { OUTCOME_TONE } from '../tone.ts';
import { Exchange, Facts, Files, Id, Ids, Prose, Tag } from './parts.ts';

/** One failure, warning or open question, with all that a reader needs to see it and to mend it. */
function Item({ finding }: { finding: Finding }): VNode {
  const wrong = finding.outcome === 'fail' || finding.outcome === 'warn';
  return html`<article class=${`finding ${OUTCOME_TONE[finding.outcome]}`} id=${`${finding.kind}-${finding.id}`}>
    <header>
      <${Tag} outcome=${finding.outcome} /><h3><code>${finding.id}</code></h3>
      <span class="soft small">${finding.kind === 'check' ? '' : `${finding.kind}, `}${finding.level}</span>
      <p><${Prose} text=${finding.title} /></p>
    </header>
    <${Facts} entries=${[
      ['Rule', finding.rule === null ? null : html`<${Prose} text=${finding.rule} />`],
      ['Expected', finding.expected],
      ['Actual', finding.actual],
      [
        'Smallest case',
        finding.counterexample.length > 0
          ? html`<ul>${finding.counterexample.map((line, index) => html`<li>${index === 0 ? html`<code>${line}</code>` : line}</li>`)}</ul>`
          : null,
      ],
      ['Note', finding.note],
      [
        'Requirements',
        finding.requirements.length > 0 ? html`<${Ids} items=${finding.requirements} none="" />` : null,
      ],
      ['Browser', finding.files.length > 0 ? html`<${Files} paths=${finding.files} />` : null],
      ['How to fix', wrong && finding.fix !== null ? html`<${Prose} text=${finding.fix} />` : null],
    ]} />
    <${Exchange} proof=${finding.proof} />
    ${finding.reproduce === null ? null : html`<div class="soft small">Reproduce</div><code class="run">${finding.reproduce}</code>`}
  </article>`;
}

/** A headed section of findings; nothing where there are none. */
export function Findings({ title, findings }: { title: string; findings: readonly Finding[] }): VNode | null {
  if (findings.length === 0) return null;
  return html`<section><h2>${title} (${findings.length})</h2>${findings.map((finding) => html`<${Item} finding=${finding} />`)}</section>`;
}

/** A headed table of findings that have little to tell; nothing where there are none. */
export function Brief({ title, findings }: { title: string; findings: readonly Finding[] }): VNode | null {
  if (findings.length === 0) return null;
  return html`<section><h2>${title} (${findings.length})</h2><div class="scroll"><table>
    <thead><tr><th scope="col">Check</th><th scope="col">Level</th><th scope="col">What it is about</th><th scope="col">Why</th></tr></thead>
    <tbody>${findings.map(
      (finding) =>
        html`<tr><td><${Id} id=${finding.id} /></td><td>${finding.level}</td><td>${finding.title}</td><td>${finding.note ?? finding.actual}</td></tr>`,
    )}</tbody></table></div></section>`;
}
