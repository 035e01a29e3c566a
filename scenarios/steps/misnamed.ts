import type { Exchange } from '../../suite/engine/index.ts';

/**
 * The first call whose field has another id than this one, and an id that the gateway does not know either: what it
 * knows is another object, which an earlier check has left open.
 */
export const misnamed = (
  calls: readonly Exchange[],
  field: string,
  id: string | number,
): Exchange | undefined =>
  calls.find(
    ({ request, answer }) => String(request.fields?.[field]) !== String(id) && answer?.result !== true,
  );
