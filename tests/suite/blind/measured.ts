import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { outcomeSchema } from './outcome.ts';

const measurementSchema = z.strictObject({
  round: z.string(),
  commit: z.string(),
  day: z.iso.date(),
  /** The shop without a fault, which must be certified; null where only what was missed was measured again. */
  right: outcomeSchema.nullable(),
  faults: z.record(z.string(), outcomeSchema),
});
export type Measurement = z.infer<typeof measurementSchema>;

const file = resolve(import.meta.dirname, '../../../docs/blind-rounds.json');

/** All that was ever measured, oldest first. */
export const measurements = (): readonly Measurement[] =>
  existsSync(file) ? z.array(measurementSchema).parse(JSON.parse(readFileSync(file, 'utf8'))) : [];

/**
 * Keeps a measurement. The first of a round is how the suite did when it saw the shop for the first time, and stays; of
 * the later ones the last: of the whole round, or of what had been missed.
 */
export function keep(measurement: Measurement): void {
  const all = measurements();
  const first = all.find(({ round }) => round === measurement.round);
  const kept = all.filter((each) => each.round !== measurement.round || each === first);
  writeFileSync(file, `${JSON.stringify([...kept, measurement], null, 2)}\n`);
}
