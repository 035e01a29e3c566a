/** The offset of a date and time that names none (specification, transport rule 4), in milliseconds. */
export const ZONELESS_OFFSET_MS = 3 * 60 * 60_000;

const EXTENDED_CLOCK =
  '([Tt ])(\\d{2}):(\\d{2})(?::(\\d{2})(?:[.,](\\d{1,9}))?)?(Z|z|[+-]\\d{2}(?::?\\d{2})?)?$';
const BASIC_CLOCK = '([Tt])(\\d{2})(\\d{2})(?:(\\d{2})(?:[.,](\\d{1,9}))?)?(Z|z|[+-]\\d{2}(?:\\d{2})?)?$';

/** The midnight of a day in UTC; undefined for a day that does not exist. */
type Midnight = (year: number, second: number, third: number) => number | undefined;

const DAY_MS = 24 * 60 * 60_000;

const calendarDay: Midnight = (year, month, day) => {
  const midnight = Date.UTC(year, month - 1, day);
  return month >= 1 && month <= 12 && new Date(midnight).getUTCDate() === day ? midnight : undefined;
};

/** Week 1 is the one that has the 4th of January; weeks begin on Monday. */
const weekDay: Midnight = (year, week, day) => {
  const weekOne = (inYear: number): number => {
    const fourth = new Date(Date.UTC(inYear, 0, 4));
    return fourth.getTime() - ((fourth.getUTCDay() + 6) % 7) * DAY_MS;
  };
  const midnight = weekOne(year) + ((week - 1) * 7 + day - 1) * DAY_MS;
  return week >= 1 && day >= 1 && day <= 7 && midnight < weekOne(year + 1) ? midnight : undefined;
};

const ordinalDay: Midnight = (year, day) => {
  const midnight = Date.UTC(year, 0, day);
  return day >= 1 && new Date(midnight).getUTCFullYear() === year ? midnight : undefined;
};

/** The forms of ISO 8601: calendar dates, week dates and ordinal dates, each extended and basic. */
const FORMS: readonly { readonly pattern: RegExp; readonly midnight: Midnight }[] = [
  { pattern: new RegExp(`^(\\d{4})-(\\d{2})-(\\d{2})${EXTENDED_CLOCK}`), midnight: calendarDay },
  { pattern: new RegExp(`^(\\d{4})(\\d{2})(\\d{2})${BASIC_CLOCK}`), midnight: calendarDay },
  { pattern: new RegExp(`^(\\d{4})-W(\\d{2})-(\\d)${EXTENDED_CLOCK}`), midnight: weekDay },
  { pattern: new RegExp(`^(\\d{4})W(\\d{2})(\\d)${BASIC_CLOCK}`), midnight: weekDay },
  { pattern: new RegExp(`^(\\d{4})-(\\d{3})()${EXTENDED_CLOCK}`), midnight: ordinalDay },
  { pattern: new RegExp(`^(\\d{4})(\\d{3})()${BASIC_CLOCK}`), midnight: ordinalDay },
];

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
 * Reads an ISO 8601 date and time, extended or basic, with any offset or none (UTC+03:00). 24:00 is the end of a
 * day.
 *
 * @returns undefined for anything else, and for a day or an hour that does not exist
 */
export function parseDateTime(text: string): DateTime | undefined {
  for (const { pattern, midnight } of FORMS) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const [, year, second, third, joint, ...clock] = match;
    const day = midnight(Number(year), Number(second), Number(third));
    const time = timeMs(clock);
    const zone = clock[4];
    const offset = offsetMs(zone);
    if (day === undefined || time === undefined || offset === undefined) return undefined;
    return { instant: day + time - offset, spaced: joint === ' ', zoned: zone !== undefined };
  }
  return undefined;
}

/** The time of a day in milliseconds; undefined for one that does not exist. */
function timeMs([hour, minute, second = '0', fraction = '']: readonly (string | undefined)[]):
  | number
  | undefined {
  const [h, m, s] = [Number(hour), Number(minute), Number(second)];
  const milliseconds = Number(`${fraction}000`.slice(0, 3));
  const isEndOfDay = h === 24 && m === 0 && s === 0 && milliseconds === 0;
  if (!isEndOfDay && (h > 23 || m > 59 || s > 60)) return undefined;
  return ((h * 60 + m) * 60 + s) * 1000 + milliseconds;
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
