/**
 * What the specification says of a notification that a tester made (Events 5 to 7): `accept`, a merchant must reply OK
 * and do what it says; `reject`, it must not act on it; `either`, both are legal.
 */
export const VERDICTS = ['accept', 'reject', 'either'] as const;
export type Verdict = (typeof VERDICTS)[number];
