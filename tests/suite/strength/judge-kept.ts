import type { HistoryEvent } from '../../../history/index.ts';
import { findLaw } from '../../../ledger/index.ts';
import { type JudgeOptions, judge, type LawVerdict } from '../../../obligations/index.ts';
import { type Kept, keptIn } from './histories.ts';

interface Story {
  readonly check: string;
  readonly events: readonly HistoryEvent[];
}

/**
 * The last attempt of each check in a history that said something: one that is repeated under another reading is often
 * inconclusive.
 */
function storiesOf(events: readonly HistoryEvent[]): readonly Story[] {
  const stories = new Map<string, Story>();
  let begun = 0;
  for (const [index, event] of events.entries()) {
    if (event.kind !== 'check') continue;
    if (event.phase === 'start') begun = index;
    else if (event.outcome !== 'inconclusive' || !stories.has(event.id))
      stories.set(event.id, { check: event.id, events: events.slice(begun, index + 1) });
  }
  return [...stories.values()];
}

const broken = (events: readonly HistoryEvent[], options: JudgeOptions): readonly LawVerdict[] =>
  judge(events, options).filter(({ outcome }) => outcome === 'fail');

/** What is said of the share of faulty shops that break a law. */
export const lawsAlone = (seen: number, all: number, where: string): string =>
  `${seen} of ${all} faulty shops break a law in ${where} (${((100 * seen) / Math.max(1, all)).toFixed(1)} %)`;

const group = (check: string): string => check.split('.')[0] ?? check;

/** What is judged of a history, named by the check that it is the story of, and what it breaks. */
interface Judged {
  readonly check: string;
  readonly broken: readonly LawVerdict[];
}

/** One way of judging the histories. */
interface Way {
  readonly name: string;
  readonly judged: (kept: Kept) => Promise<readonly Judged[]>;
}

const IN_STORIES: Way = {
  name: 'the story of their own check',
  judged: async ({ events, judged }) =>
    storiesOf(events).map((story) => ({ check: story.check, broken: broken(story.events, judged) })),
};

const AUDITED: Way = {
  name: 'all of their history, as an audit reads it',
  judged: async ({ audited }) => [{ check: 'all', broken: await audited() }],
};

interface Tally extends Way {
  all: number;
  seen: number;
  readonly unseen: Map<string, string[]>;
  readonly alarms: string[];
}

/**
 * Judges kept histories by the laws alone: which faulty shops break one in the story of their own check, and which
 * right shops do anywhere. Prints both; the exit code is 1 when a right shop breaks a must.
 *
 * @param audited judges them also as an audit reads them, which is told nothing beside them
 */
export async function judgeKept(dir: string, audited: boolean): Promise<void> {
  const ways = audited ? [IN_STORIES, AUDITED] : [IN_STORIES];
  const tallies = ways.map((way): Tally => ({ ...way, all: 0, seen: 0, unseen: new Map(), alarms: [] }));
  for await (const kept of keptIn(dir)) {
    for (const tally of tallies) await (kept.kind === 'unusual' ? spare(tally, kept) : count(tally, kept));
  }
  for (const { name, all, seen, unseen, alarms } of tallies) {
    for (const [check, shops] of unseen) process.stdout.write(`${check}: not ${shops.join(', ')}\n`);
    process.stdout.write(`\n${lawsAlone(seen, all, name)}\n`);
    process.stdout.write(`${alarms.length} false alarms\n`);
    for (const alarm of alarms) process.stdout.write(`  ${alarm}\n`);
  }
  process.exitCode = tallies.some(({ alarms }) => alarms.length > 0) ? 1 : 0;
}

async function spare({ judged, alarms }: Tally, kept: Kept): Promise<void> {
  for (const { check, broken } of await judged(kept)) {
    // What is recommended an unusual shop may leave.
    for (const { law, violations } of broken.filter(({ law }) => findLaw(law)?.level === 'must'))
      alarms.push(`${kept.id} ${check}: ${law} ${violations[0]?.actual ?? ''}`);
  }
}

async function count(tally: Tally, kept: Kept): Promise<void> {
  const { intended = '' } = kept;
  const parts = await tally.judged(kept);
  const own = parts.find(({ check }) => check === intended || check === 'all');
  tally.all += 1;
  if (own !== undefined && own.broken.length > 0) {
    tally.seen += 1;
    return;
  }
  const name = group(intended);
  tally.unseen.set(name, [...(tally.unseen.get(name) ?? []), `${kept.id} (${intended})`]);
}
