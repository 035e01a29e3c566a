import type { FieldVerdict } from './fields.ts';
import type { ReadingValues } from './readings.ts';
import type { RequestField } from './request-fields.ts';
import { SPELLINGS, spellingAnswer } from './spellings.ts';
import type { WireObject } from './wire.ts';

/** A field of a request that is not as the tables of the specification list it: of another type, or missing. */
export interface Misfit {
  /** Its name, with that of the member where it is an object: `client_ip`, `card.cvv`. */
  readonly field: string;
  readonly says: string;
  /** The reading that says what it counts for; null where it is wrong under any. */
  readonly reading: string | null;
}

/** What came of judging the fields of one request. */
export interface JudgedFields {
  /** Why the gateway refuses the request, a text for each field; none if it takes it. */
  readonly refused: readonly string[];
  /** What is not as listed, whether it is refused or not. */
  readonly misfits: readonly Misfit[];
}

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';

const refusal = (field: string, why: string): string => `${field}="${why}"`;

/**
 * Judges every listed field of a request, under these readings. Fields that are not listed are nobody's here:
 * unknown ones are a reading of their own.
 */
export function judgeFields(
  fields: readonly RequestField[],
  sent: WireObject,
  readings: ReadingValues,
): JudgedFields {
  const refused: string[] = [];
  const misfits: Misfit[] = [];
  for (const { name, type, required, listedRequired } of fields) {
    const value = sent[name];
    if (value === undefined || isBlank(value)) {
      if (required) refused.push(refusal(name, 'It is required'));
      else if (value !== undefined && readings['request.optional-empty'] === 'reject') {
        refused.push(refusal(name, 'It is empty: leave it out'));
      }
      if (listedRequired) misfits.push({ field: name, says: 'it is required and missing', reading: null });
      continue;
    }
    const verdict = type.check(value, readings);
    if (verdict === undefined) continue;
    const misfit = misfitOf(name, verdict);
    if (misfit !== undefined) misfits.push(misfit);
    const why = whyRefused(verdict, readings);
    if (why !== undefined) refused.push(refusal(name, why));
  }
  return { refused, misfits };
}

function misfitOf(name: string, verdict: NonNullable<FieldVerdict>): Misfit | undefined {
  if ('mistyped' in verdict) return { field: name, says: verdict.mistyped, reading: null };
  if (!('spelt' in verdict)) return undefined;
  const { reading, says } = SPELLINGS[verdict.spelt];
  return { field: verdict.at === undefined ? name : `${name}.${verdict.at}`, says, reading };
}

/** Why the gateway refuses a value that was found like this; undefined if it takes it. */
export function whyRefused(verdict: FieldVerdict, readings: ReadingValues): string | undefined {
  if (verdict === undefined) return undefined;
  if ('wrong' in verdict) return verdict.wrong;
  if ('mistyped' in verdict) return verdict.mistyped;
  const { reading, says } = SPELLINGS[verdict.spelt];
  if (spellingAnswer(reading, readings) !== 'reject') return undefined;
  return verdict.at === undefined ? `It is ${says}` : `Its member "${verdict.at}" is ${says}`;
}
