import {
  findReading,
  type ReadingId,
  type ReadingValues,
  readingChoices,
  readings,
} from '../../simulator/index.ts';
import { rulesOf } from './compared-by.ts';
import type { Recorded, RecordedExchange } from './recorded.ts';
import type { Compared, Comparison } from './replay.ts';
import type { Difference } from './shape.ts';
import { compareWithSimulator, type Setup } from './simulated.ts';

/** Why two answers differ. */
export type Why =
  /** With this answer to a reading they are alike. */
  | { readonly kind: 'reading'; readonly reading: string; readonly value: string }
  /** The value does not follow from the requests. */
  | { readonly kind: 'unknowable'; readonly says: string }
  /** No reading makes them alike. */
  | { readonly kind: 'unexplained' };

/** A difference, and why it is there; a real stand has no readings, and nothing is said. */
export interface Explained extends Difference {
  readonly why?: Why;
}

/** So many exchanges at the beginning of a recording are sent again for each reading. */
const MOST_EXCHANGES = 200;

/** What a reading can change. */
interface Area {
  readonly operations?: RegExp;
  /** Only whether a request is refused, and how. */
  readonly isRefusal?: true;
}

const NOWHERE: Area = { operations: /^$/ };
const INVOICES: Area = { operations: /^invoice\// };

/** The areas of readings, by the whole id or by its part before the dot. What is not listed can change everything. */
const AREAS: Readonly<Record<string, Area>> = {
  'notification.number-literals': {},
  notification: NOWHERE,
  versioning: NOWHERE,
  request: { isRefusal: true },
  error: { isRefusal: true },
  create: { operations: /^invoice\/(create|hold|check)/ },
  'invoice-try': { operations: /^invoice\/(try|create|hold)/ },
  invoice: INVOICES,
  hold: INVOICES,
  charge: INVOICES,
  unhold: INVOICES,
  token: INVOICES,
  recurrent: INVOICES,
  refund: { operations: /^invoice\/.*refund/ },
  payout: { operations: /^withdraw\// },
  'withdraw-try': { operations: /^withdraw\/try/ },
  'check-account': { operations: /^check_account/ },
  'input-config': { operations: /^shop_input_config/ },
  'output-config': { operations: /^shop_output_config/ },
  balance: { operations: /^shop_balance/ },
};

const areaOf = (id: string): Area => AREAS[id] ?? AREAS[id.slice(0, id.indexOf('.'))] ?? {};

interface Candidate {
  readonly reading: ReadingId;
  readonly value: string;
}

const keyOf = ({ kind, path }: Difference): string => `${kind} ${path}`;
const isOfEnvelope = ({ kind }: Difference): boolean => kind === 'code' || kind === 'http-status';
/** `data` of a refusal may be null or empty. */
const isOfRefusal = (difference: Difference): boolean =>
  isOfEnvelope(difference) || difference.path === 'data';

/** Other answers to the readings that may change something in which these exchanges differ. */
const candidates = (open: readonly Compared[], current: ReadingValues): Candidate[] =>
  readings
    .filter(({ id, affects }) => {
      const { operations, isRefusal } = areaOf(id);
      const isTouched = ({ operation, differences }: Compared): boolean =>
        (operations?.test(operation) ?? true) && (isRefusal !== true || differences.some(isOfRefusal));
      return affects !== 'expectation' && open.some(isTouched);
    })
    .flatMap(({ id }) => {
      const reading = findReading(id);
      const choices = reading === undefined ? [] : readingChoices(reading);
      return choices.filter((value) => value !== current[id]).map((value) => ({ reading: id, value }));
    });

/** Whether a difference is gone; one that hides others counts only where no other code came instead of it. */
function isSolved(difference: Difference, before: Compared, after: Compared | undefined): boolean {
  if (after === undefined) return false;
  const known = new Set(before.differences.map(keyOf));
  const isWorse = after.differences.some((each) => each.kind !== 'order' && !known.has(keyOf(each)));
  return (
    (isOfEnvelope(difference) ? !after.differences.some(isOfEnvelope) : !isWorse) &&
    !after.differences.some((each) => keyOf(each) === keyOf(difference))
  );
}

/** What answers of one operation follow from: invoices from what was done with invoices, payouts from payouts. */
const familyOf = (operation: string): string => /^(invoice|withdraw)(?=\/)/.exec(operation)?.[0] ?? operation;

/** Which difference of which exchange, or of any exchange of its operation. */
const keyAt = (at: number | string, difference: Difference): string => `${at} ${keyOf(difference)}`;

/** Finds for each difference a reading without which it is not there, by sending the recording again under others. */
async function readingsFor(
  { exchanges }: Recorded,
  setup: Setup,
  compared: readonly Compared[],
): Promise<ReadonlyMap<string, Candidate>> {
  const found = new Map<string, Candidate>();
  const isOpen = ({ place, differences }: Compared): boolean =>
    differences.some((each) => !found.has(keyAt(place, each)));
  for (const candidate of candidates(compared.filter(isOpen), setup.readings)) {
    const open = compared.filter(isOpen);
    if (open.length === 0) break;
    const end = Math.max(...open.map(({ place }) => place));
    const families = new Set(open.map(({ operation }) => familyOf(operation)));
    const needed = exchanges.filter(
      ({ place, operation }) => place <= end && families.has(familyOf(operation)),
    );
    const again = await compareWithSimulator(
      { exchanges: needed, skipped: [] },
      { ...setup, readings: { ...setup.readings, [candidate.reading]: candidate.value } },
    );
    const after = new Map(again.compared.map((each) => [each.place, each]));
    for (const each of open)
      for (const difference of each.differences) {
        if (!isSolved(difference, each, after.get(each.place))) continue;
        for (const key of [keyAt(each.place, difference), keyAt(each.operation, difference)])
          if (!found.has(key)) found.set(key, candidate);
      }
  }
  return found;
}

const withoutReading = (exchange: RecordedExchange | undefined, { path }: Difference): Why => {
  const rule = exchange === undefined ? undefined : rulesOf(exchange)(path);
  return rule?.isUnknowable === true ? { kind: 'unknowable', says: rule.why } : { kind: 'unexplained' };
};

/** Says of each difference from the simulator why it is there. */
export async function explained(
  recorded: Recorded,
  setup: Setup,
  { compared, skipped }: Comparison,
): Promise<Comparison<Explained>> {
  const exchanges = recorded.exchanges.slice(0, MOST_EXCHANGES);
  const last = exchanges.at(-1)?.place ?? 0;
  const found = await readingsFor(
    { ...recorded, exchanges },
    setup,
    compared.filter(({ place }) => place <= last),
  );
  const byPlace = new Map(recorded.exchanges.map((each) => [each.place, each]));
  const whyOf = ({ place, operation }: Compared, difference: Difference): Why => {
    const candidate = found.get(keyAt(place <= last ? place : operation, difference));
    return candidate === undefined
      ? withoutReading(byPlace.get(place), difference)
      : { kind: 'reading', ...candidate };
  };
  return {
    compared: compared.map((each) => ({
      ...each,
      differences: each.differences.map((difference) => ({ ...difference, why: whyOf(each, difference) })),
    })),
    skipped,
  };
}
