/** The offset of a date and time that names none (specification, transport rule 4), in milliseconds. */
export const ZONELESS_OFFSET_MS = 3 * 60 * 60_000;

const EXTENDED =
  /^(\d{4})-(\d{2})-(\d{2})([Tt ])(\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|z|[+-]\d{2}(?::?\d{2})?)?$/;
const BASIC =
  /^(\d{4})(\d{2})(\d{2})([Tt])(\d{2})(\d{2})(?:(\d{2})(?:[.,](\d{1,9}))?)?(Z|z|[+-]\d{2}(?:\d{2})?)?$/;

/** A date and time that was understood. */
export interface DateTime {
  /** Epoch milliseconds. */
  instant: number;
  /** Whether date and time are joined by a space instead of `T`. */
  spaced: boolean;
  /** Whether an offset was given; without one it is UTC+03:00. */
  zoned: boolean;
}

function offsetMs(text: string | undefined): number | undefined {
  if (text === undefined) return ZONELESS_OFFSET_MS;
  if (text === 'Z' || text === 'z') return 0;
  const digits = text.slice(1).replace(':', '');
  const hours = Number(digits.slice(0, 2));
  const minutes = Number(digits.slice(2) || '0');
  if (hours > 23 || minutes > 59) return undefined;
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

/**
 * Reads an ISO 8601 date and time, extended or basic, with any offset or none (UTC+03:00).
 *
 * @returns undefined for anything else, and for a day or an hour that does not exist
 */
export function parseDateTime(text: string): DateTime | undefined {
  const match = EXTENDED.exec(text) ?? BASIC.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, joint, hour, minute, second = '0', fraction = '', zone] = match;
  const offset = offsetMs(zone);
  const parts = [year, month, day, hour, minute, second].map(Number);
  const [y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0] = parts;
  if (offset === undefined || h > 23 || mi > 59 || s > 60) return undefined;
  const milliseconds = Number(`${fraction}000`.slice(0, 3));
  const midnight = Date.UTC(y, mo - 1, d);
  if (new Date(midnight).getUTCDate() !== d || mo < 1 || mo > 12) return undefined;
  return {
    instant: midnight + ((h * 60 + mi) * 60 + s) * 1000 + milliseconds - offset,
    spaced: joint === ' ',
    zoned: zone !== undefined,
  };
}

let lastInstant = Number.NaN;
let lastText = '';

/** The time of a record: seconds, in UTC+03:00, without an offset or with `+03:00` (reading `time.records`). */
export function recordTime(instant: number, style: 'zoneless' | 'offset'): string {
  // The times of one record are often the same: the last text is kept.
  if (instant !== lastInstant) {
    lastInstant = instant;
    lastText = new Date(instant + ZONELESS_OFFSET_MS).toISOString().slice(0, 19);
  }
  return style === 'zoneless' ? lastText : `${lastText}+03:00`;
}

/** The end of the calendar day in UTC+03:00 that contains the instant. */
export function endOfDay(instant: number): number {
  const day = 24 * 60 * 60_000;
  return (Math.floor((instant + ZONELESS_OFFSET_MS) / day) + 1) * day - ZONELESS_OFFSET_MS;
}
