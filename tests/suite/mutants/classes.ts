import { z } from 'zod';
import rows from './classes.json' with { type: 'json' };

/**
 * Why a mutant that no check fails is not failed.
 * - `equivalent`: the shop does the same with it, whatever the gateway and the payers do.
 * - `legal`: the shop does something else, which the specification allows.
 * - `outside`: what changes is the shop's own affair, which the specification does not touch.
 * - `missed`: it breaks the specification, and no check or rule has seen it.
 */
const classSchema = z.enum(['equivalent', 'legal', 'outside', 'missed']);
export type Class = z.infer<typeof classSchema>;

/** Mutants that survive for the same reason, by their keys. */
const rowSchema = z.strictObject({
  class: classSchema,
  /** A reason that a reader can check in the source. */
  why: z.string().endsWith('.'),
  mutants: z.array(z.string()).nonempty(),
});
export type ClassRow = z.infer<typeof rowSchema>;

/** Every survivor is classed once. `tests/suite/mutants.test.ts` holds each key to a mutant that exists. */
export const classes: readonly ClassRow[] = z.array(rowSchema).parse(rows);

const byKey: ReadonlyMap<string, ClassRow> = new Map(
  classes.flatMap((row) => row.mutants.map((key) => [key, row] as const)),
);

/** How a mutant is classed; undefined where nobody has. */
export const classOf = (key: string): ClassRow | undefined => byKey.get(key);
