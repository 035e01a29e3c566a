import { Fragment, type VNode } from 'preact';
import { OUTCOMES } from '../../history/outcome.ts';
import { TIER_WORDS } from '../../history/tier.ts';
import type { Catalogue } from '../catalogue.ts';
import { html } from '../html.ts';
import { meaningOf } from '../meaning.ts';
import { merchantRequirements } from '../requirement-results.ts';
import type { CheckResult, Result, WaiverResult } from '../result.ts';
import { OUTCOME_TONE, type Tone, verdictTone } from '../tone.ts';
import {
  duration,
  merchantWords,
  OUTCOME_WORDS,
  problemOutcome,
  selectionWords,
  unseenIn,
  WAIVER_WORDS,
} from '../wording.ts';
import { clipped, Facts, Id, Ids, Prose, Tag } from './parts.ts';

interface Props {
  readonly result: Result;
  readonly catalogue: Catalogue;
}

/** What others name, a merchant or patterns of a command line, may be of any length. */
export const MOST_OF_A_NAME = 400;

export function Banner({ result }: { result: Result }): VNode {
  const shown = OUTCOMES.filter((outcome) => result.summary[outcome] > 0);
  return html`<section class=${`banner ${verdictTone(result)}`}>
    <div class="mark">Statement of conformance</div>
    <h1>${result.headline}</h1>
    <p><strong>${clipped(merchantWords(result.merchant), MOST_OF_A_NAME)}</strong></p>
    <p>${meaningOf(result)}</p>
    <p class="soft small"><time datetime=${result.startedAt}>${result.startedAt.slice(0, 10)}</time> · gatecheck ${result.suite.version} · seed ${result.seed} · ${clipped(selectionWords(result.selection), MOST_OF_A_NAME)}</p>
    <ul class="counts" aria-label="Checks by outcome">${shown.map(
      (outcome) =>
        html`<li class=${OUTCOME_TONE[outcome]}><b>${result.summary[outcome]}</b><span>${OUTCOME_WORDS[outcome]}</span></li>`,
    )}</ul>
  </section>`;
}

const WAIVER_TONE: Readonly<Record<WaiverResult['state'], Tone>> = {
  applied: 'caution',
  unused: 'quiet',
  expired: 'open',
  unknown: 'open',
  merchant: 'open',
  'control-worked': 'open',
  'too-many': 'open',
};

export function Waivers({ result }: { result: Result }): VNode | null {
  if (result.waivers.length === 0) return null;
  return html`<section><h2>Waivers</h2><div class="scroll"><table>
    <thead><tr><th scope="col">Check</th><th scope="col">State</th><th scope="col">Reason</th><th scope="col">Owner</th><th scope="col">Until</th></tr></thead>
    <tbody>${result.waivers.map((waiver) => {
      const [word, why] = WAIVER_WORDS[waiver.state].split(', ');
      return html`<tr><td><${Id} id=${waiver.check} /></td><td><span class=${`tag ${WAIVER_TONE[waiver.state]}`}>${word}</span>${why === undefined ? null : html` <span class="soft small">${why}</span>`}</td><td>${waiver.reason}</td><td>${waiver.owner}</td><td><time>${waiver.expiry}</time></td></tr>`;
    })}</tbody></table></div></section>`;
}

/** So many problems, and so much of each, stand where there is no room for all. */
const FIRST_PROBLEMS = 5;
const MOST_OF_A_PROBLEM = 1_000;

export function Problems({ result, isShort }: { result: Result; isShort: boolean }): VNode | null {
  const { problems = [] } = result;
  if (problems.length === 0) return null;
  const shown = isShort ? problems.slice(0, FIRST_PROBLEMS) : problems;
  const text = (words: string): string => (isShort ? clipped(words, MOST_OF_A_PROBLEM) : words);
  return html`<section><h2>Problems outside the checks</h2>${shown.map(
    ({
      kind,
      message,
      remedy,
    }) => html`<article class="finding open"><header><${Tag} outcome=${problemOutcome({ kind })} /></header>
      <${Facts} entries=${[['What', text(message)], ['Remedy', remedy === undefined ? null : text(remedy)]]} /></article>`,
  )}${isShort && html`<p class="soft">${problems.length} in all: <code>result.json</code> has them whole (problems).</p>`}</section>`;
}

export function Scope({ result }: { result: Result }): VNode {
  const { scope } = result;
  const used = scope.usedUnclaimed ?? [];
  return html`<section><h2>Scope</h2>
    <${Facts} entries=${[
      ['Claimed', html`<${Ids} items=${scope.claimed} none="nothing" />`],
      ['Not claimed', html`<${Ids} items=${scope.unclaimed} none="nothing: all is claimed" />`],
      ['Not applicable', html`<${Ids} items=${scope.notApplicable} none="nothing" />`],
      ['Claimed and not observed', html`<${Ids} items=${scope.unobserved} none="nothing" />`],
      ['Used without a claim', used.length > 0 ? html`<${Ids} items=${used} none="" />` : null],
      ['Evidence', result.tier === undefined ? null : `${result.tier}: ${TIER_WORDS[result.tier]}`],
      [
        'Seen at',
        Object.entries(scope.seen ?? {})
          .map(([topic, tier]) => `${topic}: ${tier}`)
          .join(', '),
      ],
      [
        'Not seen',
        (scope.unseen ?? []).length > 0
          ? html`<span>${(scope.unseen ?? []).map((says) => html`<p>${says}</p>`)}</span>`
          : null,
      ],
      ['Notifications understood', scope.notificationForms?.join('; ') ?? null],
      ['Currencies', scope.onlyCurrency === undefined ? null : `${scope.onlyCurrency} alone`],
      ['Chosen', clipped(selectionWords(result.selection), MOST_OF_A_NAME)],
      ['Warnings', result.strict === true ? 'fail the run (--strict)' : null],
    ]} /></section>`;
}

export function RunFacts({ result, isShort }: { result: Result; isShort: boolean }): VNode {
  return html`<section id="run"><h2>The run</h2>
    <${Facts} entries=${[
      [
        'Started',
        html`<time datetime=${result.startedAt}>${result.startedAt.replace('T', ' ').replace(/\.\d+Z|Z/, ' UTC')}</time>`,
      ],
      ['Took', `${duration(result.durationMs)} for ${result.checks.length} checks`],
      ['Seed', html`<code>${result.seed}</code>`],
      ['Suite', html`gatecheck ${result.suite.version}`],
      ['Requirements', html`${result.suite.set.version} <code>${result.suite.set.digest}</code>`],
      ['Rules as worded', html`<code>${result.suite.requirements}</code>`],
      ['Configuration', html`<code>${result.configuration}</code>`],
      [
        'Robust under',
        result.sweep ? `${result.sweep.robust} of ${result.sweep.of} other interpretations` : null,
      ],
    ]} />
    ${isShort ? html`<p class="soft small">The interpretations that the run went by are in <code>result.json</code> (readings).</p>` : html`<${Readings} result=${result} />`}</section>`;
}

/** How the specification was read where it is silent, and under which readings a plain flow did not work. */
function Readings({ result }: { result: Result }): VNode {
  const readings = Object.entries(result.readings).map(([id, value]) => `${id}=${value}`);
  return html`<${Fragment}>${
    result.sweep && result.sweep.fragile.length > 0
      ? html`<details><summary>Interpretations under which a plain flow did not work (${result.sweep.fragile.length})</summary>
      <p class="soft small">Each is one legal answer where the specification is silent. None of them counts against the merchant.</p>
      <${Facts} entries=${result.sweep.fragile.map(({ reading, answer, capability, message }) => [`${reading}=${answer}`, `${capability}: ${message}`])} /></details>`
      : null
  }
    <details><summary>Interpretations of the specification (${readings.length})</summary>
      <p class="soft small">Where the specification is silent, the run went by these answers.</p>
      <${Facts} entries=${[['Interpretations', html`<${Ids} items=${readings} none="none" />`]]} /></details><//>`;
}

/** How much is told of a requirement: its outcome; what it asks; its checks. */
type RequirementDetail = 0 | 1 | 2;

export function Requirements({
  result,
  catalogue,
  detail,
}: Props & { readonly detail: RequirementDetail }): VNode {
  const known = new Map(catalogue.requirements.map((requirement) => [requirement.id, requirement]));
  const tried = result.requirements.filter((requirement) => requirement.checks.length > 0);
  const notPassed = tried.filter(({ outcome }) => outcome !== 'pass').length;
  return html`<section id="requirements"><h2>Requirement by requirement</h2>
    <fieldset class="filter"><legend class="soft small">Show</legend>
      <label><input type="radio" name="requirements" checked=${notPassed === 0} /> all ${tried.length}</label>
      <label><input type="radio" name="requirements" class="not-passed" checked=${notPassed > 0} /> the ${notPassed} that did not pass</label></fieldset>
    <div class="scroll"><table class="requirements">
    <thead><tr><th scope="col">Requirement</th><th scope="col">Level</th><th scope="col">Outcome</th>${detail > 0 && html`<th scope="col">What it asks${detail === 2 && ', and the checks'}</th>`}</tr></thead>
    <tbody>${tried.map(({ id, level, outcome, checks }) => {
      const text = html`<${Prose} text=${known.get(id)?.text ?? ''} />`;
      return html`<tr id=${`requirement-${id}`} class=${outcome === 'pass' ? 'passed' : undefined}><td><${Id} id=${id} /></td><td>${level}</td><td><${Tag} outcome=${outcome} /></td>${detail === 1 && html`<td>${text}</td>`}${
        detail === 2 &&
        html`<td><details><summary>${text}</summary><span class="soft mono">${checks.join(', ')}</span></details></td>`
      }</tr>`;
    })}</tbody></table></div>${detail < 2 && html`<p class="soft small">The checks of each are in <code>result.json</code> (requirements)${detail === 0 && html`; <code>gatecheck explain</code> says what it asks`}.</p>`}</section>`;
}

export function Laws({ result, catalogue }: Props): VNode | null {
  if (result.laws.length === 0) return null;
  const known = new Map(catalogue.laws.map((law) => [law.id, law]));
  return html`<section id="laws"><h2>Laws over the history of the run</h2><details><summary>${result.laws.length} laws</summary><div class="scroll"><table>
    <thead><tr><th scope="col">Law</th><th scope="col">Level</th><th scope="col">Outcome</th><th scope="col">What always holds</th></tr></thead>
    <tbody>${result.laws.map(
      (law) =>
        html`<tr><td><${Id} id=${law.id} /></td><td>${law.level}</td><td><${Tag} outcome=${law.outcome} /></td><td><${Prose} text=${known.get(law.id)?.title ?? ''} /></td></tr>`,
    )}</tbody></table></div></details></section>`;
}

const whyOutOfScope = ({ note, actual }: CheckResult): string => {
  const why = note ?? actual;
  return why === '' ? '' : `: ${why}`;
};

export function NotTested({ result, catalogue }: Props): VNode | null {
  const tried = new Set(result.requirements.filter((item) => item.checks.length > 0).map((item) => item.id));
  const untried = merchantRequirements(catalogue).filter((requirement) => !tried.has(requirement.id));
  const unseen = unseenIn(result);
  const quiet = result.checks.filter(
    (check) => ['not-claimed', 'not-applicable'].includes(check.outcome) && !unseen.includes(check),
  );
  if (untried.length + quiet.length + unseen.length === 0) return null;
  const reasonless =
    result.selection === null ? 'none of its checks ended in this run' : 'not chosen in this run';
  return html`<section id="not-tested"><h2>What was not tested</h2>
    ${
      untried.length === 0
        ? null
        : html`<details><summary>Requirements that no check of this run looked at (${untried.length})</summary><div class="scroll"><table>
      <thead><tr><th scope="col">Requirement</th><th scope="col">What it asks</th><th scope="col">Why not</th></tr></thead>
      <tbody>${untried.map((requirement) => html`<tr><td><${Id} id=${requirement.id} /></td><td><${Prose} text=${requirement.text} /></td><td><${Prose} text=${requirement.unchecked ?? reasonless} /></td></tr>`)}</tbody>
    </table></div></details>`
    }
    ${
      unseen.length === 0
        ? null
        : html`<details open><summary>Not judged, because the suite did not see it (${unseen.length})</summary>
      <${Facts} entries=${unseen.map((check) => [check.title, html`<code>${check.id}</code> <${Prose} text=${check.actual} />`])} /></details>`
    }
    ${
      quiet.length === 0
        ? null
        : html`<details><summary>Checks out of scope (${quiet.length})</summary>
      <${Facts} entries=${quiet.map((check) => [check.title, html`<code>${check.id}</code> ${OUTCOME_WORDS[check.outcome]}${whyOutOfScope(check)}`])} /></details>`
    }
  </section>`;
}
