import { type HistoryEvent, PREFLIGHT } from '../history/index.ts';

/** One attempt of a check, as it stands in a history. */
export interface Story {
  readonly check: string;
  readonly outcome: string;
  /** Begins with the run and the preflight's findings, which say how the merchant is judged. */
  readonly events: readonly HistoryEvent[];
}

export type RunEvent = Extract<HistoryEvent, { kind: 'run' }>;

/** The attempts of all checks that a history holds. */
export function storiesIn(events: readonly HistoryEvent[], run: RunEvent): Story[] {
  const stories: Story[] = [];
  const about: HistoryEvent[] = [run];
  let begun = 0;
  for (const [index, event] of events.entries()) {
    if (event.kind !== 'check') continue;
    if (event.id === PREFLIGHT) {
      if (event.found !== undefined) about[1] = event;
    } else if (event.phase === 'start') begun = index;
    else
      stories.push({
        check: event.id,
        outcome: event.outcome ?? '',
        events: [...about, ...events.slice(begun, index + 1)],
      });
  }
  return stories;
}
