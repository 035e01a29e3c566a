import type { VNode } from 'preact';
import { clipAround, namesIn } from '../deciding.ts';
import { html } from '../html.ts';
import { folded, linesOf, ProofLine, When } from '../statement/exchange.ts';
import { clipped } from '../statement/parts.ts';
import type { Timeline } from './timelines.ts';
import { countWords } from './words.ts';

/** How much is told of an order or payout: nothing but that there is one; the events that prove; all of it. */
export const STORY_DETAIL = { none: 0, brief: 1, whole: 2 } as const;

/** In brief: so many of the events that prove, so many breaches, and so much of each text. */
const MOST_PROVING = 20;
const MOST_BREACHES = 5;
const MOST_CHARACTERS = 900;
const MOST_OF_A_NAME = 300;

export const eventAnchor = (timeline: number, seq: number): string => `t${timeline}-e${seq}`;

const provingIn = ({ broken }: Timeline): ReadonlySet<number> =>
  new Set(broken.flatMap(({ events }) => events));

/** The events of a story that are told in this detail. */
export function eventsTold(timeline: Timeline, detail: number): Timeline['events'] {
  if (detail === STORY_DETAIL.whole) return timeline.events;
  if (detail === STORY_DETAIL.none) return [];
  const proving = provingIn(timeline);
  return timeline.events.filter(({ seq }) => proving.has(seq)).slice(0, MOST_PROVING);
}

interface StoryProps {
  readonly timeline: Timeline;
  readonly index: number;
  readonly several: boolean;
  readonly detail: number;
}

/** The story of an order or a payout; in brief where there is no room for more. */
export function Story({ timeline, index, several, detail }: StoryProps): VNode | null {
  if (detail === STORY_DETAIL.none) return null;
  const { broken } = timeline;
  const isBrief = detail === STORY_DETAIL.brief;
  const proves = provingIn(timeline);
  const said = broken.map(({ actual }) => actual).join(' ');
  const names = namesIn(said);
  const told = eventsTold(timeline, detail);
  const cut = (text: string) => (isBrief ? clipAround(text, names, MOST_CHARACTERS) : text);
  const lines = folded(
    linesOf(
      told.map((event) => ({ ...event, text: cut(event.text) })),
      said,
    ),
  );
  const breaches = isBrief ? broken.slice(0, MOST_BREACHES) : broken;
  const left = timeline.left + timeline.events.length - told.length;
  const name = (text: string) => (isBrief ? clipped(text, MOST_OF_A_NAME) : text);
  return html`<details class="story" open=${broken.length > 0}>
    <summary><span>${timeline.kind === 'order' ? 'Order' : 'Payout'} <code>${name(timeline.id)}</code></span>
      <span class="soft small">${name(timeline.gatewayId ?? 'not at the gateway')} · status ${timeline.status ?? 'unknown'}${timeline.name === null ? '' : ` · ${name(timeline.name)}`}${several ? ` · recording ${timeline.recording}` : ''}</span>
      ${broken.length > 0 && html`<span class="tag bad">${countWords(broken.length, 'violation')}</span>`}
    </summary>
    ${breaches.map(({ law, actual }) => html`<p><code>${law}</code> ${cut(actual)}</p>`)}
    <ol class="events mono">${told.map(
      ({ seq, at }, place) =>
        html`<li id=${eventAnchor(index, seq)} class=${proves.has(seq) ? 'proves' : undefined}><small>${seq}</small><${When} at=${at} previous=${told[place - 1]?.at} /><${ProofLine} line=${lines[place]} names=${names} /></li>`,
    )}</ol>
    ${left > 0 && html`<p class="soft small">${isBrief ? html`The events that prove it; ${left} more are in <code>audit.json</code> or in the recording` : `and ${left} more events`}.</p>`}
  </details>`;
}
