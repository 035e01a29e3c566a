import type { EventStamp } from '../history/events.ts';
import { NEVER } from '../history/places.ts';
import type { HistoryView } from '../history/view/types.ts';

/** A stretch of a history that is judged by itself. */
export interface Part {
  readonly has: (event: Pick<EventStamp, 'seq'>) => boolean;
}

/**
 * The checks of a certification, one after the other, each of which leaves the merchant at rest; any other history is
 * one part. For what only its end decides: that something never worked again.
 */
export function partsOf({ events }: HistoryView): readonly Part[] {
  const ends = events
    .filter((event) => event.kind === 'check' && event.phase === 'end')
    .map(({ seq }) => seq);
  return [0, ...ends].map((from, index) => {
    const to = ends[index] ?? NEVER;
    return { has: ({ seq }) => seq > from && seq < to };
  });
}
