import type { RequestEvent } from '../history/events.ts';
import { fieldText } from '../history/fields.ts';
import { INTERPRETATIONS } from '../simulator/protocol/operations.ts';
import { rule } from './rules.ts';

const JSON_TYPE = /^application\/json\s*(;|$)/i;

/**
 * Law 35: every request calls an operation of the gateway, by POST and as JSON in UTF-8 (What the service does,
 * transport rules 1 and 2; Versioning 1).
 */
export const callsOperations = rule('law.calls-operations', (view, found) => {
  const named = new Set<string>();
  for (const { request, answer } of view.exchanges) {
    // What the recorder left out may have been right.
    if (request.unseen === true) continue;
    found.judge();
    const fault = faultOf(request);
    // A merchant makes the same mistake in every request: it is named once for each operation.
    const key = `${request.path} ${fault}`;
    if (fault === undefined || named.has(key)) continue;
    named.add(key);
    found.violate(fieldText(request.fields, 'shop_order_id') ?? request.path, fault, [request, answer]);
  }
});

/** Whether the path is one under an interpretation that the gateway of the history was not set to. */
const isOtherInterpretation = ({ path }: RequestEvent): boolean =>
  INTERPRETATIONS.some(({ operation }) => path.endsWith(`/gateway/v1/${operation.path}`));

/** Requests without a problem are right: of those nothing is looked at that costs a second reading. */
function faultOf(request: RequestEvent): string | undefined {
  if (request.operation === null)
    return isOtherInterpretation(request) ? undefined : `${request.path} is not an operation of the gateway.`;
  if (request.problems.length === 0) return undefined;
  if (request.method !== 'POST') return `${request.path} was called with ${request.method}.`;
  const names = Object.keys(request.headers);
  if (names.length === 0) return undefined;
  const type = request.headers[names.find((name) => name.toLowerCase() === 'content-type') ?? ''];
  if (type === undefined)
    return `${request.operation} was sent without Content-Type, and not as application/json.`;
  if (!JSON_TYPE.test(type))
    return `${request.operation} was sent as ${JSON.stringify(type)}, and not as application/json.`;
  return request.fields === null ? `The body of ${request.operation} is not JSON in UTF-8.` : undefined;
}
