import type { CheckRecord, NotedInfo, Outcome } from '../../history/index.ts';
import { unclaimedOf } from '../../history/selection.ts';
import { judge } from '../../obligations/index.ts';
import type { Catalogue } from '../catalogue.ts';
import { bindingOutcome } from '../merge-records.ts';
import type { Story } from '../stories.ts';
import type { Concluded } from './read-histories.ts';

/** Outcomes after which nothing more was done to the merchant, so that the rules see the whole attempt as the run did. */
const JUDGED_WHOLE: ReadonlySet<string> = new Set(['pass', 'warn', 'not-applicable'] satisfies Outcome[]);

/** Outcomes that may come without an attempt, and that no certificate rests on. */
const UNTRIED: ReadonlySet<Outcome> = new Set(['harness-failed', 'setup-failed', 'not-run']);

const HELD: ReadonlySet<string> = new Set(['pass', 'warn'] satisfies Outcome[]);

const AMISS: ReadonlySet<string> = new Set(['fail', 'warn'] satisfies Outcome[]);

type Judged = ReturnType<typeof judge>;

/**
 * What the records of checks say otherwise than their attempts in the histories: how they ended, and what the rules say
 * of them when they are judged again, without the merchant's secrets. Each in a sentence.
 */
export function unlikeAttempts(
  concluded: readonly Concluded[],
  info: NotedInfo,
  catalogue: Catalogue,
): string[] {
  const shown = new Set<string>();
  const unlike = concluded.flatMap((each) => {
    const { record, attempts } = each;
    // Properties have cases instead of attempts, and what stayed open certifies nothing.
    if (record.property !== undefined || UNTRIED.has(record.outcome)) return [];
    if (record.outcome === 'not-claimed') return unlikeClaims(record, attempts, info, catalogue);
    const counted = attempts[record.attempts - 1];
    if (counted === undefined) return [`${record.id}: ${record.outcome}, and no history has its attempt.`];
    const verdicts = judgedAgain(counted.events, info);
    for (const { law, outcome } of verdicts) if (outcome !== 'not-applicable') shown.add(law);
    return unlikeEnd(each, counted, verdicts);
  });
  const held = new Set(
    concluded.flatMap(({ record }) =>
      record.laws.flatMap(({ id, outcome }) => (outcome === 'pass' ? id : [])),
    ),
  );
  const unfounded = [...held].filter((law) => !shown.has(law));
  return [
    ...unlike,
    ...unfounded.map((law) => `${law}: pass, and no history has anything that it is about.`),
  ];
}

/** What the attempt that counts ended with, or one under another interpretation, must be what the check came to. */
function unlikeEnd({ record, attempts }: Concluded, counted: Story, verdicts: Judged): string[] {
  const others = attempts.slice(record.attempts);
  const isExcused = counted.outcome === 'fail' && others.some((other) => HELD.has(other.outcome));
  const ended = isExcused ? 'pass' : bindingOutcome(record.level, counted.outcome as Outcome);
  if (ended !== record.outcome)
    return [`${record.id}: ${record.outcome}, and in the history it ended with ${ended}.`];
  return isExcused || JUDGED_WHOLE.has(counted.outcome) ? unlikeLaws(record, verdicts) : [];
}

/** What is not claimed was not tried either, and needs what the run does not claim. */
function unlikeClaims(
  { id }: CheckRecord,
  attempts: readonly Story[],
  { claimed }: NotedInfo,
  { checks }: Catalogue,
): string[] {
  const check = checks.find((each) => each.id === id);
  if (attempts.length > 0) return [`${id}: not claimed, and a history has an attempt of it.`];
  return check !== undefined && unclaimedOf(check, claimed).length === 0
    ? [`${id}: not claimed, and the merchant claims all that it needs.`]
    : [];
}

/**
 * Rules that the attempt breaks, or holds with a remark only, and that the record has held. Without the merchant's
 * secrets less is known than in the run, so that a rule may say nothing where it said that it holds.
 */
function unlikeLaws({ id, laws }: CheckRecord, verdicts: Judged): string[] {
  const said = new Map(laws.map((law) => [law.id, law.outcome]));
  return verdicts.flatMap(({ law, outcome, violations }) => {
    const was = said.get(law);
    if (was !== undefined && (was === outcome || was === 'fail' || !AMISS.has(outcome))) return [];
    const seen = violations[0] === undefined ? '.' : `: ${violations[0].actual}`;
    return [`${law}: ${was ?? 'not judged'} in ${id}, and its history says ${outcome}${seen}`];
  });
}

/** Judges an attempt as the run did: its own events alone, with what the preflight had found. */
function judgedAgain(events: Story['events'], { readings, claimed }: NotedInfo): Judged {
  const tempo = events.flatMap((event) => {
    if (event.kind === 'run') return event.merchant?.tempo ?? [];
    return event.kind === 'check' ? (event.found?.tempo ?? []) : [];
  });
  return judge(
    events.filter(({ kind }) => kind !== 'run' && kind !== 'check'),
    {
      readings,
      tempo: Object.assign({}, ...tempo),
      capabilities: claimed,
      soleClient: true,
    },
  );
}
