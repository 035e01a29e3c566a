import pc from 'picocolors';
import type { Outcome } from '../../history/outcome.ts';
import type { Catalogue } from '../catalogue.ts';
import { type Finding, findingsOf } from '../findings.ts';
import { meaningOf } from '../meaning.ts';
import type { Result } from '../result.ts';
import { OUTCOME_TONE, type Tone, verdictTone } from '../tone.ts';
import {
  counts,
  duration,
  firstOf,
  merchantWords,
  OUTCOME_WORDS,
  propertyCounts,
  selectionWords,
  WAIVER_WORDS,
} from '../wording.ts';

type Colors = ReturnType<typeof pc.createColors>;

const MOST_PROOF_LINES = 10;
const FIRST_PROOF_LINES = 3;
const MOST_PROOF_CHARACTERS = 240;

/** Control characters of a merchant's text would steer the terminal; they are shown instead. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is being made visible.
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, (character) => {
    return `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
  });
}

const TONE_COLOR = {
  good: 'green',
  bad: 'red',
  caution: 'yellow',
  open: 'magenta',
  quiet: 'dim',
} as const satisfies Record<Tone, string>;

/** One line for one check that has ended. */
export function checkLine(
  check: { readonly id: string; readonly outcome: Outcome; readonly durationMs: number },
  colors: Colors,
): string {
  const word = OUTCOME_WORDS[check.outcome].padEnd(14);
  return `${colors[TONE_COLOR[OUTCOME_TONE[check.outcome]]](word)} ${printable(check.id)} ${colors.dim(`(${duration(check.durationMs)})`)}`;
}

/** A merchant may write its JSON over many lines. */
const clip = (text: string): string => {
  const line = text.replace(/\s*\n\s*/g, ' ');
  return line.length <= MOST_PROOF_CHARACTERS ? line : `${line.slice(0, MOST_PROOF_CHARACTERS)}…`;
};

function proofLines(proof: Finding['proof'], colors: Colors): string[] {
  const lines = proof.map(
    (line) => `    ${colors.dim(`${line.at} ${line.channel.padEnd(7)}`)} ${printable(clip(line.text))}`,
  );
  const left = lines.length - MOST_PROOF_LINES;
  if (left <= 0) return lines;
  // How it began, and what it came to: that is in the last lines.
  const note = colors.dim(`    (${left} more lines in statement.html)`);
  return [...lines.slice(0, FIRST_PROOF_LINES), note, ...lines.slice(FIRST_PROOF_LINES + left)];
}

/** What kept several checks from being tried in the same way is told once, with the names of all of them. */
function alike(findings: readonly Finding[]): readonly (readonly [Finding, ...Finding[]])[] {
  const groups = new Map<string, [Finding, ...Finding[]]>();
  for (const finding of findings) {
    const { id, outcome, actual, note } = finding;
    const wasTried = outcome === 'fail' || outcome === 'warn';
    const key = wasTried ? id : JSON.stringify([outcome, actual, note]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [finding]);
    else group.push(finding);
  }
  return [...groups.values()];
}

function groupLines([finding, ...others]: readonly [Finding, ...Finding[]], colors: Colors): string[] {
  if (others.length === 0) return findingLines(finding, colors);
  const ids = [finding, ...others].map(({ id }) => id);
  return findingLines({ ...finding, title: `${ids.length} checks: ${ids.join(', ')}` }, colors);
}

function findingLines(finding: Finding, colors: Colors): string[] {
  const part = (name: string, text: string | null): string[] =>
    text
      ? [`  ${colors.bold(`${name}:`.padEnd(11))}${printable(text).replace(/\n/g, `\n${' '.repeat(13)}`)}`]
      : [];
  const wrong = finding.outcome === 'fail' || finding.outcome === 'warn';
  const proof = proofLines(wrong ? finding.proof : [], colors);
  const binding = finding.level === 'must' ? '' : ` (a ${finding.level})`;
  return [
    '',
    `${colors[TONE_COLOR[OUTCOME_TONE[finding.outcome]]](OUTCOME_WORDS[finding.outcome].toUpperCase())} ${colors.bold(finding.id)}${binding}`,
    `  ${printable(finding.title)}`,
    ...part('Rule', wrong ? finding.rule : null),
    ...part('Expected', wrong ? finding.expected : null),
    ...part('Actual', finding.actual),
    ...part('Smallest', finding.counterexample.map(clip).join('\n') || null),
    ...part('Note', finding.note),
    ...(proof.length > 0 ? [`  ${colors.bold('Proof:')}`, ...proof] : []),
    ...part('Fix', wrong ? finding.fix : null),
    ...part('Reproduce', finding.reproduce),
  ];
}

/** What a person reads when the run has ended: what went wrong in full words, then the verdict. */
export function renderTerminal(
  result: Result,
  catalogue: Catalogue,
  reportAt: string,
  useColors: boolean,
): string {
  const colors = pc.createColors(useColors);
  const findings = findingsOf(result, catalogue).reverse();
  const notRun = findings.filter((finding) => finding.outcome === 'not-run').map((finding) => finding.id);
  const properties = propertyCounts(result);
  const stray = result.waivers.filter((waiver) => waiver.state !== 'applied');
  const lines = [
    ...alike(findings.filter((finding) => finding.outcome !== 'not-run')).flatMap((group) =>
      groupLines(group, colors),
    ),
    ...(notRun.length === 0 ? [] : ['', `${colors.magenta('NOT RUN')} ${printable(firstOf(notRun))}`]),
    ...(result.problems ?? []).flatMap((problem) => [
      '',
      `${colors.magenta(OUTCOME_WORDS[problem.kind].toUpperCase())} ${printable(problem.message)}`,
      ...(problem.remedy === undefined ? [] : [`  ${colors.bold('Remedy:')} ${printable(problem.remedy)}`]),
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
    ...named('Claimed and not observed', result.scope.unobserved),
    ...named('Used without a claim', result.scope.usedUnclaimed ?? []),
    ...named(
      `Newer than requirements ${result.suite.set.version}, and so warnings at most`,
      result.announced ?? [],
    ),
    ...sweepLines(result, colors),
    `${colors.bold('Verdict:')}  ${colors.bold(colors[TONE_COLOR[verdictTone(result)]](printable(result.headline)))}`,
    `${colors.bold('Merchant:')} ${printable(merchantWords(result.merchant))}`,
    `${colors.bold('Meaning:')}  ${printable(meaningOf(result))}`,
    `${colors.bold('Checks:')}   ${counts(result.summary)} (${result.checks.length} in ${duration(result.durationMs)}, ${printable(selectionWords(result.selection))}, requirements ${result.suite.set.version}, seed ${result.seed})`,
    ...(properties === '' ? [] : [`${colors.bold('Drawn:')}    ${properties}`]),
    `${colors.bold('Report:')}   ${reportAt}`,
  ];
  return `${lines.join('\n')}\n`;
}

/** How much of what the specification leaves open the merchant depends on. */
function sweepLines(result: Result, colors: Colors): string[] {
  const { sweep } = result;
  if (sweep === undefined) return [];
  return [
    `${colors.bold('Readings:')} robust under ${sweep.robust} of ${sweep.of}`,
    ...sweep.fragile.map(
      ({ reading, answer, capability, message }) =>
        `  ${reading}=${answer}: ${capability}: ${printable(clip(message))}`,
    ),
  ];
}

const named = (name: string, items: readonly string[]): string[] =>
  items.length === 0 ? [] : [`${name}: ${items.join(', ')}`];
