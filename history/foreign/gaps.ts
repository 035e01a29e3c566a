/** What a recording of somebody else can lack. */
export const GAPS = [
  'notifications',
  'gateway-calls',
  'keys',
  'doubtful-keys',
  'request-bodies',
  'answers',
  'endings',
  'reply-bodies',
  'headers',
  'durations',
  'exact-times',
  'zones',
  'masked-values',
  'other-operations',
  'other-shops',
  'strangers',
  'incomplete',
] as const;
export type GapId = (typeof GAPS)[number];

/** Something that was not recorded, in a sentence. */
export interface Gap {
  readonly id: GapId;
  readonly says: string;
}

/** How often each was met, and of how many. */
export interface Counted {
  readonly calls: number;
  readonly notifications: number;
  readonly counts: ReadonlyMap<GapId, number>;
  /** Shops whose key was not given, and those whose key does not fit. */
  readonly keyless: ReadonlySet<string>;
  readonly misfitting: ReadonlySet<string>;
  /** Shops whose key was not given, where that of another one was. */
  readonly others: ReadonlySet<string>;
}

type Words = (count: number, about: Counted) => string;

const shops = (ids: ReadonlySet<string>): string =>
  `shop${ids.size === 1 ? '' : 's'} ${[...ids].sort().join(', ')}`;
const calls = (count: number): string => `${count} call${count === 1 ? '' : 's'} to the gateway`;

/** What is said of requests that anybody may have sent. */
export const strangersSay = (count: number): string =>
  `Who sent ${count} request${count === 1 ? '' : 's'} without a readable, signed body of a shop. Nobody is judged by ${count === 1 ? 'it' : 'them'}.`;

const WORDS: Readonly<Record<GapId, Words>> = {
  notifications: () =>
    'No notification: they travel the other way, from the gateway to the merchant. Record the merchant’s callback address, too, and name it with --callback where it is not recognised.',
  'gateway-calls': () =>
    'No call to the gateway: only notifications were recorded. Name the gateway with --gateway where it is not recognised.',
  keys: (count, { keyless }) =>
    `The signatures of ${count} message${count === 1 ? '' : 's'} of ${shops(keyless)}: without the key nobody can verify them. Give it with --shop ID:env:NAME.`,
  'doubtful-keys': (count, { misfitting }) =>
    `Whether ${calls(count)} of ${shops(misfitting)} ${count === 1 ? 'is' : 'are'} rightly signed: the signatures are not those of the key that was given, and the gateway took them. Is it the key of that shop?`,
  'request-bodies': (count, about) =>
    `The whole body of ${count} of ${calls(about.calls)}: it was left out or cut off.`,
  answers: (count, about) =>
    `What ${count} of ${calls(about.calls)} ${count === 1 ? 'was' : 'were'} answered: the body was left out or cut off.`,
  endings: (count, about) =>
    `How ${count} of ${calls(about.calls)} ended: there is no answer, and nobody says whether the merchant gave up, or the request was ever sent.`,
  'reply-bodies': (count, about) =>
    `The body of the merchant’s reply to ${count} of ${about.notifications} notifications.`,
  headers: (count, about) => `The headers of ${count} of ${calls(about.calls)}.`,
  durations: (count) =>
    `How long ${count} call${count === 1 ? '' : 's'} took: what came within a minute may have overlapped.`,
  'exact-times': (count) =>
    `The exact time of ${count} call${count === 1 ? '' : 's'}: within its second nobody knows what came first.`,
  zones: (count) =>
    `The time zone of ${count} call${count === 1 ? '' : 's'}: the times were taken for UTC, and not compared with those that the merchant sent.`,
  'masked-values': (count) =>
    `Values that the recorder had masked in ${count} message${count === 1 ? '' : 's'}: they can neither be verified nor compared.`,
  'other-operations': (count) =>
    `${count} call${count === 1 ? '' : 's'} to addresses of the gateway that the specification does not list, and that were answered, left out.`,
  'other-shops': (count, { others }) =>
    `The key of ${shops(others)}: ${calls(count)} ${count === 1 ? 'was' : 'were'} left out.`,
  strangers: (count) => strangersSay(count),
  incomplete: (count) =>
    `The time or the method of ${count} entr${count === 1 ? 'y' : 'ies'} about the gateway, left out.`,
};

/** What a recording lacks, in sentences. */
export function gapsOf(about: Counted): Gap[] {
  const said = (id: GapId, count: number): Gap => ({ id, says: WORDS[id](count, about) });
  return GAPS.flatMap((id) => {
    if (id === 'notifications') return about.notifications === 0 ? [said(id, 0)] : [];
    if (id === 'gateway-calls') return about.calls === 0 ? [said(id, 0)] : [];
    const count = about.counts.get(id) ?? 0;
    return count === 0 ? [] : [said(id, count)];
  });
}
