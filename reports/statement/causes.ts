import { Fragment, type VNode } from 'preact';
import type { Cause } from '../causes.ts';
import { several } from '../headline.ts';
import { html } from '../html.ts';
import { OUTCOME_TONE } from '../tone.ts';
import type { Piece, Plan, Step } from './budget.ts';
import { anchorOf, Body, DETAIL, Line, type Told } from './findings.ts';

/** A cause with the pieces of its findings. */
export interface ToldCause {
  readonly cause: Cause;
  readonly lead: Piece;
  readonly others: readonly Piece[];
}

const inEachDetail = (told: (detail: number) => VNode): Piece => ({
  forms: Object.values(DETAIL).map((detail) => () => told(detail)),
});

export function toldCause(cause: Cause): ToldCause {
  const { lead, others } = cause;
  return {
    cause,
    lead: inEachDetail((detail) => html`<${Lead} cause=${cause} detail=${detail} />`),
    others: others.map((finding) =>
      inEachDetail((detail) => html`<${Also} finding=${finding} lead=${lead} detail=${detail} />`),
    ),
  };
}

/** The steps that tell the first finding of each cause in this detail. */
export const leads = (causes: readonly ToldCause[], detail: number): Step[] =>
  causes.map(({ lead }) => [lead, detail]);

/** The steps that tell all the others. */
export const others = (causes: readonly ToldCause[], detail: number): Step[] =>
  causes.flatMap((told) => told.others.map((piece): Step => [piece, detail]));

function Lead({ cause: { lead, others, law }, detail }: { cause: Cause; detail: number }): VNode {
  const isOpen = detail >= DETAIL.brief;
  const line = html`<${Line} finding=${lead} detail=${detail}>${others.length === 0 ? null : html` <span class="soft small">and ${several(others.length, 'more that shows the same', 'more that show the same')}</span>`}<//>`;
  return html`<${Fragment}>${isOpen ? html`<summary>${line}</summary>` : html`<p id=${anchorOf(lead)}>${line}</p>`}
    ${law === undefined ? null : html`<p>In the history of ${others.length === 0 ? 'it' : 'each'} <a href=${`#${anchorOf({ kind: 'law', id: law })}`}>${law}</a> is broken: mend that first.</p>`}
    ${isOpen && html`<${Body} finding=${lead} detail=${detail} />`}<//>`;
}

function Also({ finding, lead, detail }: Told): VNode {
  const line = html`<${Line} finding=${finding} lead=${lead} detail=${detail} />`;
  return detail >= DETAIL.brief
    ? html`<details class="also"><summary>${line}</summary><${Body} finding=${finding} lead=${lead} detail=${detail} /></details>`
    : html`<p class="also" id=${anchorOf(finding)}>${line}</p>`;
}

/** One cause: the finding that tells it best, and in it those in which the same shows. */
function Item({ told, plan, open }: { told: ToldCause; plan: Plan; open: boolean }): VNode {
  const shown = (piece: Piece) => piece.forms[plan(piece)]?.() ?? null;
  const others = told.others.map(shown);
  const tag = plan(told.lead) >= DETAIL.brief ? 'details' : 'div';
  return html`<${tag} class=${`finding ${OUTCOME_TONE[told.cause.lead.outcome]}`} open=${tag === 'details' && open}>${shown(told.lead)}${
    tag === 'details' || others.length === 0
      ? others
      : html`<details><summary>Which they are</summary>${others}</details>`
  }<//>`;
}

interface CausesProps {
  readonly id: string;
  readonly title: string;
  readonly causes: readonly ToldCause[];
  readonly plan: Plan;
  /** How many, in words, where causes and findings are not the same number. */
  readonly counted: string;
  readonly firstOpen?: boolean;
}

/** A headed section of causes, each folded into a line; nothing where there are none. */
export function Causes({ id, title, causes, plan, counted, firstOpen = false }: CausesProps): VNode | null {
  if (causes.length === 0) return null;
  const short = causes
    .flatMap(({ lead, others }) => [lead, ...others])
    .filter((piece) => plan(piece) < DETAIL.brief);
  return html`<section id=${id}><h2>${title} <span class="soft small">${counted}</span></h2>
    ${short.length > 0 && html`<p class="soft">${several(short.length, 'stands here in a line alone', 'stand here in a line alone')}, so that the page stays small: <code>result.json</code> has the proof, and <code>gatecheck certify --only CHECK</code> tries it again.</p>`}
    ${causes.map((told, index) => html`<${Item} told=${told} plan=${plan} open=${firstOpen && index === 0} />`)}</section>`;
}
