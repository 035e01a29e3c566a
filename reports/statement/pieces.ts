import type { VNode } from 'preact';
import type { Catalogue } from '../catalogue.ts';
import { alike, causesOf } from '../causes.ts';
import { combinationsIn, pairsWords } from '../combinations.ts';
import { type Finding, findingsOf } from '../findings.ts';
import { several } from '../headline.ts';
import { html } from '../html.ts';
import type { Result } from '../result.ts';
import { propertyCounts } from '../wording.ts';
import type { Piece, Step } from './budget.ts';
import { leads, others, type ToldCause, toldCause } from './causes.ts';
import { Combinations } from './combinations.ts';
import { DETAIL } from './findings.ts';
import { NotRun } from './not-run.ts';
import { InShort } from './parts.ts';
import { Properties } from './properties.ts';
import { Laws, NotTested, Problems, Requirements, RunFacts, Waivers } from './sections.ts';

/** What needs a reader's attention, by its causes. */
export interface Story {
  readonly failures: readonly ToldCause[];
  readonly open: readonly ToldCause[];
  readonly warnings: readonly ToldCause[];
  readonly notRun: readonly Finding[];
}

export function storyOf(result: Result, catalogue: Catalogue): Story {
  const findings = findingsOf(result, catalogue);
  const of = (outcome: Finding['outcome']) => findings.filter((finding) => finding.outcome === outcome);
  const open = findings.filter(({ outcome }) => !['fail', 'warn', 'not-run'].includes(outcome));
  return {
    failures: causesOf(of('fail'), result).map(toldCause),
    open: alike(open, result).map(toldCause),
    warnings: causesOf(of('warn'), result).map(toldCause),
    notRun: of('not-run'),
  };
}

/** A section that is told whole, or where there is no room for that in short. */
const orInShort = (whole: VNode, short: VNode): Piece => ({ forms: [() => short, () => whole] });

/** The sections that have little to say of a failure: they are short where the failures take the room. */
export const sectionsOf = (result: Result, catalogue: Catalogue, { notRun }: Story) => {
  const { waivers, properties = [], requirements, laws, checks, summary } = result;
  const given = { result, catalogue };
  const combinations = combinationsIn(result);
  const broken = laws.filter(({ outcome }) => outcome === 'fail').length;
  const tried = requirements.filter((requirement) => requirement.checks.length > 0).length;
  const outOfScope = summary['not-claimed'] + summary['not-applicable'];
  return {
    waivers: orInShort(
      html`<${Waivers} result=${result} />`,
      html`<${InShort} title="Waivers" count=${waivers.length} says=${several(waivers.length, 'waiver')} at="waivers" />`,
    ),
    problems: orInShort(
      html`<${Problems} result=${result} isShort=${false} />`,
      html`<${Problems} result=${result} isShort />`,
    ),
    notRun: orInShort(
      html`<${NotRun} findings=${notRun} />`,
      html`<${InShort} id="not-run" title="Not run" count=${notRun.length} says=${several(notRun.length, 'check')} at="checks" />`,
    ),
    requirements: {
      forms: ([0, 1, 2] as const).map(
        (detail) => () => html`<${Requirements} ...${given} detail=${detail} />`,
      ),
    },
    laws: orInShort(
      html`<${Laws} ...${given} />`,
      html`<${InShort} id="laws" title="Laws over the history of the run" count=${laws.length} says=${`${several(laws.length, 'law')}, ${broken} broken`} at="laws" />`,
    ),
    properties: orInShort(
      html`<${Properties} result=${result} />`,
      html`<${InShort} title="Properties and journeys" count=${properties.length} says=${propertyCounts(result)} at="properties" />`,
    ),
    combinations: orInShort(
      html`<${Combinations} result=${result} />`,
      html`<${InShort} title="Combinations" count=${combinations.length} says=${`The merchant went through ${pairsWords(combinations)}`} at="combinations of checks" />`,
    ),
    notTested: orInShort(
      html`<${NotTested} ...${given} />`,
      html`<${InShort} id="not-tested" title="What was not tested" count=${checks.length} says=${`${tried} of ${requirements.length} requirements were tried; ${outOfScope} of ${checks.length} checks are out of scope`} at="requirements, checks" />`,
    ),
    run: orInShort(
      html`<${RunFacts} result=${result} isShort=${false} />`,
      html`<${RunFacts} result=${result} isShort />`,
    ),
  };
};

export type Sections = ReturnType<typeof sectionsOf>;

/**
 * What is told before what, as long as there is room: the very first failure whole; then what failed before what could not
 * be shown and what warned, the first of each cause before the others, the lines that decide before all lines.
 */
export function stepsOf({ failures, open, warnings }: Story, sections: Sections): readonly Step[] {
  const rest = [...open, ...warnings];
  const whole = (...pieces: readonly Piece[]): Step[] =>
    pieces.map((piece) => [piece, piece.forms.length - 1]);
  return [
    ...leads(failures.slice(0, 1), DETAIL.whole),
    ...leads(failures, DETAIL.line),
    ...leads(failures, DETAIL.brief),
    ...others(failures, DETAIL.line),
    ...whole(sections.problems, sections.waivers, sections.notTested),
    ...leads(rest, DETAIL.line),
    [sections.requirements, 1],
    ...leads(failures, DETAIL.whole),
    ...leads(rest, DETAIL.brief),
    ...others(failures, DETAIL.brief),
    ...others(rest, DETAIL.line),
    ...whole(sections.notRun, sections.run, sections.laws, sections.properties),
    ...whole(sections.requirements, sections.combinations),
    ...leads(rest, DETAIL.whole),
    ...others(rest, DETAIL.brief),
  ];
}
