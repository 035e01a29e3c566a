import junit, { type Builder } from 'junit-report-builder';
import type { Outcome } from '../../history/outcome.ts';
import type { Proof } from '../../history/record.ts';
import { appliedWaivers, exitCodeOf, strictFailures } from '../decide.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Result } from '../result.ts';
import { OUTCOME_WORDS, problemOutcome } from '../wording.ts';

// The package's types describe its ES module, and Node loads its CommonJS one, whose default is the builder itself.
const builder = junit as unknown as Builder;

type Kind = 'passed' | 'failure' | 'error' | 'skipped';

const KIND: Readonly<Record<Outcome, Kind>> = {
  pass: 'passed',
  warn: 'passed',
  fail: 'failure',
  inconclusive: 'error',
  'setup-failed': 'error',
  'harness-failed': 'error',
  'not-run': 'skipped',
  'not-claimed': 'skipped',
  'not-applicable': 'skipped',
};

interface Case {
  readonly id: string;
  readonly outcome: Outcome;
  readonly kind: Kind;
  readonly text: string;
  readonly details: readonly string[];
  readonly proof: readonly Proof[];
  readonly durationMs: number;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is being taken out.
const ILLEGAL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

/**
 * XML 1.0 has no place for most control characters, nor for halves of surrogate pairs, and the builder
 * escapes only the first end of a CDATA section.
 */
function legal(text: string): string {
  return text.replace(ILLEGAL, '\ufffd').replaceAll(']]>', ']] >');
}

/** `junit.xml`: checks, properties, laws and what went wrong outside of them, for CI systems that read that format. */
export function renderJunit(result: Result): string {
  const report = builder.newBuilder().name('gatecheck');
  const { problems = [] } = result;
  const waived = new Set(appliedWaivers(result).map(({ check }) => check));
  addVerdict(report, result);
  addSuite(
    report,
    'checks',
    result,
    result.checks.map((check) => ({
      id: check.id,
      outcome: check.outcome,
      kind: waived.has(check.id) ? 'skipped' : kindOf(check, result),
      text: check.actual || check.note || '',
      details: [`Expected: ${check.expected}`, `Actual: ${check.actual}`, `Reproduce: ${check.reproduce}`],
      proof: check.proof,
      durationMs: check.durationMs,
    })),
  );
  if (result.properties !== undefined) {
    addSuite(
      report,
      'properties',
      result,
      result.properties.map((property) => ({
        id: property.id,
        outcome: property.outcome,
        kind: kindOf(property, result),
        text: property.actual || property.note || '',
        details: [
          `Expected: ${property.expected}`,
          `Actual: ${property.actual}`,
          `Smallest: ${property.counterexample ?? ''}`,
          `Seed ${property.seed}, path ${property.path ?? 'none'}`,
          ...(property.story ?? []),
          `Reproduce: ${property.reproduce}`,
        ],
        proof: property.proof,
        durationMs: property.durationMs,
      })),
    );
  }
  if (result.laws.length > 0) {
    addSuite(
      report,
      'laws',
      result,
      result.laws.map((law) => ({
        id: law.id,
        outcome: law.outcome,
        kind: kindOf(law, result),
        text: law.actual ?? '',
        details: [`Actual: ${law.actual ?? ''}`, `In: ${(law.checks ?? []).join(', ')}`],
        proof: law.proof ?? [],
        durationMs: 0,
      })),
    );
  }
  if (problems.length > 0) {
    addSuite(
      report,
      'run',
      result,
      problems.map((problem, index) => ({
        id: `problem.${index + 1}`,
        outcome: problemOutcome(problem),
        kind: 'error',
        text: problem.message,
        details: [problem.message, problem.remedy ?? ''],
        proof: [],
        durationMs: 0,
      })),
    );
  }
  return report.build();
}

/** In a strict run a warning is a failure, so that a CI's view says what the exit code says. */
function kindOf({ id, outcome }: { readonly id: string; readonly outcome: Outcome }, result: Result): Kind {
  return outcome === 'warn' && strictFailures(result).includes(id) ? 'failure' : KIND[outcome];
}

/** The verdict as a test case, whose message is the headline. Of a filtered run it goes by its own checks. */
function addVerdict(report: Builder, result: Result): void {
  const headline = legal(result.headline);
  const testCase = report
    .testSuite()
    .name('gatecheck verdict')
    .timestamp(new Date(result.startedAt))
    .testCase()
    .className('gatecheck.verdict')
    .name('verdict');
  const code = exitCodeOf(result);
  if (code === exitCodes.failed) testCase.failure(headline, result.verdict);
  else if (code !== exitCodes.ok) testCase.error(headline, result.verdict);
  else testCase.standardOutput(headline);
}

function addSuite(report: Builder, name: string, result: Result, cases: readonly Case[]): void {
  const suite = report.testSuite().name(`gatecheck ${name}`).timestamp(new Date(result.startedAt));
  suite
    .property('verdict', result.verdict)
    .property('headline', result.headline)
    .property('seed', String(result.seed));
  for (const item of cases) {
    const testCase = suite
      .testCase()
      .className(`gatecheck.${name}`)
      .name(legal(item.id))
      .time(item.durationMs / 1000);
    const message = legal(item.text || OUTCOME_WORDS[item.outcome]);
    const details = legal(
      [...item.details, ...item.proof.map((line) => `${line.at} ${line.channel}: ${line.text}`)].join('\n'),
    );
    const { kind } = item;
    if (kind === 'failure') testCase.failure(message, item.outcome).stacktrace(details);
    if (kind === 'error') testCase.error(message, item.outcome, details);
    if (kind === 'skipped') testCase.skipped();
    if (kind === 'skipped' || item.outcome === 'warn')
      testCase.standardOutput(`${OUTCOME_WORDS[item.outcome]}: ${message}`);
  }
}
