import { LIMITS } from './limits.ts';
import type { ReadingValues } from './readings.ts';
import { endOfDay } from './time.ts';

const DAY = 24 * 60 * 60_000;
const STEPS = LIMITS.notificationAttempts - 1;
const FIRST_INTERVAL = 10_000;

/** The factor by which intervals grow so that 24 of them, the first of 10 s, fill a day. */
function growth(): number {
  let low = 1;
  let high = 3;
  for (let round = 0; round < 60; round += 1) {
    const ratio = (low + high) / 2;
    const sum = (FIRST_INTERVAL * (ratio ** STEPS - 1)) / (ratio - 1);
    if (sum < DAY) low = ratio;
    else high = ratio;
  }
  return low;
}

/** Cumulated intervals, scaled so that the last attempt is exactly one day after the first. */
function cumulate(intervals: readonly number[]): readonly number[] {
  const total = intervals.reduce((sum, interval) => sum + interval, 0);
  const offsets = [0];
  let sum = 0;
  for (const interval of intervals) {
    sum += interval;
    offsets.push(Math.round((sum / total) * DAY));
  }
  return offsets;
}

const steps = Array.from({ length: STEPS }, (_, index) => index);
const ratio = growth();
const OFFSETS = {
  geometric: cumulate(steps.map((index) => FIRST_INTERVAL * ratio ** index)),
  linear: cumulate(steps.map((index) => index + 1)),
} as const;

/** Below this, the rest of the day holds no 25 growing intervals: the end of the next day is meant. */
const SHORTEST_DAY = 10 * 60_000;

/** How far the last attempt is from the first, in milliseconds. */
function spanMs(firstAt: number, last: ReadingValues['notification.last-attempt']): number {
  if (last === '24h-after-first') return DAY;
  const rest = endOfDay(firstAt) - firstAt;
  return rest < SHORTEST_DAY ? rest + DAY : rest;
}

/**
 * When an attempt is made (Events 6: 25 attempts with growing intervals, the last at the end of the day).
 *
 * @param firstAt the instant of the first attempt, epoch milliseconds
 * @param attempt 1 to 25
 * @returns the instant, or undefined above 25
 */
export function attemptAt(firstAt: number, attempt: number, readings: ReadingValues): number | undefined {
  const offset = OFFSETS[readings['notification.intervals']][attempt - 1];
  if (offset === undefined) return undefined;
  const span = spanMs(firstAt, readings['notification.last-attempt']);
  return firstAt + (span === DAY ? offset : Math.round((offset / DAY) * span));
}
