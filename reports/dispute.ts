import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type HistoryEvent, type Outcome, readHistory } from '../history/index.ts';
import { findLaw, type Ground, grounds } from '../ledger/index.ts';
import {
  type GatewayBreach,
  judgeGateway,
  judgeView,
  type LawVerdict,
  viewOf,
} from '../obligations/index.ts';
import { readRegular } from '../suite/config/given-file.ts';
import type { Result } from './result.ts';
import { type RunEvent, type Story, storiesIn } from './stories.ts';

/** A rule that the disputed history breaks, with its reasoning. */
interface RuleReasoning extends Pick<LawVerdict, 'outcome' | 'violations' | 'note'> {
  readonly id: string;
  readonly title: string;
  readonly ground: Ground | null;
}

/** All that somebody needs to find out whether a shop was failed by mistake. Its histories are masked as they were recorded. */
export interface Dispute {
  readonly schema: 'gatecheck/dispute@1';
  /** The check or rule that is disputed. */
  readonly id: string;
  /** Why the shop conforms, in the words of whoever disputes it. */
  readonly because: string | null;
  readonly suite: Result['suite'];
  readonly merchant: Result['merchant'];
  readonly claimed: readonly string[];
  readonly seed: number;
  readonly readings: Result['readings'];
  /** What the result says of it; null for a rule. */
  readonly check: Result['checks'][number] | null;
  readonly ground: Ground | null;
  /** One for each attempt: what was recorded, which rules it breaks and why, and what the gateway did wrong in it. */
  readonly attempts: readonly {
    readonly check: string;
    readonly outcome: string;
    readonly rules: readonly RuleReasoning[];
    readonly gateway: readonly Pick<GatewayBreach, 'rule' | 'declared' | 'actual' | 'proof'>[];
    readonly history: readonly HistoryEvent[];
  }[];
}

const OPEN: ReadonlySet<string> = new Set<Outcome>(['fail', 'warn', 'inconclusive', 'harness-failed']);

/** Why nothing can be disputed. */
export class NothingToDispute extends Error {
  override readonly name = 'NothingToDispute';
}

/**
 * Packs what a run recorded about one check or rule.
 *
 * @param dir the folder of the run, with its histories
 * @param result of that run
 * @param id of a check, or of a rule (`law.…`)
 * @throws {NothingToDispute} when the run has no such check or rule, it passed, or its history is gone
 */
export function disputeOf(dir: string, result: Result, id: string, because: string | null): Dispute {
  const check = result.checks.find((each) => each.id === id) ?? null;
  const outcome = check?.outcome ?? result.laws.find((each) => each.id === id)?.outcome;
  if (outcome === undefined)
    throw new NothingToDispute(
      `${dir} has no result for ${JSON.stringify(id)}: expected the id of a check or of a rule that was judged.`,
    );
  if (!OPEN.has(outcome))
    throw new NothingToDispute(`${id} ended with "${outcome}", so there is nothing to dispute.`);
  const attempts = storiesOf(dir)
    .filter((story) => check === null || story.check === id)
    .map(attemptOf)
    .filter(({ rules }) => check !== null || rules.some((rule) => rule.id === id));
  if (attempts.length === 0)
    throw new NothingToDispute(
      `${join(dir, 'history')} does not hold what was recorded about ${id}: run gatecheck certify --only ${check?.id ?? 'CHECK'} again.`,
    );
  return {
    schema: 'gatecheck/dispute@1',
    id,
    because,
    suite: result.suite,
    merchant: result.merchant,
    claimed: result.scope.claimed,
    seed: result.seed,
    readings: result.readings,
    check,
    ground: grounds[id] ?? null,
    attempts,
  };
}

function storiesOf(dir: string): Story[] {
  const folder = join(dir, 'history');
  let files: string[];
  try {
    files = readdirSync(folder).filter((name) => name.endsWith('.ndjson'));
  } catch {
    return [];
  }
  return files.sort().flatMap((name) => {
    const { events } = readHistory(readRegular(join(folder, name)).toString('utf8'));
    const run = events.find((event): event is RunEvent => event.kind === 'run');
    return run === undefined ? [] : storiesIn(events, run);
  });
}

function attemptOf({ check, outcome, events }: Story): Dispute['attempts'][number] {
  const view = viewOf(events);
  const breaches = judgeGateway(view);
  const rules = judgeView(view, breaches)
    .filter((verdict) => verdict.outcome === 'fail' || verdict.outcome === 'warn')
    .map(({ law, note, ...verdict }) => ({
      id: law,
      title: findLaw(law)?.title ?? law,
      ground: grounds[law] ?? null,
      outcome: verdict.outcome,
      violations: verdict.violations,
      ...(note === undefined ? {} : { note }),
    }));
  return {
    check,
    outcome,
    rules,
    gateway: breaches.map(({ rule, declared, actual, proof }) => ({ rule, declared, actual, proof })),
    history: events,
  };
}
