import { OUTCOMES, type Outcome } from '../history/outcome.ts';
import type { CheckRecord } from '../history/record.ts';
import { notClaimed, unclaimedOf } from '../history/selection.ts';
import type { CheckDefinition } from '../ledger/types.ts';
import type { Catalogue } from './catalogue.ts';
import { decided } from './decided.ts';
import type { Evidence } from './evidence.ts';
import { lawResults } from './law-results.ts';
import { mergeRecords } from './merge-records.ts';
import { notificationScope } from './notification-forms.ts';
import { propertyResults } from './property-results.ts';
import { requirementResults } from './requirement-results.ts';
import { type CheckResult, type Problem, RESULT_SCHEMA, type Result, type Summary } from './result.ts';
import { unobserved, usedUnclaimed } from './scope.ts';
import { seenParts } from './tiers.ts';
import { judgeWaivers } from './waivers.ts';

/**
 * Judges a run: what each check, requirement and law came to, and the verdict over all of them. Pure; the
 * same set of records gives the same result in any order.
 */
export function judge(evidence: Evidence, catalogue: Catalogue): Result {
  const { info } = evidence;
  const records = mergeRecords(evidence.records.map((record) => bound(record, catalogue)));
  const properties = propertyResults(records, evidence, catalogue);
  const checks = checkResults(records, evidence, catalogue);
  const known = new Set([...catalogue.checks, ...checks].map((check) => check.id));
  const laws = lawResults(records, catalogue);
  const problems = allProblems(evidence);
  const announced = [...checks, ...laws].map(({ id }) => id).filter((id) => catalogue.announced.has(id));
  const used = usedUnclaimed(records, info.claimed);
  return decided({
    schema: RESULT_SCHEMA,
    suite: {
      version: evidence.suiteVersion,
      requirements: catalogue.requirementsDigest,
      set: catalogue.set,
    },
    merchant: info.merchant,
    configuration: info.configuration,
    selection: info.selection,
    scope: {
      claimed: info.claimed,
      unclaimed: info.unclaimed,
      notApplicable: info.notApplicable,
      unobserved: unobserved(info.claimed, checks, catalogue),
      ...(used.length > 0 && { usedUnclaimed: used }),
      ...seenParts(info.seen, info.claimed),
      ...(info.onlyCurrency !== undefined && { onlyCurrency: info.onlyCurrency }),
      ...notificationScope(info, checks),
    },
    waivers: judgeWaivers(info.waivers, { checks, known, at: info.startedAt, selection: info.selection }),
    ...(info.strict && { strict: true as const }),
    seed: info.seed,
    readings: info.readings,
    startedAt: info.startedAt,
    durationMs: evidence.durationMs,
    summary: summarize(checks),
    checks,
    ...(properties.length > 0 && { properties }),
    requirements: requirementResults(checks, laws, catalogue, {
      partial: info.selection !== null,
      seen: info.seen,
    }),
    laws,
    ...(announced.length > 0 && { announced }),
    ...(info.sweep !== undefined && { sweep: info.sweep }),
    ...(problems.length > 0 && { problems }),
  });
}

/** A record is as binding as the catalogue has it, whatever the suite's own level is. */
function bound(record: CheckRecord, catalogue: Catalogue): CheckRecord {
  const check = catalogue.checks.find(({ id }) => id === record.id);
  const laws = record.laws.map((law) => {
    const level = catalogue.laws.find(({ id }) => id === law.id)?.level;
    return level === undefined ? law : { ...law, level };
  });
  return { ...record, level: check?.level ?? record.level, laws };
}

/** Counts checks by outcome. */
export function summarize(checks: readonly { readonly outcome: Outcome }[]): Summary {
  const counts = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) as Summary;
  for (const check of checks) counts[check.outcome] += 1;
  return counts;
}

function checkResults(
  records: readonly CheckRecord[],
  evidence: Evidence,
  catalogue: Catalogue,
): CheckResult[] {
  const byId = new Map(records.map((record) => [record.id, record]));
  const info = new Map(catalogue.checks.map((check) => [check.id, check]));
  const ids = new Set([...evidence.chosen, ...byId.keys()]);
  for (const { id } of catalogue.properties) ids.delete(id);
  return [...ids].sort().map((id) => {
    const record = byId.get(id);
    return record === undefined ? untried(id, info.get(id), evidence) : checkResult(record);
  });
}

/** Where a run ended early, what is not claimed would not have been tried either. */
function untried(id: string, check: CheckDefinition | undefined, evidence: Evidence): CheckResult {
  const { info, whyUnended } = evidence;
  const missing = check === undefined ? [] : unclaimedOf(check, info.claimed);
  const result = notRun(id, check, info.seed, whyUnended);
  return missing.length === 0 ? result : { ...result, outcome: 'not-claimed', note: notClaimed(missing) };
}

function checkResult(record: CheckRecord): CheckResult {
  return {
    id: record.id,
    title: record.title,
    level: record.level,
    requirements: record.requirements,
    outcome: record.outcome,
    expected: record.expected,
    actual: record.actual,
    proof: record.proof,
    reproduce: record.reproduce,
    durationMs: record.durationMs,
    ...(record.attempts > 1 && { attempts: record.attempts }),
    ...(Object.keys(record.readings).length > 0 && { readings: record.readings }),
    ...(record.cause !== undefined && { cause: record.cause }),
    ...(record.stimuli !== undefined && { stimuli: record.stimuli }),
    ...(record.combinations !== undefined && { combinations: record.combinations }),
    ...(record.controlWorked !== undefined && { controlWorked: record.controlWorked }),
    ...(record.unseen !== undefined && { unseen: record.unseen }),
    ...(record.note !== undefined && { note: record.note }),
    ...(record.files !== undefined && { files: record.files }),
  };
}

/** The result of a check that was owed and of which nothing came. */
export function notRun(
  id: string,
  check: CheckDefinition | undefined,
  seed: number,
  why = 'It was chosen, and its test did not end.',
): CheckResult {
  return {
    id,
    title: check?.title ?? id,
    level: check?.level ?? 'must',
    requirements: [...(check?.requirements ?? [])],
    outcome: 'not-run',
    expected: check?.expectation ?? '',
    actual: '',
    proof: [],
    reproduce: `gatecheck certify --only ${id} --seed ${seed}`,
    durationMs: 0,
    note: why,
  };
}

function allProblems(evidence: Evidence): Problem[] {
  const { preflight } = evidence.info;
  const failed = preflight.findings.filter((finding) => !finding.ok && finding.conformance !== true);
  const findings: Problem[] = preflight.ok
    ? []
    : failed.map(({ capability, message, remedy }) => ({
        kind: 'setup-failed',
        message: `Preflight, ${capability}: ${message}`,
        ...(remedy && { remedy }),
      }));
  if (!preflight.ok && preflight.findings.every((finding) => finding.ok)) {
    findings.push({ kind: 'setup-failed', message: 'The preflight did not succeed and gave no finding.' });
  }
  return [...findings, ...evidence.problems];
}
