import type { VNode } from 'preact';
import { html } from '../html.ts';
import type { Result } from '../result.ts';
import { propertyCounts } from '../wording.ts';
import { Id, Tag } from './parts.ts';

/** What was drawn and tried beside the checks: each property and journey, and over how many cases it held. */
export function Properties({ result }: { result: Result }): VNode | null {
  const { properties } = result;
  if (properties === undefined) return null;
  return html`<section><h2>Properties and journeys</h2>
    <p class="soft small">${propertyCounts(result)}. Cases are drawn from the seed, and each is judged by the laws.</p>
    <div class="scroll"><table>
    <thead><tr><th scope="col">Property</th><th scope="col">Outcome</th><th scope="col">Cases</th><th scope="col">What holds</th></tr></thead>
    <tbody>${properties.map(
      ({ id, outcome, runs, of, title }) =>
        html`<tr><td><${Id} id=${id} /></td><td><${Tag} outcome=${outcome} /></td><td>${runs} of ${of}</td><td>${title}</td></tr>`,
    )}</tbody></table></div></section>`;
}
