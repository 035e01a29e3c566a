import type { VNode } from 'preact';
import { html } from '../html.ts';
import { clipped, Tag } from '../statement/parts.ts';
import type { AuditLaw } from './audit.ts';
import { eventAnchor } from './story.ts';
import { countWords } from './words.ts';

/** How much is told of a broken law: its name; its first violation; all in brief; all. */
export const LAW_DETAIL = { name: 0, first: 1, brief: 2, whole: 3 } as const;

/** Of each violation that is told in brief. */
const MOST_CHARACTERS = 300;
const MOST_EVENTS = 12;

/** Which story on the page tells of the event that proves this; undefined where none does. */
export type PlaceOf = (recording: number, law: string, seq: number) => number | undefined;

interface BrokenProps {
  readonly law: AuditLaw;
  readonly several: boolean;
  readonly placeOf: PlaceOf;
  readonly detail: number;
}

export function Broken({ law, detail, ...given }: BrokenProps): VNode {
  const isWhole = detail === LAW_DETAIL.whole;
  const most = [0, 1][detail] ?? law.violations.length;
  const shown = law.violations.slice(0, most);
  return html`<article class="finding bad"><header><${Tag} outcome=${law.outcome} /><h3>${law.title}</h3><p class="soft small"><code>${law.id}</code> · ${countWords(law.found, 'violation')}</p></header>
    ${
      shown.length > 0 &&
      html`<ul>${shown.map(
        (violation) =>
          html`<li><${Violation} ...${given} law=${law.id} violation=${violation} isWhole=${isWhole} /></li>`,
      )}</ul>`
    }
    ${law.found > shown.length && html`<p class="soft small">${shown.length === 0 ? '' : 'and '}${law.found - shown.length} more${law.violations.length > shown.length && html` (<code>audit.json</code> has ${law.violations.length} of ${law.found})`}.</p>`}
  </article>`;
}

interface ViolationProps extends Omit<BrokenProps, 'law' | 'detail'> {
  readonly law: string;
  readonly violation: AuditLaw['violations'][number];
  readonly isWhole: boolean;
}

function Violation({ law, violation, several, placeOf, isWhole }: ViolationProps): VNode {
  const { actual, events, recording } = violation;
  const shown = isWhole ? events : events.slice(0, MOST_EVENTS);
  const left = events.length - shown.length;
  const link = (seq: number): VNode => {
    const name = several ? `${recording}·${seq}` : `${seq}`;
    const place = placeOf(recording, law, seq);
    return place === undefined
      ? html`<span>${name}</span>`
      : html`<a href=${`#${eventAnchor(place, seq)}`}>${name}</a>`;
  };
  return html`${isWhole ? actual : clipped(actual, MOST_CHARACTERS)} <span class="soft small">Events: ${shown.map((seq) => html`${link(seq)} `)}${left > 0 && `and ${left} more`}</span>`;
}
