import type { Base, NoticeCase } from '../../arbitraries/index.ts';
import { runBatch } from '../batch.ts';
import type { EndpointTarget } from '../endpoint-target.ts';
import type { Finding, RunResult } from '../finding.ts';
import type { Statistics } from '../stats.ts';
import { changeOf, type Theme, themesFor } from './themes.ts';

/** What is plainly wrong with an endpoint. */
export interface Flaw {
  /** What it is, with how many of how many messages were believed. */
  readonly says: string;
  /** The plainest message that shows it. */
  readonly finding: Finding;
  /** Ids of families about which nothing more is to be asked. */
  readonly explains: readonly string[];
}

export interface Survey {
  readonly flaws: readonly Flaw[];
  /** What could not be asked, each in a sentence. */
  readonly notes: readonly string[];
}

/** So many messages are sent together: the plainest alone, so that it is known what has an effect. */
const SIZES = [1, 3, 8, 12];
/** So many messages that are all believed say enough. */
const ENOUGH = SIZES.reduce((sum, size) => sum + size, 0);
/** So many orders at most are kept for the questions after this one. */
const RESERVE = 3;

interface Asked {
  readonly results: readonly RunResult[];
  /** Messages of this theme for which no order was left. */
  readonly unasked: number;
}

/** Asks one question: ever more messages at once, as long as there are orders. */
async function ask(
  target: EndpointTarget,
  { cases }: Theme,
  reserve: number,
  how: { readonly base: Base; readonly counter: { messages: number } },
): Promise<Asked> {
  const results: RunResult[] = [];
  const believed = (): number => results.filter(({ finding }) => finding !== null).length;
  let left: readonly NoticeCase[] = cases;
  for (let round = 0; left.length > 0; round += 1) {
    const unpaid = target.oracle === 'state' ? await target.unpaid() : Number.POSITIVE_INFINITY;
    const room = results.length === 0 ? Math.max(Math.min(unpaid, 1), unpaid - reserve) : unpaid - reserve;
    const size = Math.min(SIZES[round] ?? ENOUGH, room, target.inFlight);
    if (size < 1) break;
    const part = left.slice(0, size);
    left = left.slice(size);
    results.push(
      ...(await runBatch(target, part, { ...how, patience: 1, enough: Number.POSITIVE_INFINITY })),
    );
    if (believed() === results.length && results.length >= ENOUGH) return { results, unasked: 0 };
  }
  return { results, unasked: left.length };
}

const PLACES = 3;

/** What the answers to a question say: nothing where no message was believed. */
function flawOf(theme: Theme, results: readonly RunResult[]): Flaw | null {
  const tried = results.filter(({ skipped }) => skipped === null);
  const believed = tried.flatMap(({ finding }) => (finding === null || finding.liveness ? [] : [finding]));
  const [finding] = believed;
  if (finding === undefined) return null;
  const counts = `${believed.length} of ${tried.length} ${theme.noun}`;
  if (believed.length === tried.length)
    return { says: `${theme.all}: ${counts} were believed.`, finding, explains: theme.explains };
  const first = believed.slice(0, PLACES).map(({ testCase }) => changeOf(testCase));
  const more = believed.length > PLACES ? ` and ${believed.length - PLACES} more` : '';
  // What was asked has its answer; other changes may have another cause.
  const explains = theme.explains.filter((id) =>
    theme.cases.some(({ message }) =>
      message.twists.some(({ mutation }) => mutation === id || mutation.startsWith(`${id}.`)),
    ),
  );
  return { says: `${theme.some}: ${counts} were believed (${first.join('; ')}${more}).`, finding, explains };
}

/**
 * Asks an endpoint the plain questions, one change at a time, each with an order of its own: what is told of it is the
 * plainest that is true of it.
 */
export async function survey(
  target: EndpointTarget,
  how: { readonly base: Base; readonly counter: { messages: number } },
  statistics: Statistics,
): Promise<Survey> {
  const themes = themesFor(target.format).filter(
    ({ id }) => target.oracle === 'state' || !['status', 'repeat'].includes(id),
  );
  const flaws: Flaw[] = [];
  const notes: string[] = [];
  for (const [index, theme] of themes.entries()) {
    const reserve = Math.min(RESERVE, themes.length - index - 1);
    const { results, unasked } = await ask(target, theme, reserve, how);
    for (const result of results) statistics.add(result);
    const flaw = flawOf(theme, results);
    if (flaw !== null) flaws.push(flaw);
    const late = results.filter(({ skipped }) => skipped?.includes('paid since') === true).length;
    if (late > 0)
      notes.push(
        `${late} messages proved nothing, because their orders were paid later by earlier ones: give a longer --settle.`,
      );
    if (unasked > 0)
      notes.push(
        `No unpaid order was left for ${unasked} of ${theme.cases.length} messages with ${theme.noun}: give more orders.`,
      );
  }
  return { flaws, notes };
}
