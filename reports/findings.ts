import { compareOutcomes, type Outcome } from '../history/outcome.ts';
import type { Level, Proof } from '../history/record.ts';
import type { Catalogue } from './catalogue.ts';
import type { PropertyResult, Result } from './result.ts';
import { firstOf } from './wording.ts';

/** Something that needs a reader's attention, with all that is known about it. */
export interface Finding {
  readonly kind: 'check' | 'property' | 'law';
  readonly id: string;
  readonly title: string;
  readonly level: Level;
  readonly outcome: Outcome;
  readonly rule: string | null;
  readonly expected: string | null;
  readonly actual: string;
  readonly note: string | null;
  readonly fix: string | null;
  readonly proof: readonly Proof[];
  readonly reproduce: string | null;
  readonly requirements: readonly string[];
  /** Of a property: the smallest case that fails, where fast-check finds it, and what was done. */
  readonly counterexample: readonly string[];
  /** Paths, relative to the statement, of what the browser showed. */
  readonly files: readonly string[];
}

const QUIET: ReadonlySet<Outcome> = new Set(['pass', 'not-claimed', 'not-applicable']);

/** The checks, properties and laws that did not simply pass or fall out of scope, the worst first. */
export function findingsOf(result: Result, catalogue: Catalogue): Finding[] {
  const loud = [
    ...checkFindings(result, catalogue),
    ...propertyFindings(result, catalogue),
    ...lawFindings(result, catalogue),
  ].filter((finding) => !QUIET.has(finding.outcome));
  return loud.sort(
    (a, b) => compareOutcomes(a.outcome, b.outcome) || a.kind.localeCompare(b.kind) || (a.id < b.id ? -1 : 1),
  );
}

function checkFindings(result: Result, catalogue: Catalogue): Finding[] {
  const known = new Map(catalogue.checks.map((check) => [check.id, check]));
  return result.checks.map((check) => ({
    kind: 'check',
    id: check.id,
    title: check.title,
    level: check.level,
    outcome: check.outcome,
    rule: known.get(check.id)?.rule ?? null,
    expected: check.expected || null,
    actual: check.actual,
    note: check.note ?? null,
    fix: known.get(check.id)?.fix ?? null,
    proof: check.proof,
    reproduce: check.reproduce || null,
    requirements: check.requirements,
    counterexample: [],
    files: (check.files ?? []).map(({ path }) => path),
  }));
}

function propertyFindings({ properties = [] }: Result, catalogue: Catalogue): Finding[] {
  const known = new Map(catalogue.laws.map((law) => [law.id, law]));
  return properties.map((property) => ({
    kind: 'property',
    id: property.id,
    title: property.title,
    level: property.level,
    outcome: property.outcome,
    rule: null,
    expected: property.expected || null,
    actual: property.actual,
    note: property.note ?? null,
    fix: known.get(property.rule ?? '')?.fix ?? null,
    proof: property.proof,
    reproduce: property.reproduce || null,
    requirements: [...(known.get(property.rule ?? '')?.requirements ?? [])],
    counterexample: counterexampleOf(property),
    files: [],
  }));
}

/** The smallest case that fails, in lines. */
function counterexampleOf({
  counterexample,
  seed,
  path,
  runs,
  shrinks = 0,
  story = [],
}: PropertyResult): string[] {
  if (counterexample === undefined) return [];
  return [
    counterexample,
    `seed ${seed}, path ${path ?? 'none'}: case ${runs}, made smaller ${shrinks} times`,
    ...story,
  ];
}

function lawFindings(result: Result, catalogue: Catalogue): Finding[] {
  const known = new Map(catalogue.laws.map((law) => [law.id, law]));
  const shown = [...result.checks, ...(result.properties ?? [])];
  const told = new Map(shown.map((each) => [each.id, each]));
  // A check that failed shows it whenever it is run again; others may have only met it.
  const reproduceOf = (ids: readonly string[]) =>
    told.get(ids.find((id) => told.get(id)?.outcome === 'fail') ?? ids[0] ?? '')?.reproduce ?? null;
  return result.laws.map((law) => ({
    kind: 'law',
    id: law.id,
    title: known.get(law.id)?.title ?? law.id,
    level: law.level,
    outcome: law.outcome,
    rule: null,
    expected: known.get(law.id)?.title ?? null,
    actual: law.actual ?? '',
    note: law.checks === undefined ? null : `In the history of ${firstOf(law.checks)}.`,
    fix: known.get(law.id)?.fix ?? null,
    proof: law.proof ?? [],
    reproduce: reproduceOf(law.checks ?? []),
    requirements: [...(known.get(law.id)?.requirements ?? [])],
    counterexample: [],
    files: [],
  }));
}
