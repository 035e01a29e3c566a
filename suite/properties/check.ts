import type { CheckRecord, PropertyFacts } from '../../history/index.ts';
import { saidBy } from '../engine/attempt.ts';
import { scopeOf } from '../engine/run-check.ts';
import { hunt } from '../fuzz/index.ts';
import type { Slot } from '../slots/index.ts';
import type { PreflightResult } from '../slots/preflight-result.ts';
import type { Property, Tried } from './property.ts';

export interface CheckPropertyOptions {
  readonly preflight?: PreflightResult;
  readonly runs: number;
  readonly seed: number;
  /** Goes on where a failure was found before, as fast-check printed it. */
  readonly path?: string;
  /** How long it may take, in milliseconds. */
  readonly timeMs: number;
  /** The command line that puts this property to the merchant again; with a path, that one case. */
  readonly reproduce: (path?: string) => string;
  /** An instant in milliseconds for durations; injected so that tests can hold it. */
  readonly elapsed?: () => number;
}

/** How long a case that failed is made smaller, and how much of the whole time is left for it at least. */
const SHRINK_MS = 60_000;

interface Failed {
  readonly drawn: unknown;
  readonly tried: Tried & { readonly broken: NonNullable<Tried['broken']> };
}

/** What the cases came to, without those of the shrinking. */
interface Count {
  readonly of: number;
  runs: number;
  idle: number;
  whyIdle: string | null;
}

type Concluded = Omit<Partial<CheckRecord>, 'property'> &
  Pick<CheckRecord, 'outcome'> & { readonly property?: Partial<PropertyFacts> };

/**
 * Puts a property to the merchant with fast-check: cases are drawn until one breaks an obligation that is a must, and
 * that one is made smaller as long as the same obligation is broken. Never throws: what the merchant does is a finding,
 * what we do wrong is `harness-failed`.
 */
export async function checkProperty(
  property: Property,
  slot: Slot,
  options: CheckPropertyOptions,
): Promise<CheckRecord> {
  const { meta } = property;
  const { elapsed = () => performance.now() } = options;
  const begun = elapsed();
  const of = options.path === undefined ? options.runs : 1;
  const facts: PropertyFacts = { kind: meta.kind, runs: 0, of, seed: options.seed };
  const blank: CheckRecord = {
    id: meta.id,
    title: meta.title,
    level: meta.level,
    requirements: [],
    outcome: 'harness-failed',
    expected: meta.expectation,
    actual: '',
    proof: [],
    reproduce: options.reproduce(),
    durationMs: 0,
    attempts: 1,
    laws: [],
    readings: {},
    slot: slot.index,
    property: facts,
  };
  const scope = scopeOf(meta, slot, options.preflight);
  if (scope !== undefined) return { ...blank, ...scope };
  const concluded = await concludedOf(property, slot, { ...options, elapsed });
  return {
    ...blank,
    ...concluded,
    durationMs: Math.round(elapsed() - begun),
    property: { ...facts, ...concluded.property },
  };
}

async function concludedOf(
  property: Property,
  slot: Slot,
  options: CheckPropertyOptions & Required<Pick<CheckPropertyOptions, 'elapsed'>>,
): Promise<Concluded> {
  slot.memory.tidy = false;
  try {
    return await search(property, slot, options);
  } catch (error) {
    const { outcome = 'harness-failed', actual } = saidBy(error);
    return { outcome, actual };
  } finally {
    // What is left behind must not wake up in the next check; a gateway that is gone says so there.
    await slot.gateway.finish({ all: true }).catch(() => undefined);
  }
}

/** Draws and tries cases, and says what came of it. */
async function search(
  property: Property,
  slot: Slot,
  options: CheckPropertyOptions & Required<Pick<CheckPropertyOptions, 'elapsed'>>,
): Promise<Concluded> {
  const { preflight, seed, path, timeMs, elapsed } = options;
  const heard = {
    readings: await slot.gateway.readings(),
    format: preflight?.notifications ?? slot.config.profile.notifications,
  };
  const arbitrary = property.arbitrary(slot.config.capabilities, heard);
  if (arbitrary === undefined)
    return { outcome: 'not-claimed', note: 'The merchant claims too little for it.' };
  // Where a failure was found before, that one case is tried.
  const of = path === undefined ? options.runs : 1;
  const count: Count = { of, runs: 0, idle: 0, whyIdle: null };
  const until = elapsed() + timeMs;
  const trial = property.begin(slot, heard);
  let shrinkUntil = 0;
  const { found, details } = await hunt<unknown, Failed>({
    arbitrary,
    numRuns: of,
    seed,
    ...(path === undefined ? {} : { path }),
    isOver: (smallest) => elapsed() >= (smallest === null ? until : shrinkUntil),
    fails: async (drawn, smallest) => {
      const tried = await trial.tries(drawn);
      const { broken, idle } = tried;
      if (smallest === null) {
        count.runs += 1;
        if (idle !== null) count.idle += 1;
        count.whyIdle ??= idle;
        shrinkUntil = elapsed() + SHRINK_MS;
      }
      // Something else that is broken is another finding.
      const isOther = smallest !== null && smallest.tried.broken.rule !== broken?.rule;
      return broken === null || isOther ? null : { drawn, tried: { ...tried, broken } };
    },
  });
  const concluded = found === null ? held(count) : brokenBy(found, details, options);
  const { runs, idle } = count;
  return { ...concluded, property: { runs, ...(idle > 0 && { idle }), ...concluded.property } };
}

/** Nothing was broken: that shows something only where cases were carried out, and all of them. */
function held({ of, runs, idle, whyIdle }: Count): Concluded {
  if (runs < of)
    return {
      outcome: 'inconclusive',
      actual: `Only ${runs} of ${of} cases could be tried in time; none of them broke an obligation.`,
      note: 'Ask for fewer (--properties), or look why the merchant is so slow.',
      cause: 'suite',
    };
  if (idle === runs)
    return {
      outcome: 'inconclusive',
      actual: `None of ${runs} cases could be carried out: ${whyIdle}.`,
      cause: 'suite',
    };
  return {
    outcome: 'pass',
    ...(idle > 0 && { note: `${idle} of ${runs} cases show nothing: ${whyIdle}.` }),
  };
}

/** The smallest case that breaks an obligation, and where fast-check finds it. */
function brokenBy(
  { drawn, tried: { broken, story } }: Failed,
  details: { readonly counterexamplePath: string | null; readonly numShrinks: number },
  { reproduce }: CheckPropertyOptions,
): Concluded {
  const path = details.counterexamplePath ?? undefined;
  const { rule, expected, actual } = broken;
  const proof = [...broken.proof];
  return {
    outcome: 'fail',
    expected,
    actual: actual.includes(rule) ? actual : `${rule}: ${actual}`,
    proof,
    reproduce: reproduce(path),
    laws: [{ id: rule, level: 'must', outcome: 'fail', actual, proof }],
    property: {
      ...(path !== undefined && { path }),
      shrinks: details.numShrinks,
      counterexample: JSON.stringify(drawn),
      story: [...story],
      rule,
    },
  };
}
