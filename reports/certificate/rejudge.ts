import { HistoryError, type HistoryEvent, PREFLIGHT, readHistory } from '../../history/index.ts';
import { judge } from '../../obligations/index.ts';
import type { Result } from '../result.ts';
import type { CertifiedFile } from './statement.ts';

/** One attempt of a check, as it stands in a history. */
interface Story {
  readonly check: string;
  readonly outcome: string;
  /** Begins with the run and the preflight's findings, which say how the merchant is judged. */
  readonly events: readonly HistoryEvent[];
}

type RunEvent = Extract<HistoryEvent, { kind: 'run' }>;

/** What the outcomes of a result must have ended with, in a history: a should that failed is a warning. */
const ENDS: Readonly<Record<string, readonly string[]>> = {
  pass: ['pass', 'warn'],
  warn: ['warn', 'fail', 'pass'],
};

/**
 * Judges the certified histories by the laws again, and compares: a check that came to a conclusion has its story in
 * them, with that end; no law that held is broken in the story of a check that passed, and each that held has something
 * in them that it is about.
 *
 * @returns what does not follow from them, each in a sentence
 */
export function notFromHistories(result: Result, histories: readonly CertifiedFile[]): string[] {
  const stories: Story[] = [];
  for (const { name, content } of histories) {
    try {
      const { events } = readHistory(content.toString('utf8'));
      const run = events.find((event): event is RunEvent => event.kind === 'run');
      if (run === undefined) return [`${name} does not begin with a run.`];
      const otherRun = unlikeRun(result, run);
      if (otherRun !== undefined) return [`${name} is of another run: ${otherRun}.`];
      stories.push(...storiesIn(events, run));
    } catch (error) {
      if (!(error instanceof HistoryError)) throw error;
      return [`${name} is no history: ${error.message}`];
    }
  }
  return [...untold(result, stories), ...contradicted(result, stories)];
}

const MINUTE_MS = 60_000;

/** What a run says of itself otherwise than the result; undefined when it is the same one. */
function unlikeRun(result: Result, { seed, merchant, realAt }: RunEvent): string | undefined {
  const { name, version, capabilities } = merchant ?? {};
  const at = Date.parse(realAt) - Date.parse(result.startedAt);
  const claimed = [...(capabilities ?? [])].sort().join(', ');
  const tellings: [is: boolean, says: string][] = [
    [seed === result.seed, `its seed is ${seed}`],
    [
      name === result.merchant.name && version === result.merchant.version,
      `its merchant is ${name ?? 'not named'} ${version ?? ''}`.trimEnd(),
    ],
    // Of shards on several machines, clocks differ a little.
    [at >= -MINUTE_MS && at <= result.durationMs + MINUTE_MS, `it began at ${realAt}`],
    [claimed === [...result.scope.claimed].sort().join(', '), `it claims ${claimed || 'nothing'}`],
  ];
  return tellings.find(([is]) => !is)?.[1];
}

function storiesIn(events: readonly HistoryEvent[], run: RunEvent): Story[] {
  const stories: Story[] = [];
  const about: HistoryEvent[] = [run];
  let begun = 0;
  for (const [index, event] of events.entries()) {
    if (event.kind !== 'check') continue;
    if (event.id === PREFLIGHT) {
      if (event.found !== undefined) about[1] = event;
    } else if (event.phase === 'start') begun = index;
    else
      stories.push({
        check: event.id,
        outcome: event.outcome ?? '',
        events: [...about, ...events.slice(begun, index + 1)],
      });
  }
  return stories;
}

/** Checks whose story is missing, or ended otherwise. */
function untold({ checks }: Result, stories: readonly Story[]): string[] {
  return checks.flatMap(({ id, outcome }) => {
    const ends = ENDS[outcome];
    if (ends === undefined) return [];
    const own = stories.filter(({ check }) => check === id);
    if (own.length === 0) return [`${id}: ${outcome}, and no history has its story.`];
    if (own.some((story) => ends.includes(story.outcome))) return [];
    return [
      `${id}: ${outcome}, and in the history it ended with ${own.map((story) => story.outcome).join(', ')}.`,
    ];
  });
}

/** What the stories say of one law. */
interface Seen {
  isShown: boolean;
  /** Check to whether each of its stories that passed breaks the law: under another reading one may. */
  readonly passed: Map<string, { always: boolean; actual: string }>;
}

/** Laws that the stories say something else about. */
function contradicted(result: Result, stories: readonly Story[]): string[] {
  const passed = new Set(result.checks.flatMap(({ id, outcome }) => (outcome === 'pass' ? [id] : [])));
  const seen = new Map<string, Seen>();
  for (const { check, outcome, events } of stories) {
    for (const verdict of judge(events)) {
      const law = seen.get(verdict.law) ?? { isShown: false, passed: new Map() };
      seen.set(verdict.law, law);
      law.isShown ||= verdict.outcome !== 'not-applicable';
      if (outcome !== 'pass' || !passed.has(check)) continue;
      const always = verdict.outcome === 'fail' && law.passed.get(check)?.always !== false;
      law.passed.set(check, { always, actual: verdict.violations[0]?.actual ?? '' });
    }
  }
  return result.laws.flatMap(({ id, outcome }) => {
    if (outcome !== 'pass') return [];
    const law = seen.get(id);
    if (law?.isShown !== true) return [`${id}: pass, and no history has anything that it is about.`];
    const broken = [...law.passed].find(([, { always }]) => always);
    return broken === undefined
      ? []
      : [`${id}: pass, and the history of ${broken[0]} breaks it: ${broken[1].actual}`];
  });
}
