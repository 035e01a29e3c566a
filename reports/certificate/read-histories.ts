import {
  type CheckRecord,
  checkRecordSchema,
  HistoryError,
  type HistoryEvent,
  type NotedInfo,
  notedInfoSchema,
  PREFLIGHT,
  readHistory,
} from '../../history/index.ts';
import { type Problem, problemSchema } from '../result.ts';
import { type RunEvent, type Story, storiesIn } from '../stories.ts';
import type { CertifiedFile } from './statement.ts';

/** What a check came to, and the attempts in the history that it follows from. */
export interface Concluded {
  readonly record: CheckRecord;
  readonly attempts: readonly Story[];
}

/** Everything that the histories of one run say of it. */
export interface RunHistory {
  readonly info: NotedInfo;
  /** The version of the suite. */
  readonly suite: string;
  readonly concluded: readonly Concluded[];
  /** What went wrong outside of checks. */
  readonly problems: readonly Problem[];
  /** The last instant of the histories, in milliseconds of real time. */
  readonly end: number;
}

/** What no run leaves behind. The message says it in a sentence. */
export class NotOneRun extends Error {
  override readonly name = 'NotOneRun';
}

interface OneFile {
  readonly name: string;
  readonly events: readonly HistoryEvent[];
  readonly run: RunEvent;
}

const MINUTE_MS = 60_000;

/**
 * Reads the histories of one run.
 *
 * @throws {NotOneRun} when they are not those of one run, or lack what every run writes into them.
 */
export function readHistories(files: readonly CertifiedFile[]): RunHistory {
  if (files.length === 0) throw new NotOneRun('There is no history: nothing shows what was tested.');
  const read = files.map(readFile);
  const noted = read.flatMap(({ events }) =>
    events.flatMap((event) => (event.kind === 'run-info' ? [event.info] : [])),
  );
  if (noted.length !== 1)
    throw new NotOneRun(`The histories describe ${noted.length} runs, and a certificate is of one.`);
  const parsed = notedInfoSchema.safeParse(noted[0]);
  if (!parsed.success) throw new NotOneRun(`The description of the run is malformed: ${issueOf(parsed)}.`);
  const info = parsed.data;
  const [first] = read;
  const suite = first?.run.version ?? '';
  const end = Math.max(...read.map(({ events }) => Date.parse(events.at(-1)?.realAt ?? '')));
  for (const { name, events, run } of read) {
    const otherRun = unlikeRun({ info, suite, end }, run, events);
    if (otherRun !== undefined) throw new NotOneRun(`${name} is of another run: ${otherRun}.`);
  }
  return { info, suite, end, concluded: read.flatMap(concludedIn), problems: read.flatMap(problemsIn) };
}

const issueOf = ({ error }: { readonly error: { readonly issues: readonly Issue[] } }): string =>
  `${error.issues[0]?.path.join('.')}: ${error.issues[0]?.message}`;

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

function readFile({ name, content }: CertifiedFile): OneFile {
  try {
    const { events } = readHistory(content.toString('utf8'));
    if (events.length === 0) throw new NotOneRun(`${name} is empty.`);
    const run = events.find((event): event is RunEvent => event.kind === 'run');
    if (run === undefined) throw new NotOneRun(`${name} does not begin with a run.`);
    return { name, events, run };
  } catch (error) {
    if (!(error instanceof HistoryError)) throw error;
    throw new NotOneRun(`${name} is no history: ${error.message}`);
  }
}

/** What a history says of its run otherwise than the run's description; undefined when it is the same one. */
function unlikeRun(
  { info, suite, end }: Pick<RunHistory, 'info' | 'suite' | 'end'>,
  { seed, merchant, realAt, version }: RunEvent,
  events: readonly HistoryEvent[],
): string | undefined {
  const { name, version: merchantVersion, capabilities } = merchant ?? {};
  const sorted = (items: readonly string[] = []): string => [...items].sort().join(', ');
  const began = Date.parse(realAt);
  const found = events.find((event) => event.kind === 'check' && event.id === PREFLIGHT && event.found);
  const readings = found?.kind === 'check' ? found.found?.readings : undefined;
  const tellings: [is: boolean, says: string][] = [
    [version === suite, `it was recorded by gatecheck ${version}`],
    [seed === info.seed, `its seed is ${seed}`],
    [
      name === info.merchant.name && merchantVersion === info.merchant.version,
      `its merchant is ${name ?? 'not named'} ${merchantVersion ?? ''}`.trimEnd(),
    ],
    [began >= Date.parse(info.startedAt) - MINUTE_MS && began <= end, `it began at ${realAt}`],
    [sorted(capabilities) === sorted(info.claimed), `it claims ${sorted(capabilities) || 'nothing'}`],
    [
      readings === undefined || pairs(readings) === pairs(info.readings),
      'its preflight found other interpretations',
    ],
  ];
  return tellings.find(([is]) => !is)?.[1];
}

const pairs = (readings: Readonly<Record<string, string>>): string =>
  JSON.stringify(Object.entries(readings).sort(([a], [b]) => (a < b ? -1 : 1)));

function problemsIn({ name, events }: OneFile): Problem[] {
  return events.flatMap((event) => {
    if (event.kind !== 'run-problem') return [];
    const parsed = problemSchema.safeParse(event.problem);
    if (parsed.success) return [parsed.data];
    throw new NotOneRun(`${name}: event ${event.seq} is no problem of a run: ${issueOf(parsed)}.`);
  });
}

/** The conclusions that a history has, each with the attempts since the one before. */
function concludedIn({ name, events, run }: OneFile): Concluded[] {
  const stories = storiesIn(events, run);
  const concluded: Concluded[] = [];
  let [told, ended] = [0, 0];
  for (const event of events) {
    if (event.kind === 'check' && event.phase === 'end' && event.id !== PREFLIGHT) ended += 1;
    if (event.kind !== 'check-record') continue;
    const parsed = checkRecordSchema.safeParse(event.record);
    if (!parsed.success)
      throw new NotOneRun(`${name}: event ${event.seq} is no record of a check: ${issueOf(parsed)}.`);
    const record = parsed.data;
    const attempts = stories.slice(told, ended).filter(({ check }) => check === record.id);
    told = ended;
    concluded.push({ record, attempts });
  }
  return concluded;
}
