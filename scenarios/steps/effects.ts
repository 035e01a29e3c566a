import type { Effect } from '../../simulator/index.ts';
import type { Exchange, Verbs } from '../../suite/engine/index.ts';

type Odd = null | string[] | Record<string, string>;

/** Data that say nothing, in every form that an answer may give them. */
export const ODD: readonly Odd[] = [null, [], {}];

/** The gateway has carried the call out, and the connection is reset before the answer. */
export const LOST: Effect = { kind: 'reset', committed: true };

/** The call never reaches the gateway. */
export const NOT_SENT: Effect = { kind: 'reset', committed: false };

/** The gateway has carried the call out and never answers. */
export const SILENCE: Effect = { kind: 'read-timeout', committed: true };

/** The merchant dies when the gateway has carried the call out, before the answer. */
export const KILLED: Effect = { kind: 'kill-merchant', when: 'before-answer', restart: false };

/** How often an answer is spoilt, null for always: each silence takes the merchant its whole read timeout. */
export const timesOf = (effect: Effect): number | null => (effect.kind === 'read-timeout' ? 1 : null);

/** An end of a call, and how it is told of. */
export interface Way {
  readonly says: string;
  readonly effect: Effect;
}

/** Ends of a call that the gateway has carried out which say nothing of what became of it. */
export const WAYS = {
  reset: { says: 'a reset connection', effect: LOST },
  proxyPage: {
    says: "a proxy's error page (HTTP 502)",
    effect: { kind: 'html', status: 502, committed: true },
  },
  // What a load balancer says when the gateway behind it is silent.
  proxyJson: {
    says: "a proxy's JSON error (HTTP 504)",
    effect: {
      kind: 'http-status',
      status: 504,
      body: '{"message":"Endpoint request timed out"}',
      committed: true,
    },
  },
  // What a web server says while the gateway is being put in its place.
  notFoundPage: {
    says: 'an HTML page with HTTP 404',
    effect: { kind: 'html', status: 404, committed: true },
  },
  http500: { says: 'HTTP 500', effect: { kind: 'http-status', status: 500, committed: true } },
  cut: { says: 'a cut answer', effect: { kind: 'truncate', committed: true } },
  notJson: { says: 'an answer that is not valid JSON', effect: { kind: 'malformed', committed: true } },
  nullData: {
    says: 'result true with data null',
    effect: { kind: 'answer', set: { data: null }, breaksSpec: true },
  },
  emptyData: {
    says: 'result true with data {}',
    effect: { kind: 'answer', set: { data: {} }, breaksSpec: true },
  },
  silence: { says: 'no answer at all (read timeout)', effect: SILENCE },
} as const satisfies Readonly<Record<string, Way>>;

/** What a later gateway may do without a new version: new fields, another order, new headers (Versioning 3). */
export const LATER_VERSION: Effect = {
  kind: 'answer',
  unknownFields: true,
  shuffle: true,
  headers: { 'x-new-header': 'new', 'x-request-cost': '3' },
};

/** What is created, or asked about, has this status at once. */
export const statusAtOnce = (status: number | string): Effect => ({ kind: 'statuses', sequence: [status] });

/** Refuses in words, although what was asked for is stored. */
export const refusing = (code: number, data: Odd = null): Effect => ({
  kind: 'answer',
  envelope: { result: false, error_code: code, message: 'Новый код', data },
});

/** Refuses with this code, and nothing is stored. */
export const refused = (code: number): Effect => ({
  kind: 'error',
  code,
  message: `The test says ${code}`,
});

/** A call that is wrong by itself is refused for that, and shows nothing about the code that was to come. */
export function mustBeRefusedSo(t: Verbs, { request, answer }: Exchange, code: number): void {
  const got = answer?.errorCode ?? 0;
  if (got === 0 || got === code) return;
  t.inconclusive(
    `${request.operation} was to be refused with code ${code} and was refused with ${got}: ${request.problems.join('; ')}.`,
  );
}

/** Refuses an order for its amount, in words that the payer need not see. */
export const TOO_SMALL: Effect = {
  kind: 'error',
  code: 4,
  message: 'Payer price amount is too small, min: 1.0',
};
