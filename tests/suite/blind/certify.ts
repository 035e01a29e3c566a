import { isOpen } from '../../../history/outcome.ts';
import type { CheckRecord } from '../../../history/record.ts';
import { loadConfig, type ResolvedConfig } from '../../../suite/config/index.ts';
import { preflight } from '../../../suite/preflight/index.ts';
import type { Slot } from '../../../suite/slots/index.ts';
import { everyCheck, runIn, withSlot } from '../strength/in-slot.ts';
import type { BlindOutcome } from './outcome.ts';
import type { BlindFault, Round } from './rounds.ts';

/** The first words of the ids of checks that are about an area, which are likely to see its faults. */
const NEAREST: Readonly<Record<string, readonly string[]>> = {
  order: ['order', 'invoice'],
  hold: ['hold'],
  recurrent: ['token'],
  wallet: ['wallet', 'payout'],
  notification: ['notification', 'sign'],
  lookup: ['lookup', 'time'],
  error: ['error', 'order'],
};

/** Every check, those about this area first. */
function checksFor(area: string): readonly string[] {
  const words = NEAREST[area] ?? [area];
  const isNear = (id: string): boolean => words.includes(id.split('.')[0] ?? '');
  return [...everyCheck.filter(isNear), ...everyCheck.filter((id) => !isNear(id))];
}

/** What a check, and the rules in its story, fail and warn of. */
function seenIn({ id, outcome, level, laws }: CheckRecord) {
  const own = outcome === 'fail' || outcome === 'warn' ? [{ id, outcome, level }] : [];
  const seen = [...own, ...laws.filter((law) => law.outcome === 'fail' || law.outcome === 'warn')];
  const isFailed = (each: (typeof seen)[number]): boolean => each.outcome === 'fail' && each.level === 'must';
  return {
    failed: seen.filter(isFailed).map((each) => each.id),
    warned: seen.filter((each) => !isFailed(each)).map((each) => each.id),
  };
}

/** The checks that a run which is not whole ends with. */
const MOST_OPEN = 5;

/** Whether the shop cannot do what the preflight asks of it, for which a certification gives no verdict. */
async function isUnfit(slot: Slot): Promise<boolean> {
  await slot.process?.restart();
  return (await preflight(slot)).findings.some(({ ok }) => !ok);
}

/** The configuration of a round's shop, started with this fault. */
async function configWith(round: Round, id: string): Promise<ResolvedConfig> {
  const config = await loadConfig(round.config, { env: { ...process.env, FAULT: id } });
  const { merchant } = config;
  if (merchant.start === null) throw new Error(`${round.config}: merchant.start is missing.`);
  const env = { ...merchant.start.env, FAULT: id };
  return { ...config, merchant: { ...merchant, start: { ...merchant.start, env } } };
}

export interface CertifyOptions {
  /** The fault that the shop is started with. */
  readonly fault: BlindFault;
  /** Whether it goes on after the first must that fails. */
  readonly whole: boolean;
  /** What the conforming shop is warned of. */
  readonly usual: readonly string[];
  readonly seed: number;
  /** The slot, of several at once. */
  readonly lane: number;
}

/** The checks of a certification against a round's shop with a fault, one after the other, in a slot of its own. */
export async function certifyFaulty(round: Round, options: CertifyOptions): Promise<BlindOutcome> {
  const { fault, whole, usual, seed, lane } = options;
  const config = await configWith(round, fault.id);
  return withSlot(config, { index: lane, seed }, async (slot) => {
    if (slot.setupProblem !== null) return { end: 'undecided', failed: [], warned: [] };
    const failed = new Set<string>();
    const warned = new Set<string>();
    let open = 0;
    for (const check of checksFor(fault.area)) {
      const record = await runIn(slot, check);
      const seen = seenIn(record);
      for (const id of seen.failed) failed.add(id);
      for (const id of seen.warned.filter((each) => !usual.includes(each))) warned.add(id);
      if (failed.size > 0 && !whole) break;
      if (isOpen(record.outcome)) open += 1;
      if (open === MOST_OPEN && (await isUnfit(slot))) break;
    }
    const end =
      failed.size > 0 ? 'caught' : open > 0 ? 'undecided' : warned.size > 0 ? 'warned' : 'certified';
    return { end, failed: [...failed], warned: [...warned] };
  });
}
