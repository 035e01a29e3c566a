import { isWireObject, parseWire, type WireObject, type WireValue } from '../simulator/protocol/wire.ts';

const encoder = new TextEncoder();

function dataIn(body: string | null): WireValue | undefined {
  const parsed = parseWire(encoder.encode(body ?? ''));
  return parsed.ok && isWireObject(parsed.value) ? parsed.value.data : undefined;
}

/** The record in the answer to a question about one object, its numbers as they were written. */
export function recordIn(body: string | null): WireObject | undefined {
  const data = dataIn(body);
  return isWireObject(data) ? data : undefined;
}

/** The records in an answer that has one or a list of them. */
export function recordsIn(body: string | null): readonly WireObject[] {
  const data = dataIn(body);
  return [data].flat().filter(isWireObject);
}
