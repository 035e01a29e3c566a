import type { Catalogue } from '../catalogue.ts';
import { combinationsIn, pairsWords } from '../combinations.ts';
import { type Finding, findingsOf } from '../findings.ts';
import { meaningOf } from '../meaning.ts';
import type { Result } from '../result.ts';
import {
  counts,
  duration,
  merchantWords,
  OUTCOME_WORDS,
  problemOutcome,
  propertyCounts,
  selectionWords,
  unseenIn,
  WAIVER_WORDS,
} from '../wording.ts';

/** A step summary has room for about a megabyte and readers for much less. */
const MOST_FINDINGS = 25;
const MOST_CHARACTERS = 1_000;

/** Text of a merchant as it can't become Markdown or HTML: everything that means something is escaped. */
function inline(text: string): string {
  const clipped = text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
  return clipped
    .replace(/\s+/g, ' ')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/[\\`*_{}[\]()#+!|~@]/g, '\\$&');
}

/** A code span that no back-tick in the text can end. */
function code(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = longest > 0 ? ' ' : '';
  return `${fence}${pad}${text.replace(/\s+/g, ' ')}${pad}${fence}`;
}

/** `summary.md`: the verdict, the counts and what failed, short enough for a CI system's step summary. */
export function renderSummary(result: Result, catalogue: Catalogue): string {
  const all = findingsOf(result, catalogue);
  const findings = all.filter((finding) => finding.outcome !== 'not-run');
  const notRun = all.filter((finding) => finding.outcome === 'not-run').map((finding) => code(finding.id));
  const more = findings.length - MOST_FINDINGS;
  const lines = [
    `## gatecheck: ${result.headline}`,
    '',
    `**${inline(merchantWords(result.merchant))}**: ${meaningOf(result)}`,
    '',
    `${counts(result.summary)} · ${result.checks.length} checks in ${duration(result.durationMs)} · requirements ${result.suite.set.version} · seed ${result.seed} · ${inline(selectionWords(result.selection))}`,
    '',
    ...scopeLines(result),
    ...(result.problems ?? []).map((problem) =>
      `- **${OUTCOME_WORDS[problemOutcome(problem)]}**: ${inline(problem.message)} ${inline(problem.remedy ?? '')}`.trimEnd(),
    ),
    ...(notRun.length > 0 ? [`- Not run: ${notRun.join(', ')}`] : []),
    ...findings.slice(0, MOST_FINDINGS).flatMap(findingLines),
    ...(more > 0 ? ['', `… and ${more} more, in statement.html.`] : []),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

function scopeLines(result: Result): string[] {
  const { scope, waivers } = result;
  const combined = combinationsIn(result);
  const list = (name: string, items: readonly string[] | undefined) =>
    items === undefined || items.length === 0 ? [] : [`- ${name}: ${items.map(code).join(', ')}`];
  return [
    ...waivers.map(
      (waiver) =>
        `- Waiver (${WAIVER_WORDS[waiver.state]}) for ${code(waiver.check)}: ${inline(waiver.reason)} (${inline(waiver.owner)}, until ${waiver.expiry})`,
    ),
    ...list('Claimed', scope.claimed),
    ...list('Claimed and not observed', scope.unobserved),
    ...list('Used without a claim', scope.usedUnclaimed),
    ...unseenLines(result),
    ...(combined.length === 0 ? [] : [`- Combinations: ${pairsWords(combined)}`]),
    ...(result.properties === undefined ? [] : [`- Properties and journeys: ${propertyCounts(result)}`]),
    ...(result.sweep === undefined
      ? []
      : [`- Interpretations: robust under ${result.sweep.robust} of ${result.sweep.of}`]),
  ];
}

function unseenLines(result: Result): string[] {
  const unseen = unseenIn(result);
  if (unseen.length === 0) return [];
  return [
    `- Not judged, because the suite did not see it (${unseen.length}):`,
    ...unseen.map(({ id, actual }) => `  - ${code(id)}: ${inline(actual)}`),
  ];
}

function findingLines(finding: Finding): string[] {
  const part = (name: string, text: string | null) => (text ? [`- ${name}: ${inline(text)}`] : []);
  const binding = finding.level === 'must' ? '' : `, a ${finding.level}`;
  return [
    '',
    `### ${code(finding.id)} ${OUTCOME_WORDS[finding.outcome]}${binding}`,
    ...part('Expected', finding.expected),
    ...part('Actual', finding.actual),
    ...(finding.counterexample[0] === undefined
      ? []
      : [`- Smallest: ${code(finding.counterexample[0].slice(0, MOST_CHARACTERS))}`]),
    ...part('Note', finding.note),
    ...part('Fix', finding.outcome === 'fail' || finding.outcome === 'warn' ? finding.fix : null),
    ...(finding.reproduce ? [`- Reproduce: ${code(finding.reproduce)}`] : []),
  ];
}
