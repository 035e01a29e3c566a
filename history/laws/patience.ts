import type { HistoryView } from '../view/types.ts';

/**
 * How long a merchant may take, in real time, before something that should have happened counts as missing:
 * four times what it says that it takes to settle, because a slow machine must not fail it.
 */
export const patienceMs = (view: HistoryView): number => 4 * view.settings.settleMs;

/** Whether the merchant was killed or ended by itself between two points and what it had in memory is lost. */
export function diedBetween(view: HistoryView, fromSeq: number, toSeq: number): boolean {
  return view.merchant.some(
    (event) =>
      event.seq > fromSeq && event.seq < toSeq && (event.action === 'kill' || event.action === 'exit'),
  );
}
