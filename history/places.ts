/** Where nothing is, in the order of a history: after all of its events. */
export const NEVER = Number.POSITIVE_INFINITY;

/** The index of the first item that stands after a place, of items in the order of their places. */
export function firstAfter<T>(items: readonly T[], placeOf: (item: T) => number, place: number): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item !== undefined && placeOf(item) <= place) low = middle + 1;
    else high = middle;
  }
  return low;
}
