const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** The limits of the specification (section Limits), durations in milliseconds. */
export const LIMITS = {
  paywayLength: 150,
  orderIdLength: 255,
  descriptionLength: 255,
  notificationAttempts: 25,
  holdMs: 5 * DAY,
  payoutPollMs: 30_000,
  payoutPollForMs: 2 * 60 * MINUTE,
} as const;

/** The reading `request.size-limit` in bytes. */
export const SIZE_LIMIT_BYTES: Readonly<Record<string, number>> = {
  '64kib': 64 * 1024,
  '1mib': 1024 * 1024,
  '10mib': 10 * 1024 * 1024,
};

/** The reading `request.now-window` in milliseconds; undefined for any distance. */
export const NOW_WINDOW_MS: Readonly<Record<string, number | undefined>> = {
  any: undefined,
  '10m': 10 * MINUTE,
};

/** The reading `notification.reply-time-limit` in milliseconds. */
export const REPLY_TIME_LIMIT_MS: Readonly<Record<string, number>> = {
  '10s': 10_000,
  '30s': 30_000,
  '60s': 60_000,
};

/** The longest decimal before the point that an amount may have. */
export const AMOUNT_INTEGER_DIGITS = 15;

/** Longer headers of an answer of a merchant are given up; debug headers are long. */
export const MOST_HEADER_BYTES = 256 * 1024;
