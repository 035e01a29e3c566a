import type { VNode } from 'preact';
import type { Combination, PairState } from '../../history/combination.ts';
import { combinationsIn, pairsWords } from '../combinations.ts';
import { html } from '../html.ts';
import type { Result } from '../result.ts';
import type { Tone } from '../tone.ts';

/** How each state of a pair is drawn, and what it says. */
const CELLS: Readonly<
  Record<PairState, { readonly mark: string; readonly says: string; readonly tone: Tone }>
> = {
  right: { mark: '●', says: 'gone through and right', tone: 'good' },
  broken: { mark: '✕', says: 'gone through, and something broke', tone: 'bad' },
  open: { mark: '○', says: 'not gone through in this run', tone: 'quiet' },
};

/** There are a thousand of them: what a mark says stands once, above the tables. */
function Cell({ state }: { state: PairState | undefined }): VNode {
  return state === undefined
    ? html`<td></td>`
    : html`<td class=${CELLS[state].tone}>${CELLS[state].mark}</td>`;
}

/** Rows are what happens first, columns what directly follows. */
function Pairs({ combination }: { combination: Combination }): VNode {
  const { kind, events, pairs } = combination;
  const names = Object.keys(events);
  const firsts = names.filter((name) => pairs[name] !== undefined);
  const nexts = names.filter((name) => firsts.some((first) => pairs[first]?.[name] !== undefined));
  return html`<details class="pairs"><summary>${kind} <span class="soft small">${pairsWords([combination])}</span></summary>
    <div class="scroll"><table class="matrix">
      <thead><tr><th scope="col">first, then</th>${nexts.map((next) => html`<th scope="col"><span>${next}</span></th>`)}</tr></thead>
      <tbody>${firsts.map(
        (first) =>
          html`<tr><th scope="row">${first}</th>${nexts.map((next) => html`<${Cell} state=${pairs[first]?.[next]} />`)}</tr>`,
      )}</tbody></table></div>
    <dl class="facts small">${names.map((name) => html`<dt><code>${name}</code></dt><dd>${events[name]}</dd>`)}</dl>
  </details>`;
}

/** Which pairs of events the merchant went through, kind by kind; nothing where no check combined any. */
export function Combinations({ result }: { result: Result }): VNode | null {
  const combinations = combinationsIn(result);
  if (combinations.length === 0) return null;
  return html`<section><h2>Combinations</h2>
    <p>What can happen to one object is combined, two events at a time: the merchant went through ${pairsWords(combinations)}. A pair counts where the history shows that both events took place, the second directly after the first.</p>
    <p class="legend small">${Object.values(CELLS).map(({ mark, says, tone }) => html`<span><b class=${tone}>${mark}</b> ${says}</span>`)}<span>empty: cannot follow</span></p>
    ${combinations.map((combination) => html`<${Pairs} combination=${combination} />`)}
  </section>`;
}
