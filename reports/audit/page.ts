import type { VNode } from 'preact';
import { html } from '../html.ts';
import { fitted, type Piece, type Plan, type Step } from '../statement/budget.ts';
import { document } from '../statement/document.ts';
import { clipped, Facts, Id, Prose, Tag } from '../statement/parts.ts';
import type { Audit, AuditLaw } from './audit.ts';
import { Broken, LAW_DETAIL, type PlaceOf } from './broken.ts';
import { eventsTold, STORY_DETAIL, Story } from './story.ts';
import type { Timeline } from './timelines.ts';
import {
  BENEFIT_OF_THE_DOUBT,
  brokenFirst,
  byReason,
  countWords,
  outcomeWords,
  recordingWords,
  TIER_WORDS,
} from './words.ts';

const MORE_STYLE = `
.story { margin: .6rem 0; border: 1px solid var(--line); border-radius: 8px; background: var(--card); padding: .4rem .9rem; }
.story summary { display: flex; flex-wrap: wrap; gap: .5rem; align-items: baseline; }
.events { margin: .4rem 0 .6rem; padding: 0; list-style: none; }
.events li { display: grid; grid-template-columns: 3.6rem 6.6rem minmax(0, 1fr); gap: .6rem; padding: .25rem .4rem; border-top: 1px solid var(--line); }
.events li.proves { background: var(--bad-bg); box-shadow: inset .25rem 0 var(--bad); }
.events li:target { outline: 2px solid var(--accent); }
.events time, .events small { color: var(--soft); font-size: 1em; }
.events .text { white-space: pre-wrap; overflow-wrap: anywhere; }
@media (max-width: 40rem) { .events li { grid-template-columns: 1fr; gap: .1rem; } }
`;

/** So long the stories are together: a page that is read. `audit.json` has more of them. */
const MOST_LINES = 400;

/** The stories that may be told on the page: those of what is broken come first, and the first however long it is. */
function storiesOf({ timelines }: Audit): readonly Timeline[] {
  let lines = 0;
  return timelines.filter(({ events }) => {
    lines += events.length;
    return lines === events.length || lines <= MOST_LINES;
  });
}

/** Of a name that others gave, so much. */
const MOST_OF_A_NAME = 400;
/** So many recordings are told of where there is no room for all. */
const FIRST_RECORDINGS = 5;

/**
 * `audit.html`: one self-contained page: the laws, and the story of each order and payout that broke one. What there is no
 * room for is counted, with the file that has it.
 */
export function renderAudit(audit: Audit): string {
  const laws = brokenFirst(audit.laws).filter(({ found }) => found > 0);
  const stories = storiesOf(audit);
  const inEach = (
    details: Readonly<Record<string, number>>,
    told: (detail: number) => VNode | null,
  ): Piece => ({
    forms: Object.values(details).map((detail) => () => told(detail)),
  });
  const several = audit.recordings.length > 1;
  // No link is longer than one to the last story.
  const given = { several, placeOf: () => stories.length };
  const pieces: Pieces = {
    laws: new Map(
      laws.map((law) => [
        law,
        inEach(LAW_DETAIL, (detail) => html`<${Broken} ...${given} law=${law} detail=${detail} />`),
      ]),
    ),
    stories: new Map(
      stories.map((timeline, index) => [
        timeline,
        inEach(
          STORY_DETAIL,
          (detail) =>
            html`<${Story} timeline=${timeline} index=${index} several=${several} detail=${detail} />`,
        ),
      ]),
    ),
    recordings: {
      forms: [FIRST_RECORDINGS, audit.recordings.length].map(
        (most) => () => html`<${Recordings} audit=${audit} most=${most} />`,
      ),
    },
  };
  return fitted((plan) => pageOf(audit, pieces, plan), stepsOf(pieces));
}

interface Pieces {
  readonly laws: ReadonlyMap<AuditLaw, Piece>;
  readonly stories: ReadonlyMap<Timeline, Piece>;
  readonly recordings: Piece;
}

/** What is told before what: a violation of each law, the first story whole; what proves before what is only told. */
function stepsOf({ laws, stories, recordings }: Pieces): readonly Step[] {
  const each = (pieces: Iterable<Piece>, form: number): Step[] => [...pieces].map((piece) => [piece, form]);
  const of = (isBroken: boolean): Piece[] =>
    [...stories].filter(([{ broken }]) => broken.length > 0 === isBroken).map(([, piece]) => piece);
  const broken = of(true);
  return [
    ...each(laws.values(), LAW_DETAIL.first),
    ...each(broken.slice(0, 1), STORY_DETAIL.brief),
    ...each(broken.slice(0, 1), STORY_DETAIL.whole),
    [recordings, 1],
    ...each(laws.values(), LAW_DETAIL.brief),
    ...each(broken, STORY_DETAIL.brief),
    ...each(broken, STORY_DETAIL.whole),
    ...each(laws.values(), LAW_DETAIL.whole),
    ...each(of(false), STORY_DETAIL.whole),
  ];
}

/** Where the stories that are told tell of the events that prove a violation: a link to another leads nowhere. */
function placesIn(stories: readonly Timeline[], detailOf: (timeline: Timeline) => number): PlaceOf {
  const places = new Map<string, number>();
  for (const [place, timeline] of stories.entries()) {
    const told = new Set(eventsTold(timeline, detailOf(timeline)).map(({ seq }) => seq));
    for (const { law, events } of timeline.broken) {
      for (const seq of events) {
        const key = `${timeline.recording} ${law} ${seq}`;
        if (told.has(seq) && !places.has(key)) places.set(key, place);
      }
    }
  }
  return (recording, law, seq) => places.get(`${recording} ${law} ${seq}`);
}

function pageOf(audit: Audit, { laws, stories, recordings }: Pieces, plan: Plan): string {
  const shown = (piece: Piece) => piece.forms[plan(piece)]?.() ?? null;
  const all = brokenFirst(audit.laws);
  const unseen = byReason(all);
  const bad = audit.outcome === 'broken';
  const told = [...stories.keys()];
  const detailOf = (timeline: Timeline): number => {
    const piece = stories.get(timeline);
    return piece === undefined ? STORY_DETAIL.none : plan(piece);
  };
  const placeOf = placesIn(told, detailOf);
  const several = audit.recordings.length > 1;
  const file = clipped(audit.file, MOST_OF_A_NAME);
  const body = html`<section class=${`banner ${bad ? 'bad' : 'open'}`}>
        <div class="mark">${audit.tier}: ${TIER_WORDS[audit.tier]}</div>
        <h1>${bad ? 'A law is broken' : 'Nothing found'}</h1>
        <p><strong>${file}</strong></p>
        <p>${outcomeWords(audit)}</p>
      </section>
      ${shown(recordings)}
      ${
        laws.size > 0 &&
        html`<section><h2>Broken laws</h2>${[...laws].map(
          ([law, piece]) =>
            html`<${Broken} law=${law} several=${several} placeOf=${placeOf} detail=${plan(piece)} />`,
        )}</section>`
      }
      <${Gateway} rules=${audit.gateway} />
      <section><h2>All laws</h2><${LawTable} laws=${all} /></section>
      ${
        unseen.size > 0 &&
        html`<section><h2>What could not be seen</h2>${[...unseen].map(
          ([reason, lacking]) =>
            html`<p>${reason}</p><ul>${lacking.map((law) => html`<li><code>${law.id}</code> <span class="soft">${law.title}</span></li>`)}</ul>`,
        )}</section>`
      }
      <section><h2>Orders and payouts</h2>
        ${[...stories.values()].map(shown)}
        <${Left} shown=${told.filter((timeline) => detailOf(timeline) > STORY_DETAIL.none)} all=${audit} />
      </section>
      <footer>Written by gatecheck ${audit.suite} from <code>audit.json</code>, which says the same for programs. Texts are shown as they were recorded: masked by their recorder.</footer>`;
  return document({ title: `Audit of ${file}`, suite: audit.suite, body, moreStyle: MORE_STYLE });
}

/** What the recorded gateway did wrong, with the first case of each rule. */
function Gateway({ rules }: { rules: Audit['gateway'] }): VNode | null {
  if (rules.length === 0) return null;
  return html`<section><h2>What the recorded gateway did wrong</h2><p>${BENEFIT_OF_THE_DOUBT}</p>
    <ul>${rules.map(
      ({ id, title, found, violations }) =>
        html`<li><code>${id}</code> ${countWords(found, 'time')}. ${title}${
          violations[0] &&
          html`<br /><span class="soft">${clipped(violations[0].actual, MOST_OF_A_NAME)}</span>`
        }</li>`,
    )}</ul></section>`;
}

function LawTable({ laws }: { laws: readonly AuditLaw[] }): VNode {
  return html`<div class="scroll"><table>
    <thead><tr><th scope="col">Law</th><th scope="col">Level</th><th scope="col">Outcome</th><th scope="col">Judged</th><th scope="col">What always holds</th></tr></thead>
    <tbody>${laws.map(
      (law) =>
        html`<tr><td><${Id} id=${law.id} /></td><td>${law.level}</td><td><${Tag} outcome=${law.outcome} /></td><td>${law.judged}</td><td><${Prose} text=${law.title} /></td></tr>`,
    )}</tbody></table></div>`;
}

/** What the recordings hold and lack, and by which readings they were judged. */
function Recordings({ audit, most }: { audit: Audit; most: number }): VNode {
  const { recordings, readings } = audit;
  const isShort = most < recordings.length;
  const text = (words: string): string => clipped(words, MOST_OF_A_NAME);
  const gaps = [...new Set(recordings.flatMap(({ unseen }) => unseen))];
  return html`<section><h2>What was recorded</h2>
    <${Facts} entries=${[
      ...recordings
        .slice(0, most)
        .map((recording, index) => [
          recordings.length === 1 ? 'Recording' : `Recording ${index + 1}`,
          text(recordingWords(recording)),
        ]),
      [
        'Interpretations given',
        text(
          Object.entries(readings)
            .map(([id, value]) => `${id}=${value}`)
            .join(', '),
        ),
      ],
    ]} />
    ${isShort && html`<p class="soft small">and ${recordings.length - most} more recordings: <code>audit.json</code> has them (recordings).</p>`}
    ${gaps.length > 0 && html`<h3>What was not recorded</h3><ul>${gaps.map((gap) => html`<li>${text(gap)}</li>`)}</ul>`}</section>`;
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
