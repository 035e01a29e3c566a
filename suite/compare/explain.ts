import {
  findReading,
  isWireObject,
  type ReadingId,
  type ReadingValues,
  readingChoices,
  readings,
  textOf,
} from '../../simulator/index.ts';
import { CAUSES_OUTSIDE, rulesOf } from './compared-by.ts';
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
  /** No single reading makes them alike. */
  | { readonly kind: 'unexplained' };

/** A difference, and why it is there; a real stand has no readings, and nothing is said. */
export interface Explained extends Difference {
  readonly why?: Why;
}

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

/** Kinds of differences that are one for an operation and a path, whatever was found. */
const ONE_A_PATH: readonly Difference['kind'][] = ['order', 'value'];

/** What makes differences one: the operation, the kind, the path and, but for values and orders, what was found. */
export const groupOf = (operation: string, { kind, path, recorded, found }: Difference): string =>
  JSON.stringify([operation, kind, path, ...(ONE_A_PATH.includes(kind) ? [] : [recorded, found])]);

/** So many exchanges stand for all that have a difference in common. */
const MOST_EXAMPLES = 3;

/** For each difference the first exchanges that have it. */
function examplesOf(compared: readonly Compared[]): Map<string, [Compared, Difference][]> {
  const examples = new Map<string, [Compared, Difference][]>();
  for (const each of compared)
    for (const difference of each.differences) {
      const group = groupOf(each.operation, difference);
      const known = examples.get(group) ?? [];
      if (known.length < MOST_EXAMPLES) examples.set(group, [...known, [each, difference]]);
    }
  return examples;
}

const SHOP_IDS = ['shop_order_id', 'shop_payment_id', 'shop_refund_id'];
const GATEWAY_IDS = ['id', 'payment_id', 'invoice_id', 'withdraw_id'];

/** The ids of what an exchange is about. */
const idsOf = ({ request, answer }: RecordedExchange): string[] =>
  [request, answer.data ?? null]
    .filter(isWireObject)
    .flatMap((fields) => [
      ...SHOP_IDS.flatMap((name) => (fields[name] == null ? [] : [`${name} ${textOf(fields[name])}`])),
      ...GATEWAY_IDS.flatMap((name) => (fields[name] == null ? [] : [`id ${textOf(fields[name])}`])),
    ]);

/** Exchanges with what was done before to the same invoices and payouts, in their order. */
function withHistory(exchanges: readonly RecordedExchange[], places: ReadonlySet<number>) {
  const ids = new Set<string>();
  return exchanges
    .toReversed()
    .filter((exchange) => {
      const own = idsOf(exchange);
      if (!places.has(exchange.place) && !own.some((id) => ids.has(id))) return false;
      for (const id of own) ids.add(id);
      return true;
    })
    .toReversed();
}

/** Finds for each difference a reading without which it is not there, by sending examples again under others. */
async function readingsFor(
  { exchanges }: Recorded,
  setup: Setup,
  compared: readonly Compared[],
): Promise<ReadonlyMap<string, Candidate>> {
  const found = new Map<string, Candidate>();
  const open = examplesOf(compared);
  const examples = [...open.values()].flat().map(([each]) => each);
  for (const candidate of candidates(examples, setup.readings)) {
    if (open.size === 0) break;
    const places = new Set([...open.values()].flat().map(([{ place }]) => place));
    const again = await compareWithSimulator(
      { exchanges: withHistory(exchanges, places), skipped: [] },
      { ...setup, readings: { ...setup.readings, [candidate.reading]: candidate.value } },
    );
    const after = new Map(again.compared.map((each) => [each.place, each]));
    for (const [group, having] of open) {
      if (!having.every(([each, difference]) => isSolved(difference, each, after.get(each.place)))) continue;
      found.set(group, candidate);
      open.delete(group);
    }
  }
  return found;
}

/** What the simulator would have to know to answer alike, where that is known. */
function outside(exchange: RecordedExchange | undefined, { kind, path }: Difference): string | undefined {
  if (exchange === undefined) return undefined;
  if (kind === 'code') return CAUSES_OUTSIDE[textOf(exchange.answer.error_code) ?? ''];
  const rule = rulesOf(exchange)(path);
  return rule?.isUnknowable === true ? rule.why : undefined;
}

/** Says of each difference from the simulator why it is there. */
export async function explained(
  recorded: Recorded,
  setup: Setup,
  { compared, skipped }: Comparison,
): Promise<Comparison<Explained>> {
  const found = await readingsFor(recorded, setup, compared);
  const byPlace = new Map(recorded.exchanges.map((each) => [each.place, each]));
  const whyOf = ({ place, operation }: Compared, difference: Difference): Why => {
    const candidate = found.get(groupOf(operation, difference));
    if (candidate !== undefined) return { kind: 'reading', ...candidate };
    const says = outside(byPlace.get(place), difference);
    return says === undefined ? { kind: 'unexplained' } : { kind: 'unknowable', says };
  };
  return {
    compared: compared.map((each) => ({
      ...each,
      differences: each.differences.map((difference) => ({ ...difference, why: whyOf(each, difference) })),
    })),
    skipped,
  };
}
