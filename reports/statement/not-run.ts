import type { VNode } from 'preact';
import type { Finding } from '../findings.ts';
import { several } from '../headline.ts';
import { html } from '../html.ts';
import { Id } from './parts.ts';

/** So many are shown at once; more are folded under their reason. */
const MOST_SHOWN = 12;

/** What was not run, by the reason; nothing where all was. */
export function NotRun({ findings }: { findings: readonly Finding[] }): VNode | null {
  if (findings.length === 0) return null;
  const reasonOf = ({ note, actual }: Finding): string => note ?? actual;
  const reasons = [...new Set(findings.map(reasonOf))];
  return html`<section id="not-run"><h2>Not run (${findings.length})</h2>${reasons.map((reason) => {
    const alike = findings.filter((finding) => reasonOf(finding) === reason);
    return html`<details open=${findings.length <= MOST_SHOWN}><summary>${reason || 'Which'} <span class="soft small">${several(alike.length, 'check')}</span></summary><div class="scroll"><table>
    <thead><tr><th scope="col">Check</th><th scope="col">Level</th><th scope="col">What it is about</th></tr></thead>
    <tbody>${alike.map(
      (finding) =>
        html`<tr><td><${Id} id=${finding.id} /></td><td>${finding.level}</td><td>${finding.title}</td></tr>`,
    )}</tbody></table></div></details>`;
  })}</section>`;
}
