import { findReading, readingChoices } from './readings.ts';

/**
 * What a spelling counts for: right, only tolerated (the gateway takes it, and the suite warns), or wrong (the
 * gateway refuses it, and the suite fails it).
 */
export type SpellingAnswer = 'accept' | 'warn' | 'reject';

/** A spelling of a value that the tables of the specification do not list. */
interface Spelling {
  /** The reading that says what it counts for. */
  readonly reading: `request.${string}`;
  readonly says: string;
}

/** Every spelling that a reading decides about. */
export const SPELLINGS = {
  'integer-as-text': { reading: 'request.integer-as-string', says: 'an integer written as text' },
  'amount-as-number': { reading: 'request.amount-as-number', says: 'an amount written as a number' },
  'text-as-number': { reading: 'request.text-as-number', says: 'a number where a text is expected' },
  'boolean-as-text': { reading: 'request.boolean-text', says: 'a boolean written as text' },
  'spaced-date': {
    reading: 'request.date-separator',
    says: 'a date and a time joined by a space instead of T',
  },
} as const satisfies Readonly<Record<string, Spelling>>;

export type SpellingId = keyof typeof SPELLINGS;

const ANSWERS: ReadonlySet<string> = new Set<SpellingAnswer>(['accept', 'warn', 'reject']);
const isAnswer = (text: string): text is SpellingAnswer => ANSWERS.has(text);

/**
 * What the readings answer about a spelling.
 *
 * @param reading the reading that decides; null where none does, which rejects
 * @param readings answers by id; the default counts where there is none, or one that the reading does not have
 */
export function spellingAnswer(
  reading: string | null,
  readings: Readonly<Record<string, string | undefined>>,
): SpellingAnswer {
  const known = reading === null ? undefined : findReading(reading);
  if (known === undefined) return 'reject';
  const given = readings[known.id] ?? known.default;
  const answer = readingChoices(known).includes(given) ? given : known.default;
  return isAnswer(answer) ? answer : 'reject';
}
