import type { Effect } from '../../simulator/index.ts';
import type { Exchange, Verbs } from '../../suite/engine/index.ts';

type Odd = null | string[] | Record<string, string>;

/** Data that say nothing, in every form that an answer may give them. */
export const ODD: readonly Odd[] = [null, [], {}];

/** How often an answer is spoilt, null for always: each silence takes the merchant its whole read timeout. */
export const timesOf = (effect: Effect): number | null => (effect.kind === 'read-timeout' ? 1 : null);

/** What a load balancer says when the gateway behind it is silent. */
export const PROXY_JSON: Effect = {
  kind: 'http-status',
  status: 504,
  body: '{"message":"Endpoint request timed out"}',
  committed: true,
};

/** What a web server says while the gateway is being put in its place. */
export const NOT_FOUND_PAGE: Effect = { kind: 'html', status: 404, committed: true };

/** Refuses in words, although what was asked for is stored. */
export const refusing = (code: number, data: Odd = null): Effect => ({
  kind: 'answer',
  envelope: { result: false, error_code: code, message: 'Новый код', data },
});

/** A call that is wrong by itself is refused for that, and shows nothing about the code that was to come. */
export function mustBeRefusedSo(t: Verbs, { request, answer }: Exchange, code: number): void {
  const got = answer?.errorCode ?? 0;
  if (got === 0 || got === code) return;
  t.inconclusive(
    `${request.operation} was to be refused with code ${code} and was refused with ${got}: ${request.problems.join('; ')}.`,
  );
}
