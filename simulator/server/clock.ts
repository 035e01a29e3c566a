/**
 * Gateway time. A virtual clock moves when told; a real one runs at `rate` gateway seconds a second, and jumps
 * ahead when told. Neither goes back. All instants are epoch milliseconds.
 */
export interface GatewayClock {
  readonly mode: 'virtual' | 'real';
  /** Gateway seconds a second; null for a clock that moves only when told. */
  readonly rate: number | null;
  /** Gateway time. */
  now(): number;
  /** The time that records carry: gateway time, or real time for a merchant that has no clock of its own. */
  wall(): number;
  /** Moves the clock forward; an earlier instant is ignored. */
  moveTo(instant: number): void;
  /** How long, in real milliseconds, until gateway time is `instant`; never negative. */
  realDelayUntilMs(instant: number): number;
}

export type ClockOptions =
  | { kind: 'virtual'; startAt?: string; wall?: 'gateway' | 'real' }
  | { kind: 'real'; rate?: number };

/**
 * @param notBefore gateway time already reached (of a continued journal): the clock starts there or later.
 * @throws RangeError for an unreadable `startAt` or a rate that is not above 0.
 */
export function createClock(options: ClockOptions, notBefore = 0): GatewayClock {
  return options.kind === 'virtual'
    ? virtualClock(options, notBefore)
    : realClock(options.rate ?? 1, notBefore);
}

function virtualClock(
  options: { startAt?: string; wall?: 'gateway' | 'real' },
  notBefore: number,
): GatewayClock {
  const startAt = options.startAt === undefined ? Date.now() : Date.parse(options.startAt);
  if (Number.isNaN(startAt)) {
    throw new RangeError(`clock.startAt is "${options.startAt}": expected an ISO 8601 instant`);
  }
  let current = Math.max(startAt, notBefore);
  const now = () => current;
  return {
    mode: 'virtual',
    rate: null,
    now,
    wall: options.wall === 'real' ? () => Date.now() : now,
    moveTo(instant) {
      current = Math.max(current, instant);
    },
    realDelayUntilMs: () => 0,
  };
}

function realClock(rate: number, notBefore: number): GatewayClock {
  if (!(rate > 0) || !Number.isFinite(rate)) {
    throw new RangeError(`clock.rate is ${rate}: expected a number above 0`);
  }
  const startedAt = Date.now();
  let origin = Math.max(startedAt, notBefore);
  const now = () => Math.floor(origin + (Date.now() - startedAt) * rate);
  return {
    mode: 'real',
    rate,
    now,
    wall: now,
    moveTo(instant) {
      origin += Math.max(0, instant - now());
    },
    realDelayUntilMs: (instant) => Math.max(0, Math.ceil((instant - now()) / rate)),
  };
}
