import { compareOutcomes, type Outcome } from '../history/outcome.ts';
import type { CheckRecord, LawRecord, Level } from '../history/record.ts';

const textOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Only a must fails; what is not binding and did not hold is a warning. */
export function bindingOutcome(level: Level, outcome: Outcome): Outcome {
  return level !== 'must' && outcome === 'fail' ? 'warn' : outcome;
}

/** The worst first; the same order for the same set, whatever order it came in. */
export function worstFirst<T extends { readonly outcome: Outcome }>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, text: JSON.stringify(item) }))
    .sort((a, b) => compareOutcomes(a.item.outcome, b.item.outcome) || textOrder(a.text, b.text))
    .map(({ item }) => item);
}

/**
 * What speaks against a waiver in any record of a check: the merchant was the cause, or a control worked. One that
 * says so is enough, whichever record stands for all of them.
 */
export function blame(group: readonly Pick<CheckRecord, 'cause' | 'controlWorked'>[]): {
  cause?: CheckRecord['cause'] & string;
  controlWorked?: boolean;
} {
  const causes = group.map(({ cause }) => cause);
  const cause = causes.includes('merchant') ? 'merchant' : causes.find((each) => each !== undefined);
  const controlWorked = group.some((record) => record.controlWorked === true)
    ? true
    : group.find((record) => record.controlWorked !== undefined)?.controlWorked;
  return {
    ...(cause !== undefined && { cause }),
    ...(controlWorked !== undefined && { controlWorked }),
  };
}

function mergeLaws(laws: readonly LawRecord[]): LawRecord[] {
  const byId = new Map<string, LawRecord>();
  for (const law of worstFirst(laws)) if (!byId.has(law.id)) byId.set(law.id, law);
  return [...byId.values()].sort((a, b) => textOrder(a.id, b.id));
}

/**
 * One record for each check: a check of several tests, or one that was tried again, is as good as its worst
 * record. Outcomes are binding ones afterwards: a should that failed is a warning. Sorted by id.
 */
export function mergeRecords(records: readonly CheckRecord[]): CheckRecord[] {
  const groups = new Map<string, CheckRecord[]>();
  for (const record of records) {
    const binding = { ...record, outcome: bindingOutcome(record.level, record.outcome) };
    const group = groups.get(record.id);
    if (group === undefined) groups.set(record.id, [binding]);
    else group.push(binding);
  }
  const merged: CheckRecord[] = [];
  for (const group of groups.values()) {
    const ordered = worstFirst(group);
    const [worst] = ordered;
    if (worst === undefined) continue;
    merged.push({
      ...worst,
      ...blame(group),
      durationMs: Math.round(ordered.reduce((sum, record) => sum + record.durationMs, 0)),
      laws: mergeLaws(group.flatMap((record) => record.laws)),
      operations: [...new Set(group.flatMap((record) => record.operations ?? []))].sort(textOrder),
    });
  }
  return merged.sort((a, b) => textOrder(a.id, b.id));
}
