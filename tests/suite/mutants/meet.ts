import type { CheckRecord } from '../../../history/index.ts';
import { isOpen } from '../../../history/outcome.ts';
import type { ResolvedConfig } from '../../../suite/config/index.ts';
import { preflight } from '../../../suite/preflight/index.ts';
import type { Slot } from '../../../suite/slots/index.ts';
import { runIn, withSlot } from '../strength/in-slot.ts';
import type { Fate, Finding } from './result.ts';

/** After so many checks that could not be concluded the rest is not tried. */
const MOST_OPEN = 3;

/** What the checks saw of a mutant, and why they say so. */
export type Told = Finding & { readonly why: string };
type Seen = Pick<Told, 'fate' | 'by' | 'law' | 'why'>;

/** What one check saw of the mutant; undefined where it saw nothing. */
function seenBy({ id: by, outcome, actual, level, laws }: CheckRecord): Seen | undefined {
  if (outcome === 'fail') return { fate: 'killed', by, why: actual };
  const broken = laws.filter((law) => law.outcome === 'fail' || law.outcome === 'warn');
  const must = broken.find((law) => law.outcome === 'fail' && law.level === 'must');
  if (must !== undefined) return { fate: 'killed', by, law: must.id, why: must.actual };
  if (isOpen(outcome) && level === 'must') return { fate: 'open', by, why: `${outcome}: ${actual}` };
  const [law] = broken;
  if (law !== undefined) return { fate: 'warned', by, law: law.id, why: law.actual };
  return outcome === 'warn' ? { fate: 'warned', by, why: actual } : undefined;
}

/** What the preflight says against the shop, which is started anew for it; undefined where it has nothing to say. */
async function unfit(slot: Slot): Promise<string | undefined> {
  await slot.process?.restart();
  const { findings } = await preflight(slot);
  const flaw = findings.find((finding) => !finding.ok);
  return flaw === undefined ? undefined : `${flaw.capability}: ${flaw.message}`;
}

/** The shop with one mutant switched on meets these checks, one after the other, until a must fails. */
async function meetOnce(
  config: ResolvedConfig,
  index: number,
  checks: readonly string[],
): Promise<Omit<Told, 'covering'>> {
  return withSlot(config, { index, seed: 1 }, async (slot) => {
    if (slot.setupProblem !== null) return { fate: 'start', why: slot.setupProblem.message, met: 0 };
    const seen: Seen[] = [];
    let met = 0;
    for (const check of checks) {
      met += 1;
      const found = seenBy(await runIn(slot, check));
      if (found?.fate === 'killed') return { ...found, met };
      if (found !== undefined) seen.push(found);
      if (found?.fate !== 'open') continue;
      const open = seen.filter(({ fate }) => fate === 'open').length;
      const why = open === 1 ? await unfit(slot) : undefined;
      if (why !== undefined) return { fate: 'start', why, met };
      if (open === MOST_OPEN) break;
    }
    const told = seen.find(({ fate }) => fate === 'open') ?? seen[0];
    return { ...(told ?? { fate: 'survived', why: '' }), met };
  });
}

/** What a machine that is busy with other things could bring about as well. */
const DOUBTFUL: ReadonlySet<Fate> = new Set(['killed', 'start', 'open']);

/** The shop with one mutant, and without: the latter is what a check must pass where the former is killed by it. */
export interface Pair {
  readonly mutated: ResolvedConfig;
  readonly right: ResolvedConfig;
}

/**
 * The shop with one mutant meets these checks, one after the other, until a must fails. What ends it counts only where
 * the same check sees the same again in a slot of its own, and then nothing in the right shop: a machine that is busy
 * with other things kills no mutant.
 *
 * @param checks those that cover it, the most telling first
 * @param most how many of them it meets at most
 */
export async function meet(
  { mutated, right }: Pair,
  index: number,
  checks: readonly string[],
  most: number,
): Promise<Told> {
  const covering = checks.length;
  if (covering === 0) return { fate: 'uncovered', why: '', met: 0, covering };
  const told = await meetOnce(mutated, index, checks.slice(0, most));
  if (!DOUBTFUL.has(told.fate)) return { ...told, covering };
  const last = told.by ?? checks[Math.max(0, told.met - 1)] ?? '';
  const again = await meetOnce(mutated, index, [last]);
  const without = again.fate === told.fate ? (await meetOnce(right, index, [last])).fate : undefined;
  if (without === 'survived') return { ...told, covering };
  const found = without === undefined ? `${again.fate} at the second` : `${without} without the mutant`;
  const why = `${told.fate} at the first run of ${last}, ${found}: ${told.why}`;
  return { fate: 'unmeasured', why, met: told.met, covering };
}
