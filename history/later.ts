/**
 * The HTTP statuses by which a merchant puts a notification off: it is in conflict with what is under way, locked, too
 * early, one too many, or the merchant is not available. The gateway sends it again (Events 6).
 */
export const LATER: ReadonlySet<number | null> = new Set([409, 423, 425, 429, 503]);
