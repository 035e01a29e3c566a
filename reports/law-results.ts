import { worstOutcome } from '../history/outcome.ts';
import type { CheckRecord, LawRecord } from '../history/record.ts';
import type { Catalogue } from './catalogue.ts';
import { bindingOutcome, worstFirst } from './merge-records.ts';
import type { LawResult } from './result.ts';

const HELD = new Set(['pass', 'not-applicable', 'not-claimed']);

interface Sighting extends LawRecord {
  readonly check: string;
}

/**
 * What each law says over the whole run: the worst that it said about any check's history. Only laws that
 * were put to a history are listed.
 */
export function lawResults(records: readonly CheckRecord[], catalogue: Catalogue): LawResult[] {
  const sightings = new Map<string, Sighting[]>();
  for (const record of records) {
    for (const law of record.laws) {
      const sighting = { ...law, outcome: bindingOutcome(law.level, law.outcome), check: record.id };
      const group = sightings.get(law.id);
      if (group === undefined) sightings.set(law.id, [sighting]);
      else group.push(sighting);
    }
  }
  const levels = new Map(catalogue.laws.map((law) => [law.id, law.level]));
  return [...sightings]
    .map(([id, group]) => lawResult(id, levels.get(id) ?? group[0]?.level ?? 'must', group))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

function lawResult(id: string, level: LawResult['level'], group: readonly Sighting[]): LawResult {
  const outcome = worstOutcome(group.map((sighting) => sighting.outcome));
  if (HELD.has(outcome) || outcome === 'not-run') return { id, level, outcome };
  const worst = worstFirst(group.filter((sighting) => sighting.outcome === outcome));
  const first = worst[0];
  return {
    id,
    level,
    outcome,
    actual: first?.actual ?? '',
    proof: first?.proof ?? [],
    checks: [...new Set(worst.map((sighting) => sighting.check))].sort(),
  };
}
