import junit, { type Builder } from 'junit-report-builder';
import type { Outcome } from '../../history/outcome.ts';
import type { Proof } from '../../history/record.ts';
import type { Result } from '../result.ts';
import { OUTCOME_WORDS } from '../wording.ts';

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

/** `junit.xml`: checks, laws and what went wrong outside of them, for CI systems that read that format. */
export function renderJunit(result: Result): string {
  const report = builder.newBuilder().name('gatecheck');
  const { problems = [] } = result;
  addSuite(
    report,
    'checks',
    result,
    result.checks.map((check) => ({
      id: check.id,
      outcome: check.outcome,
      text: check.actual || check.note || '',
      details: [`Expected: ${check.expected}`, `Actual: ${check.actual}`, `Reproduce: ${check.reproduce}`],
      proof: check.proof,
      durationMs: check.durationMs,
    })),
  );
  if (result.laws.length > 0) {
    addSuite(
      report,
      'laws',
      result,
      result.laws.map((law) => ({
        id: law.id,
        outcome: law.outcome,
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
        outcome: problem.kind,
        text: problem.message,
        details: [problem.message, problem.remedy ?? ''],
        proof: [],
        durationMs: 0,
      })),
    );
  }
  return report.build();
}

function addSuite(report: Builder, name: string, result: Result, cases: readonly Case[]): void {
  const suite = report.testSuite().name(`gatecheck ${name}`).timestamp(new Date(result.startedAt));
  suite.property('verdict', result.verdict).property('seed', String(result.seed));
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
    const kind = KIND[item.outcome];
    if (kind === 'failure') testCase.failure(message, item.outcome).stacktrace(details);
    if (kind === 'error') testCase.error(message, item.outcome, details);
    if (kind === 'skipped') testCase.skipped();
    if (kind === 'skipped' || item.outcome === 'warn')
      testCase.standardOutput(`${OUTCOME_WORDS[item.outcome]}: ${message}`);
  }
}
