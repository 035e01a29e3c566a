import { errorReadings } from './readings/errors.ts';
import { invoiceReadings } from './readings/invoices.ts';
import { notificationReadings } from './readings/notifications.ts';
import type { Reading } from './readings/reading.ts';
import { refundPayoutReadings } from './readings/refunds-payouts.ts';
import { requestReadings } from './readings/requests.ts';

export type { Reading } from './readings/reading.ts';

/**
 * Every reading: each "not shown" of the specification, and each silence that changes what the gateway
 * does or what a check may expect, as a named switch.
 */
export const readings = [
  ...notificationReadings,
  ...requestReadings,
  ...invoiceReadings,
  ...refundPayoutReadings,
  ...errorReadings,
] as const satisfies readonly Reading[];

type AnyReading = (typeof readings)[number];

export type ReadingId = AnyReading['id'];

/** One answer for every reading. */
export type ReadingValues = {
  readonly [R in AnyReading as R['id']]: R['default'] | R['alternatives'][number];
};

/** `spec`: what the specification says or suggests. `observed`: what recorded traffic shows. */
export type ReadingPreset = 'spec' | 'observed';

/** A preset, a reading or an answer that does not exist. The message names it and what is allowed. */
export class ReadingError extends Error {
  override readonly name = 'ReadingError';
}

const byId: ReadonlyMap<string, Reading> = new Map(readings.map((reading) => [reading.id, reading]));

/** The reading with this id, or undefined. */
export function findReading(id: string): Reading | undefined {
  return byId.get(id);
}

/** All legal answers of a reading, its default first. */
export function readingChoices(reading: Reading): readonly string[] {
  return [reading.default, ...reading.alternatives];
}

/**
 * Answers every reading: by the preset, then by the overrides (reading id to answer).
 *
 * @throws {ReadingError} when the preset, a reading or an answer is unknown.
 */
export function resolveReadings(
  preset: ReadingPreset = 'spec',
  overrides: Readonly<Record<string, string>> = {},
): ReadingValues {
  if (preset !== 'spec' && preset !== 'observed') {
    throw new ReadingError(`Unknown preset ${JSON.stringify(preset)}: expected "spec" or "observed".`);
  }
  const values: Record<string, string> = {};
  for (const reading of byId.values()) {
    values[reading.id] = preset === 'observed' ? (reading.observed ?? reading.default) : reading.default;
  }
  for (const [id, value] of Object.entries(overrides)) {
    const reading = byId.get(id);
    if (reading === undefined) {
      throw new ReadingError(
        `Unknown reading ${JSON.stringify(id)}: expected one of ${[...byId.keys()].join(', ')}.`,
      );
    }
    const choices = readingChoices(reading);
    if (!choices.includes(value)) {
      throw new ReadingError(
        `Reading ${id} cannot be ${JSON.stringify(value)}: expected one of ${choices.join(', ')}.`,
      );
    }
    values[id] = value;
  }
  return values as unknown as ReadingValues;
}
