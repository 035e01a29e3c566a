import type { Catalogue } from '../catalogue.ts';
import { several } from '../headline.ts';
import { html } from '../html.ts';
import type { Result } from '../result.ts';
import { merchantWords } from '../wording.ts';
import { Answer, Contents, type Entry } from './answer.ts';
import { fitted, type Piece, type Plan } from './budget.ts';
import { Causes, type ToldCause } from './causes.ts';
import { document } from './document.ts';
import { clipped } from './parts.ts';
import { type Sections, type Story, sectionsOf, stepsOf, storyOf } from './pieces.ts';
import { Banner, MOST_OF_A_NAME, Scope } from './sections.ts';
import { Storm } from './storm.ts';

/**
 * `statement.html`: one self-contained page for a reader who was not there: the verdict, its scope and
 * waivers, each failure with its proof, each requirement, and what was not tested. It has less than 200 kB, whatever
 * the merchant: what there is no room for is named, with the file that has it.
 */
export function renderStatement(result: Result, catalogue: Catalogue): string {
  const story = storyOf(result, catalogue);
  const sections = sectionsOf(result, catalogue, story);
  return fitted((plan) => pageOf(result, story, sections, plan), stepsOf(story, sections));
}

function pageOf(
  result: Result,
  { failures, open, warnings, notRun }: Story,
  sections: Sections,
  plan: Plan,
): string {
  const shown = (piece: Piece) => piece.forms[plan(piece)]?.() ?? null;
  const count = (causes: readonly ToldCause[]): number =>
    causes.reduce((sum, told) => sum + 1 + told.others.length, 0);
  const contents: readonly Entry[] = [
    ['failures', 'Failures', failures.length],
    ['open', 'Could not be shown', count(open)],
    ['not-run', 'Not run', notRun.length],
    ['warnings', 'Warnings', warnings.length],
    ['requirements', 'Requirements', null],
    ['laws', 'Laws', result.laws.length === 0 ? 0 : null],
    ['not-tested', 'What was not tested', null],
    ['run', 'The run', null],
  ];
  const unshown = open.flatMap(({ cause: { lead, others } }) => [lead, ...others]);
  const body = html`<${Banner} result=${result} />
      <${Answer} result=${result} failures=${failures.map(({ cause }) => cause)} open=${unshown} />
      <${Contents} entries=${contents} />
      ${shown(sections.waivers)}
      ${shown(sections.problems)}
      <${Scope} result=${result} />
      <${Storm} result=${result} />
      <${Causes} id="failures" title="Failures" causes=${failures} plan=${plan} counted=${`${several(count(failures), 'check or law', 'checks and laws')}, ${several(failures.length, 'cause')}`} firstOpen />
      <${Causes} id="open" title="Could not be shown" causes=${open} plan=${plan} counted=${`(${count(open)})`} />
      ${shown(sections.notRun)}
      <${Causes} id="warnings" title="Warnings" causes=${warnings} plan=${plan} counted=${`(${warnings.length})`} />
      ${shown(sections.requirements)}
      ${shown(sections.laws)}
      ${shown(sections.properties)}
      ${shown(sections.combinations)}
      ${shown(sections.notTested)}
      ${shown(sections.run)}
      <footer>Written by gatecheck ${result.suite.version} from <code>result.json</code>, which says the same for programs. Secrets, card numbers and tokens are masked.</footer>`;
  return document({
    title: `${clipped(merchantWords(result.merchant), MOST_OF_A_NAME)}: ${result.headline}`,
    suite: result.suite.version,
    body,
  });
}
