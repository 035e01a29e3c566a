import type { CheckRecord } from '../history/record.ts';
import type { Catalogue, PropertyDefinition } from './catalogue.ts';
import type { Evidence } from './evidence.ts';
import { bindingOutcome, worstFirst } from './merge-records.ts';
import type { PropertyResult } from './result.ts';

/**
 * What each property and journey came to. It is as binding as the law that it breaks: a law that is only a should, or
 * newer than the set of requirements, warns. Sorted by id.
 */
export function propertyResults(
  records: readonly CheckRecord[],
  { chosen, info }: Pick<Evidence, 'chosen' | 'info'>,
  { properties }: Catalogue,
): PropertyResult[] {
  const byId = new Map(records.map((record) => [record.id, record]));
  const owed = new Set([...chosen, ...byId.keys()]);
  return properties
    .filter(({ id }) => owed.has(id))
    .map((property) => propertyResult(property, byId.get(property.id), info.seed))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

function propertyResult(
  { id, kind, title, level, expectation }: PropertyDefinition,
  record: CheckRecord | undefined,
  seed: number,
): PropertyResult {
  const blank = { id, title, level, proof: [], durationMs: 0, kind, runs: 0, of: 1, seed };
  if (record === undefined)
    return {
      ...blank,
      outcome: 'not-run',
      expected: expectation,
      actual: '',
      reproduce: `gatecheck certify --properties 10 --only ${id} --seed ${seed}`,
      note: 'It was chosen, and its test did not end.',
    };
  const { expected, actual, proof, reproduce, durationMs, note, property, laws } = record;
  const bound = laws.find(({ outcome }) => outcome === 'fail')?.level ?? level;
  return {
    ...blank,
    level: bound,
    outcome: bindingOutcome(bound, record.outcome),
    expected,
    actual,
    proof,
    reproduce,
    durationMs,
    ...property,
    kind,
    ...(note !== undefined && { note }),
  };
}

/** Several results of the same properties: of each the worst. */
export function mergeProperties(results: readonly PropertyResult[]): PropertyResult[] {
  const byId = new Map<string, PropertyResult>();
  for (const result of worstFirst(results)) if (!byId.has(result.id)) byId.set(result.id, result);
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}
