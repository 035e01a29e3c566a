import { dirname } from 'node:path';
import pc from 'picocolors';
import type { Outcome } from '../../history/outcome.ts';
import { printable } from '../../history/printable.ts';
import { quoted } from '../../history/run-env.ts';
import type { Catalogue } from '../catalogue.ts';
import { alike, type Cause, causesOf } from '../causes.ts';
import { clipAround, namesIn } from '../deciding.ts';
import { type Finding, findingsOf } from '../findings.ts';
import { several } from '../headline.ts';
import { meaningOf } from '../meaning.ts';
import type { Problem, Result } from '../result.ts';
import { OUTCOME_TONE, type Tone, verdictTone } from '../tone.ts';
import {
  counts,
  duration,
  firstOf,
  merchantWords,
  OUTCOME_WORDS,
  problemOutcome,
  propertyCounts,
  selectionWords,
  WAIVER_WORDS,
} from '../wording.ts';

type Colors = ReturnType<typeof pc.createColors>;

const MOST_PROOF_LINES = 8;
const MOST_PROOF_CHARACTERS = 160;
/** So that all of it fits on a screen: what is more stands in the statement. */
const MOST_CAUSES = 5;
const MOST_OPEN = 3;
const MOST_WARNINGS = 3;

/** The outcomes of checks that were not begun. */
const UNTRIED: ReadonlySet<Outcome> = new Set(['not-run', 'not-claimed', 'not-applicable']);

const TONE_COLOR = {
  good: 'green',
  bad: 'red',
  caution: 'yellow',
  open: 'magenta',
  quiet: 'dim',
} as const satisfies Record<Tone, string>;

/** One line for one check that has ended, with the laws that broke in its story: a check that holds itself does not speak for them. */
export function checkLine(
  check: { readonly id: string; readonly outcome: Outcome; readonly durationMs: number },
  brokenLaws: readonly string[],
  colors: Colors,
): string {
  const holds = check.outcome === 'pass' || check.outcome === 'warn';
  const [word, tone] =
    holds && brokenLaws.length > 0
      ? (['law broken', 'bad'] as const)
      : ([OUTCOME_WORDS[check.outcome], OUTCOME_TONE[check.outcome]] as const);
  const laws = brokenLaws.length === 0 ? '' : colors.red(` · breaks ${brokenLaws.join(', ')}`);
  return `${colors[TONE_COLOR[tone]](word.padEnd(14))} ${printable(check.id)} ${colors.dim(`(${duration(check.durationMs)})`)}${laws}`;
}

/** A merchant may write its JSON over many lines. */
const clip = (text: string, names: ReadonlySet<string> = new Set()): string =>
  clipAround(
    text.replace(/\s+/g, (space) => (space.includes('\n') ? ' ' : space)),
    names,
    MOST_PROOF_CHARACTERS,
  );

/** Which lines there is room for: what names the objects that the failure speaks of, how it began, and what it came to. */
function tellingLines(proof: Finding['proof'], actual: string): ReadonlySet<number> {
  const ids = [...namesIn(actual)].filter((name) => name.length > 7 && /\d/.test(name));
  const weightOf = (text: string, at: number): number =>
    (at < 3 || at >= proof.length - 5 ? 1 : 0) +
    (at === 0 || at >= proof.length - 2 ? 1 : 0) +
    (ids.some((id) => text.includes(id)) ? 2 : 0) +
    (text.startsWith('merchant') ? 1 : 0);
  const ranked = proof
    .map(({ text }, at) => ({ at, weight: weightOf(text, at) }))
    .toSorted((a, b) => b.weight - a.weight || a.at - b.at);
  const told = new Set(ranked.slice(0, MOST_PROOF_LINES).map(({ at }) => at));
  // To say that one line was left out takes as much room as the line.
  const isAlone = (at: number): boolean => told.has(at - 1) && told.has(at + 1);
  return new Set(proof.flatMap((_, at) => (told.has(at) || isAlone(at) ? [at] : [])));
}

/** When each line was recorded, counted from the first. */
function times(proof: Finding['proof']): string[] {
  const started = Date.parse(proof[0]?.at ?? '');
  const since = proof.map(({ at }) => `+${duration(Math.max(0, Date.parse(at) - started))}`);
  const longest = Math.max(...since.map(({ length }) => length));
  return since.map((time) => time.padStart(longest));
}

function proofLines({ proof, actual, expected, rule }: Finding, colors: Colors): string[] {
  const names = namesIn(`${actual} ${expected ?? ''} ${rule ?? ''}`);
  const told = tellingLines(proof, actual);
  const since = times(proof);
  let left = 0;
  return proof.flatMap(({ channel, text }, index) => {
    if (!told.has(index)) left += 1;
    const isGap = left > 0 && (told.has(index) || index === proof.length - 1);
    const gap = isGap ? [colors.dim(`    (${several(left, 'line')} left out: see statement.html)`)] : [];
    if (isGap) left = 0;
    if (!told.has(index)) return gap;
    const line = `    ${colors.dim(`${since[index]} ${channel.padEnd(7)}`)} ${printable(clip(text, names))}`;
    return [...gap, line];
  });
}

function groupLines({ lead, others, law }: Cause, colors: Colors): string[] {
  const ids = [lead, ...others].map(({ id }) => id);
  if (law !== undefined) {
    const histories = others.length === 0 ? 'its history' : 'the history of each';
    const word = OUTCOME_WORDS[lead.outcome].toUpperCase();
    return [
      '',
      `${colors[TONE_COLOR[OUTCOME_TONE[lead.outcome]]](word)} ${several(ids.length, 'check', 'checks')}: ${printable(firstOf(ids))}`,
      `  In ${histories} ${printable(law)} is broken: mend that first.`,
    ];
  }
  if (others.length === 0) return findingLines(lead, colors);
  return findingLines({ ...lead, title: `${ids.length} checks: ${firstOf(ids)}` }, colors);
}

function findingLines(finding: Finding, colors: Colors): string[] {
  const part = (name: string, text: string | null): string[] =>
    text
      ? [`  ${colors.bold(`${name}:`.padEnd(11))}${printable(text).replace(/\n/g, `\n${' '.repeat(13)}`)}`]
      : [];
  const wrong = finding.outcome === 'fail' || finding.outcome === 'warn';
  const proof = wrong ? proofLines(finding, colors) : [];
  const binding = finding.level === 'must' ? '' : ` (a ${finding.level})`;
  return [
    '',
    `${colors[TONE_COLOR[OUTCOME_TONE[finding.outcome]]](OUTCOME_WORDS[finding.outcome].toUpperCase())} ${colors.bold(finding.id)}${binding}`,
    `  ${printable(finding.title)}`,
    ...part('Rule', wrong ? finding.rule : null),
    ...part('Expected', wrong && finding.expected !== finding.title ? finding.expected : null),
    ...part('Actual', finding.actual),
    ...part('Smallest', finding.counterexample.map((line) => clip(line)).join('\n') || null),
    ...part('Note', finding.note),
    ...(proof.length > 0
      ? [
          `  ${colors.bold('Proof:')}     ${colors.dim("by the gateway's clock, since the first line")}`,
          ...proof,
        ]
      : []),
    ...part('Fix', wrong ? finding.fix : null),
    ...part('Reproduce', finding.reproduce),
  ];
}

/** One finding in full: what was expected and seen, the proof, the remedy, the line that tries it again. */
export const renderFinding = (finding: Finding, useColors: boolean): string[] =>
  findingLines(finding, pc.createColors(useColors)).slice(1);

const problemLines = (problem: Problem, colors: Colors): string[] => [
  `${colors.magenta(OUTCOME_WORDS[problemOutcome(problem)].toUpperCase())} ${printable(problem.message)}`,
  ...(problem.remedy === undefined ? [] : [`  ${colors.bold('Remedy:')} ${printable(problem.remedy)}`]),
];

/** What went wrong outside of the checks, with its remedy. */
export const renderProblem = (problem: Problem, useColors: boolean): string[] =>
  problemLines(problem, pc.createColors(useColors));

/** Checks that could not be shown for one reason. */
export const renderOpen = (open: Cause, useColors: boolean): string[] =>
  groupLines(open, pc.createColors(useColors)).slice(1);

const more = (count: number, one: string, many = `${one}s`): string[] =>
  count <= 0 ? [] : ['', `… and ${count} more ${count === 1 ? one : many} in statement.html.`];

const alsoWords = ({ others }: Cause): string =>
  others.length === 0 ? '' : `, and ${several(others.length, 'more check or law', 'more checks and laws')}`;

/** The failures by cause: the first, which is to be mended first, in full, the others in a few lines each. */
function failureLines(causes: readonly Cause[], colors: Colors): string[] {
  const [first, ...others] = causes;
  if (first === undefined) return [];
  return [
    ...(others.length === 0
      ? []
      : ['', colors.bold(`${causes.length} causes of failure; mend the first first.`)]),
    ...findingLines(first.lead, colors),
    ...(first.others.length === 0
      ? []
      : [`  ${colors.bold('Also:')}      ${firstOf(first.others.map(({ id }) => printable(id)))}`]),
    ...others.slice(0, MOST_CAUSES).flatMap((cause) => briefLines(cause, colors)),
    ...more(others.length - MOST_CAUSES, 'cause'),
  ];
}

function briefLines(cause: Cause, colors: Colors): string[] {
  const { lead } = cause;
  const binding = lead.level === 'must' ? '' : ` (a ${lead.level})`;
  return [
    '',
    `${colors[TONE_COLOR[OUTCOME_TONE[lead.outcome]]](OUTCOME_WORDS[lead.outcome].toUpperCase())} ${colors.bold(lead.id)}${binding}${alsoWords(cause)}`,
    `  ${printable(clip(lead.actual || lead.title))}`,
    ...(lead.reproduce === null ? [] : [`  ${colors.dim(printable(lead.reproduce))}`]),
  ];
}

/** What could not be shown, each reason once. */
function openLines(open: readonly Finding[], result: Result, colors: Colors): string[] {
  const groups = alike(open, result);
  const left = groups.slice(MOST_OPEN).reduce((sum, { others }) => sum + 1 + others.length, 0);
  return [
    ...groups.slice(0, MOST_OPEN).flatMap((group) => groupLines(group, colors)),
    ...more(left, 'check that could not be shown', 'checks that could not be shown'),
  ];
}

/** Warnings in a line each. */
function warningLines(causes: readonly Cause[], colors: Colors): string[] {
  if (causes.length === 0) return [];
  return [
    '',
    ...causes
      .slice(0, MOST_WARNINGS)
      .map(
        (cause) =>
          `${colors.yellow('WARNED')} ${colors.bold(cause.lead.id)}${alsoWords(cause)}: ${printable(clip(cause.lead.actual || cause.lead.title))}`,
      ),
    ...more(causes.length - MOST_WARNINGS, 'warning').slice(1),
  ];
}

/** What a person reads when the run has ended: what went wrong, by its causes, then the verdict. At most a screenful. */
export function renderTerminal(
  result: Result,
  catalogue: Catalogue,
  reportAt: string,
  useColors: boolean,
): string {
  const colors = pc.createColors(useColors);
  const findings = findingsOf(result, catalogue);
  const of = (...outcomes: readonly Outcome[]) =>
    findings.filter(({ outcome }) => outcomes.includes(outcome));
  const told = result.problems ?? [];
  // What is left of an interrupted run is no finding: the headline counts it.
  const problems = told.filter(({ kind }) => kind !== 'interrupted');
  const isTold = ({ outcome, actual }: Finding): boolean =>
    outcome === 'setup-failed' && problems.some(({ message }) => message.endsWith(actual));
  const unshown = findings.filter(({ outcome }) => !['fail', 'warn', 'not-run'].includes(outcome));
  // What the preflight says of the whole set-up, it says once.
  const open = unshown.filter((finding) => !isTold(finding));
  const untried = unshown.filter(isTold);
  const notRun = problems.length < told.length ? [] : of('not-run').map(({ id }) => id);
  // Where nothing was tried at all, what went wrong kept all of it; what else was not run may have other reasons.
  const isBlocked = problems.length > 0 && result.checks.every(({ outcome }) => UNTRIED.has(outcome));
  const kept = isBlocked ? notRun.length : untried.length;
  const properties = propertyCounts(result);
  const stray = result.waivers.filter((waiver) => waiver.state !== 'applied');
  const lines = [
    ...warningLines(causesOf(of('warn'), result), colors),
    ...openLines(open, result, colors),
    ...failureLines(causesOf(of('fail'), result), colors),
    ...(notRun.length === 0 || isBlocked
      ? []
      : ['', `${colors.magenta('NOT RUN')} ${printable(firstOf(notRun))}`]),
    ...problems.flatMap((problem) => ['', ...problemLines(problem, colors)]),
    ...(kept === 0
      ? []
      : [
          `  Because of ${problems.length === 1 ? 'it' : 'them'} ${several(kept, 'check was', 'checks were')} not tried.`,
        ]),
    '',
    ...result.waivers
      .filter((waiver) => waiver.state === 'applied')
      .map(
        (waiver) =>
          `Waived: ${printable(waiver.check)}: ${printable(waiver.reason)} (${printable(waiver.owner)}, until ${waiver.expiry})`,
      ),
    ...stray.map(
      (waiver) => `Waiver for ${printable(waiver.check)} has no effect: ${WAIVER_WORDS[waiver.state]}.`,
    ),
    ...named('Claimed and not observed', isBlocked ? [] : result.scope.unobserved),
    ...named('Used without a claim', result.scope.usedUnclaimed ?? []),
    ...named(
      `Newer than requirements ${result.suite.set.version}, and so warnings at most`,
      result.announced ?? [],
    ),
    ...sweepLines(result, colors),
    `${colors.bold('Verdict:')}  ${colors.bold(colors[TONE_COLOR[verdictTone(result)]](printable(result.headline)))}`,
    `${colors.bold('Merchant:')} ${printable(merchantWords(result.merchant))}`,
    `${colors.bold('Meaning:')}  ${printable(meaningOf(result))}`,
    `${colors.bold('Checks:')}   ${counts(result.summary)} (${duration(result.durationMs)}, ${printable(selectionWords(result.selection))}, requirements ${result.suite.set.version}, seed ${result.seed})`,
    ...(properties === '' ? [] : [`${colors.bold('Drawn:')}    ${properties}`]),
    `${colors.bold('Report:')}   ${reportAt}`,
    ...nextLines(findings, reportAt, colors),
  ];
  return `${lines.join('\n')}\n`;
}

/** The command that tells what is to be mended, one thing at a time. */
function nextLines(findings: readonly Finding[], reportAt: string, colors: Colors): string[] {
  const has = (wanted: Outcome): boolean => findings.some(({ outcome }) => outcome === wanted);
  if (!has('fail') && !has('warn')) return [];
  const command = `gatecheck next ${quoted(dirname(reportAt))}${has('fail') ? '' : ' --warnings'}`;
  return [`${colors.bold('Next:')}     ${command}`];
}

/** How much of what the specification leaves open the merchant depends on. */
function sweepLines(result: Result, colors: Colors): string[] {
  const { sweep } = result;
  if (sweep === undefined) return [];
  return [
    `${colors.bold('Interpretations:')} robust under ${sweep.robust} of ${sweep.of}`,
    ...sweep.fragile.map(
      ({ reading, answer, capability, message }) =>
        `  ${reading}=${answer}: ${capability}: ${printable(clip(message))}`,
    ),
  ];
}

const named = (name: string, items: readonly string[]): string[] =>
  items.length === 0 ? [] : [`${name}: ${firstOf(items)}`];
