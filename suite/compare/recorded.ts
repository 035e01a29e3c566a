import { hasMasked } from '../../history/foreign/index.ts';
import type { HistoryEvent } from '../../history/index.ts';
import { isWireObject, type OperationId, parseWire, type WireObject } from '../../simulator/index.ts';

/** One request to the gateway and its answer, as somebody recorded them. */
export interface RecordedExchange {
  /** Which of the recording's requests it is, from 1. */
  readonly place: number;
  readonly operation: OperationId;
  readonly base: 'production' | 'test';
  readonly request: WireObject;
  /** Whether the signature was sent in a header. */
  readonly signsInHeader: boolean;
  readonly httpStatus: number;
  readonly answer: WireObject;
}

/** Exchanges that can be compared, and why the others cannot. */
export interface Recorded {
  readonly exchanges: readonly RecordedExchange[];
  readonly skipped: readonly { readonly place: number; readonly what: string; readonly why: string }[];
}

const objectIn = (text: string): WireObject | undefined => {
  const read = parseWire(Buffer.from(text));
  return read.ok && isWireObject(read.value) ? read.value : undefined;
};

/** The exchanges of a history, in the order of their requests. */
export function exchangesIn(events: readonly HistoryEvent[]): Recorded {
  const answers = new Map(
    events.flatMap((event) => (event.kind === 'answer' ? [[event.exchange, event] as const] : [])),
  );
  const exchanges: RecordedExchange[] = [];
  const skipped: Recorded['skipped'][number][] = [];
  let place = 0;
  for (const event of events) {
    if (event.kind !== 'request') continue;
    place += 1;
    const skip = (why: string): unknown => skipped.push({ place, what: event.operation ?? event.path, why });
    const { operation, base } = event;
    const answer = answers.get(event.exchange);
    const request = objectIn(event.body);
    if (operation === null) skip('it is no operation of the gateway');
    else if (request === undefined) skip('its body is not a JSON object, or was not recorded whole');
    else if (hasMasked(request)) skip('the recorder has masked a value that would have to be sent');
    else if (answer === undefined || answer.outcome !== 'answered' || answer.status === null)
      skip('its answer was not recorded');
    else if (answer.fault !== null) skip('its answer was made by a fault that somebody had asked for');
    else {
      const found = objectIn(answer.body ?? '');
      const signsInHeader = request.sign === undefined && event.headers.sign !== undefined;
      if (found === undefined) skip('its answer is not a JSON object, or was not recorded whole');
      else
        exchanges.push({
          place,
          operation,
          base,
          request,
          signsInHeader,
          httpStatus: answer.status,
          answer: found,
        });
    }
  }
  return { exchanges, skipped };
}
