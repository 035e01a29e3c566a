/**
 * Why a mutant that no check fails is not failed.
 * - `equivalent`: the shop does the same with it, whatever the gateway and the payers do.
 * - `legal`: the shop does something else, which the specification allows.
 * - `outside`: what changes is the shop's own affair, which the specification does not touch.
 * - `missed`: it breaks the specification, and no check or rule has seen it.
 */
export type Class = 'equivalent' | 'legal' | 'outside' | 'missed';

/** Mutants that survive for the same reason, by their keys. */
export interface ClassRow {
  readonly class: Class;
  /** A reason that a reader can check in the source. */
  readonly why: string;
  readonly mutants: readonly string[];
}

/** Every survivor is classed once. `tests/suite/mutants.test.ts` holds each key to a mutant that exists. */
export const classes: readonly ClassRow[] = [];

const byKey: ReadonlyMap<string, ClassRow> = new Map(
  classes.flatMap((row) => row.mutants.map((key) => [key, row] as const)),
);

/** How a mutant is classed; undefined where nobody has. */
export const classOf = (key: string): ClassRow | undefined => byKey.get(key);
