import type { VNode } from 'preact';
import type { Cause } from '../causes.ts';
import type { Finding } from '../findings.ts';
import { several } from '../headline.ts';
import { html } from '../html.ts';
import type { Result, Verdict } from '../result.ts';
import { anchorOf } from './findings.ts';
import { Prose } from './parts.ts';

/** The first word about going live. */
const MAY_IT: Readonly<Record<Verdict, string>> = {
  certified: 'Yes, for what it claims.',
  'certified-with-waivers': 'Yes, as far as the waivers are answered for.',
  'not-certified': 'No.',
  partial: 'This run cannot say: it tried a part of the checks.',
  inconclusive: 'This run cannot say: not everything could be shown.',
};

interface AnswerProps {
  readonly result: Result;
  readonly failures: readonly Cause[];
  readonly open: readonly Finding[];
}

/** Whether the merchant may go live, and what to do first if it may not. */
export function Answer({ result, failures, open }: AnswerProps): VNode {
  const first = failures[0]?.lead ?? open[0];
  const counted = [
    ...(failures.length === 0 ? [] : [`${several(failures.length, 'cause')} of failure`]),
    ...(open.length === 0 ? [] : [`${several(open.length, 'check')} could not be shown`]),
  ];
  return html`<section class="answer"><h2>May it go live?</h2>
    <p><strong>${MAY_IT[result.verdict]}</strong> ${counted.length === 0 ? null : `${counted.join('; ')}.`}</p>
    ${
      first === undefined
        ? null
        : html`<p>First: <a href=${`#${anchorOf(first)}`}><${Prose} text=${first.title} /></a></p>
      ${first.fix === null || failures.length === 0 ? null : html`<p class="soft"><${Prose} text=${first.fix} /></p>`}`
    }
  </section>`;
}

/** The anchor of a section, its name, and how many there are; a section with none is left out. */
export type Entry = readonly [anchor: string, name: string, count: number | null];

export function Contents({ entries }: { entries: readonly Entry[] }): VNode {
  const shown = entries.filter(([, , count]) => count !== 0);
  return html`<nav aria-label="Contents"><ul>${shown.map(
    ([anchor, name, count]) =>
      html`<li><a href=${`#${anchor}`}>${name}</a>${count === null ? null : html` <span class="soft">${count}</span>`}</li>`,
  )}</ul></nav>`;
}
