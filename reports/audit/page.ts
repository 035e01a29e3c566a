import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { namesIn } from '../deciding.ts';
import { document } from '../statement/document.ts';
import { linesOf, ProofLine } from '../statement/exchange.ts';
import { Facts, Id, Prose, Tag } from '../statement/parts.ts';
import type { Audit, AuditLaw } from './audit.ts';
import type { Timeline } from './timelines.ts';
import { brokenFirst, byReason, countWords, outcomeWords, recordingWords, TIER_WORDS } from './words.ts';

const MORE_STYLE = `
.story { margin: .6rem 0; border: 1px solid var(--line); border-radius: 8px; background: var(--card); padding: .4rem .9rem; }
.story summary { display: flex; flex-wrap: wrap; gap: .5rem; align-items: baseline; }
.events { margin: .4rem 0 .6rem; padding: 0; list-style: none; }
.events li { display: grid; grid-template-columns: 3.6rem 6.6rem minmax(0, 1fr); gap: .6rem; padding: .25rem .4rem; border-top: 1px solid var(--line); }
.events li.proves { background: var(--bad-bg); box-shadow: inset .25rem 0 var(--bad); }
.events li:target { outline: 2px solid var(--accent); }
.events .text { white-space: pre-wrap; overflow-wrap: anywhere; }
@media (max-width: 40rem) { .events li { grid-template-columns: 1fr; gap: .1rem; } }
`;

/** So long the stories are together: a page that a browser opens at once. `audit.json` has more of them. */
const MOST_LINES = 400;

/** The stories that are told on the page: those of what is broken come first, and the first is told however long it is. */
function storiesOf({ timelines }: Audit): readonly Timeline[] {
  let lines = 0;
  return timelines.filter(({ events }) => {
    lines += events.length;
    return lines === events.length || lines <= MOST_LINES;
  });
}

const eventAnchor = (timeline: number, seq: number): string => `t${timeline}-e${seq}`;

/** `audit.html`: one self-contained page: the laws, and the story of each order and payout that broke one. */
export function renderAudit(whole: Audit): string {
  const audit = { ...whole, timelines: [...storiesOf(whole)] };
  const laws = brokenFirst(audit.laws);
  const broken = laws.filter(({ found }) => found > 0);
  const unseen = byReason(laws);
  const bad = audit.outcome === 'broken';
  const body = html`<section class=${`banner ${bad ? 'bad' : 'open'}`}>
        <div class="mark">${audit.tier}: ${TIER_WORDS[audit.tier]}</div>
        <h1>${bad ? 'A law is broken' : 'Nothing found'}</h1>
        <p><strong>${audit.file}</strong></p>
        <p>${outcomeWords(audit)}</p>
      </section>
      <section><h2>What was recorded</h2>
        <${Facts} entries=${[
          ...audit.recordings.map((recording, index) => [
            audit.recordings.length === 1 ? 'Recording' : `Recording ${index + 1}`,
            recordingWords(recording),
          ]),
          [
            'Readings given',
            Object.entries(audit.readings)
              .map(([id, value]) => `${id}=${value}`)
              .join(', '),
          ],
        ]} />
        ${audit.recordings.flatMap(({ unseen }) => unseen).length > 0 && html`<h3>What was not recorded</h3><ul>${audit.recordings.flatMap(({ unseen }) => unseen).map((gap) => html`<li>${gap}</li>`)}</ul>`}</section>
      ${broken.length > 0 && html`<section><h2>Broken laws</h2>${broken.map((law) => html`<${Broken} law=${law} audit=${audit} />`)}</section>`}
      <section><h2>All laws</h2><${LawTable} laws=${laws} /></section>
      ${
        unseen.size > 0 &&
        html`<section><h2>What could not be seen</h2>${[...unseen].map(
          ([reason, laws]) =>
            html`<p>${reason}</p><ul>${laws.map((law) => html`<li><code>${law.id}</code> <span class="soft">${law.title}</span></li>`)}</ul>`,
        )}</section>`
      }
      <section><h2>Orders and payouts</h2>
        ${audit.timelines.map((timeline, index) => html`<${Story} timeline=${timeline} index=${index} several=${audit.recordings.length > 1} />`)}
        <${Left} shown=${audit.timelines} all=${whole} />
      </section>
      <footer>Written by gatecheck ${audit.suite} from <code>audit.json</code>, which says the same for programs. Texts are shown as they were recorded: masked by their recorder.</footer>`;
  return document({ title: `Audit of ${audit.file}`, suite: audit.suite, body, moreStyle: MORE_STYLE });
}

function LawTable({ laws }: { laws: readonly AuditLaw[] }): VNode {
  return html`<div class="scroll"><table>
    <thead><tr><th scope="col">Law</th><th scope="col">Level</th><th scope="col">Outcome</th><th scope="col">Judged</th><th scope="col">What always holds</th></tr></thead>
    <tbody>${laws.map(
      (law) =>
        html`<tr><td><${Id} id=${law.id} /></td><td>${law.level}</td><td><${Tag} outcome=${law.outcome} /></td><td>${law.judged}</td><td><${Prose} text=${law.title} /></td></tr>`,
    )}</tbody></table></div>`;
}

function Broken({ law, audit }: { law: AuditLaw; audit: Audit }): VNode {
  return html`<article class="finding bad"><header><${Tag} outcome=${law.outcome} /><h3>${law.title}</h3><p class="soft small"><code>${law.id}</code> · ${countWords(law.found, 'violation')}</p></header>
    <ul>${law.violations.map(
      (violation) =>
        html`<li>${violation.actual} <span class="soft small">Events: ${violation.events.map((seq) => html`<${EventLink} audit=${audit} recording=${violation.recording} law=${law.id} seq=${seq} /> `)}</span></li>`,
    )}</ul>
    ${law.found > law.violations.length && html`<p class="soft small">and ${law.found - law.violations.length} more.</p>`}
  </article>`;
}

interface LinkProps {
  readonly audit: Audit;
  readonly recording: number;
  readonly law: string;
  readonly seq: number;
}

/** Points from a verdict to the event in the story that it is about; a plain number where no story holds it. */
function EventLink({ audit, recording, law, seq }: LinkProps): VNode {
  const name = audit.recordings.length > 1 ? `${recording}·${seq}` : `${seq}`;
  const at = audit.timelines.findIndex(
    (timeline) =>
      timeline.recording === recording &&
      timeline.broken.some((breach) => breach.law === law && breach.events.includes(seq)) &&
      timeline.events.some((event) => event.seq === seq),
  );
  return at < 0 ? html`<span>${name}</span>` : html`<a href=${`#${eventAnchor(at, seq)}`}>${name}</a>`;
}

interface StoryProps {
  readonly timeline: Timeline;
  readonly index: number;
  readonly several: boolean;
}

function Story({ timeline, index, several }: StoryProps): VNode {
  const { broken } = timeline;
  const proves = new Set(broken.flatMap((breach) => breach.events));
  const said = broken.map(({ actual }) => actual).join(' ');
  const names = namesIn(said);
  const lines = linesOf(timeline.events, said);
  const title = timeline.kind === 'order' ? 'Order' : 'Payout';
  return html`<details class="story" open=${broken.length > 0}>
    <summary><span>${title} <code>${timeline.id}</code></span>
      <span class="soft small">${timeline.gatewayId ?? 'not at the gateway'} · status ${timeline.status ?? 'unknown'}${timeline.name === null ? '' : ` · ${timeline.name}`}${several ? ` · recording ${timeline.recording}` : ''}</span>
      ${broken.length > 0 && html`<span class="tag bad">${countWords(broken.length, 'violation')}</span>`}
    </summary>
    ${broken.map((breach) => html`<p><code>${breach.law}</code> ${breach.actual}</p>`)}
    <ol class="events mono">${timeline.events.map(
      (event, at) =>
        html`<li id=${eventAnchor(index, event.seq)} class=${proves.has(event.seq) ? 'proves' : ''}><span class="soft">${event.seq}</span><time class="soft" datetime=${event.at} title=${event.at}>${event.at.slice(11, 23)}</time><${ProofLine} line=${lines[at]} names=${names} /></li>`,
    )}</ol>
    ${timeline.left > 0 && html`<p class="soft small">and ${timeline.left} more events.</p>`}
  </details>`;
}

function Left({ shown, all: { left, timelines } }: { shown: readonly Timeline[]; all: Audit }): VNode | null {
  if (timelines.length === 0) return html`<p>No order and no payout is in this history.</p>`;
  const untold = timelines.filter((timeline) => !shown.includes(timeline));
  const of = (kind: Timeline['kind']): number => untold.filter((timeline) => timeline.kind === kind).length;
  const orders = left.orders + of('order');
  const payouts = left.payouts + of('payout');
  if (orders + payouts === 0) return null;
  return html`<p class="soft">Not shown here: ${countWords(orders, 'order')} and ${countWords(payouts, 'payout')}. All of them were judged${untold.length === 0 ? '' : html`; <code>audit.json</code> tells of ${untold.length} of them`}.</p>`;
}
