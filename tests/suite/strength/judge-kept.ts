import type { HistoryEvent } from '../../../history/index.ts';
import { judge, type LawVerdict } from '../../../obligations/index.ts';
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

const broken = ({ judged }: Kept, { events }: Story): readonly LawVerdict[] =>
  judge(events, judged).filter(({ outcome }) => outcome === 'fail');

/** What is said of the share of faulty shops that break a law in the story of their own check. */
export const lawsAlone = (seen: number, all: number): string =>
  `${seen} of ${all} faulty shops break a law in the story of their own check (${((100 * seen) / Math.max(1, all)).toFixed(1)} %)`;

const group = (check: string): string => check.split('.')[0] ?? check;

/**
 * Judges kept histories by the laws alone: which faulty shops break one in the story of their own check, and which
 * right shops break one anywhere. Prints both; the exit code is 1 when a right shop breaks a law.
 */
export async function judgeKept(dir: string): Promise<void> {
  const groups = new Map<string, { all: number; seen: number; unseen: string[] }>();
  const alarms: string[] = [];
  for await (const kept of keptIn(dir)) {
    const stories = storiesOf(kept.events);
    if (kept.kind === 'unusual') {
      for (const story of stories) {
        for (const { law, violations } of broken(kept, story)) {
          alarms.push(`${kept.id} ${story.check}: ${law} ${violations[0]?.actual ?? ''}`);
        }
      }
      continue;
    }
    const own = stories.find(({ check }) => check === kept.intended);
    const laws = own === undefined ? [] : broken(kept, own);
    const of = groups.get(group(kept.intended ?? '')) ?? { all: 0, seen: 0, unseen: [] };
    groups.set(group(kept.intended ?? ''), of);
    of.all += 1;
    if (laws.length > 0) of.seen += 1;
    else of.unseen.push(`${kept.id} (${kept.intended})`);
  }
  let [seen, all] = [0, 0];
  for (const [name, of] of groups) {
    process.stdout.write(`${name}: ${of.seen} of ${of.all}; not: ${of.unseen.join(', ')}\n`);
    seen += of.seen;
    all += of.all;
  }
  process.stdout.write(`\n${lawsAlone(seen, all)}\n${alarms.length} false alarms\n`);
  for (const alarm of alarms) process.stdout.write(`  ${alarm}\n`);
  process.exitCode = alarms.length > 0 ? 1 : 0;
}
