import { readFileSync } from 'node:fs';
import type { TestCase, TestResult } from '@playwright/test/reporter';
import { isOpen, type Outcome } from '../../history/outcome.ts';
import { type CheckRecord, checkIdOf, checkRecordSchema, RECORD_ATTACHMENT } from '../../history/record.ts';
import type { CheckDefinition } from '../../ledger/types.ts';
import { plain } from './plain.ts';

/** What the runner says about one test that has ended. */
export type EndedTest = Pick<TestCase, 'title' | 'annotations'>;
export type EndedResult = Pick<
  TestResult,
  'status' | 'errors' | 'attachments' | 'duration' | 'parallelIndex'
>;

type Reading = { readonly record: CheckRecord } | { readonly flaw: string } | undefined;

/**
 * The record of one test that has ended. A test that left none, or whose own end contradicts it, gets one
 * that says so: nothing that went wrong in the suite may look like a pass, nor like the merchant's fault.
 *
 * @returns undefined for a test that is about no check.
 */
export function recordOf(
  test: EndedTest,
  result: EndedResult,
  known: ReadonlyMap<string, CheckDefinition>,
  reproduce: (check: string) => string,
): CheckRecord | undefined {
  const id = checkIdOf(test) ?? known.get(test.title.split(/:?\s/)[0] ?? '')?.id;
  const reading = readRecord(result);
  if (id === undefined && reading === undefined) return undefined;
  const substitute = (outcome: Outcome, text: string): CheckRecord => {
    const name = id ?? test.title;
    const check = known.get(name);
    return {
      id: name,
      title: check?.title ?? test.title,
      level: check?.level ?? 'must',
      requirements: [...(check?.requirements ?? [])],
      outcome,
      expected: check?.expectation ?? '',
      actual: outcome === 'not-run' ? '' : text,
      proof: [],
      reproduce: reproduce(name),
      durationMs: Math.round(result.duration),
      attempts: 1,
      laws: [],
      readings: {},
      slot: Math.max(0, result.parallelIndex),
      ...(outcome === 'not-run' && { note: text }),
    };
  };
  // What it came to while all was taken away from under it says nothing.
  if (result.status === 'interrupted') return substitute('not-run', 'The run was interrupted.');
  if (reading !== undefined && 'flaw' in reading) return substitute('harness-failed', reading.flaw);
  if (reading !== undefined) return consistent(reading.record, result);
  switch (result.status) {
    case 'passed':
      return substitute('harness-failed', 'The test ended without a record of what it found.');
    case 'skipped':
      return substitute('not-run', skipReason(test));
    default:
      return substitute('harness-failed', errorText(result) || `The test ${result.status}.`);
  }
}

/** These say by themselves that something is wrong, so that their test may fail. */
const isLoud = (outcome: Outcome): boolean => outcome === 'fail' || isOpen(outcome);

/** A record that found nothing wrong, of a test that failed all the same, hides a fault of the suite. */
function consistent(record: CheckRecord, result: EndedResult): CheckRecord {
  const failed = result.status === 'failed' || result.status === 'timedOut';
  const explained = isLoud(record.outcome) || record.laws.some((law) => isLoud(law.outcome));
  if (!failed || explained) return record;
  return {
    ...record,
    outcome: 'harness-failed',
    actual: `The check ended with ${record.outcome}, and then its test ended with ${result.status}: ${errorText(result)}`,
  };
}

function readRecord(result: EndedResult): Reading {
  const attachment = result.attachments.findLast((candidate) => candidate.name === RECORD_ATTACHMENT);
  if (attachment === undefined) return undefined;
  try {
    const text = attachment.body?.toString('utf8') ?? readFileSync(attachment.path ?? '', 'utf8');
    const parsed = checkRecordSchema.safeParse(JSON.parse(text));
    if (parsed.success) return { record: parsed.data };
    const [issue] = parsed.error.issues;
    return { flaw: `The record of the test is malformed: ${issue?.path.join('.')}: ${issue?.message}` };
  } catch (error) {
    return {
      flaw: `The record of the test cannot be read: ${error instanceof Error ? error.message : error}`,
    };
  }
}

function skipReason(test: EndedTest): string {
  const skip = test.annotations.find((annotation) => ['skip', 'fixme'].includes(annotation.type));
  return skip?.description ?? 'Its test was skipped.';
}

function errorText(result: EndedResult): string {
  return result.errors
    .map((error) => plain(error.message ?? error.value ?? ''))
    .join(' ')
    .trim();
}
