/** Things that happen at an instant, the earliest first; those of one instant in the order of their planning. */
export interface Agenda<T> {
  plan(at: number, item: T): void;
  /** The earliest instant, or undefined. */
  nextAt(): number | undefined;
  /** Takes the earliest item that is due at the instant. */
  take(now: number): T | undefined;
  size(): number;
}

interface Entry<T> {
  at: number;
  order: number;
  item: T;
}

const before = <T>(a: Entry<T>, b: Entry<T>): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);

/**
 * A binary heap. Items that are no longer wanted stay in it until they reach the top, where `wanted` drops
 * them: removing one costs nothing.
 */
export function createAgenda<T>(wanted: (item: T) => boolean): Agenda<T> {
  const heap: Entry<T>[] = [];
  let planned = 0;

  function rise(entry: Entry<T>): void {
    let index = heap.length;
    heap.push(entry);
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || !before(entry, above)) break;
      heap[index] = above;
      index = parent;
    }
    heap[index] = entry;
  }

  function sink(entry: Entry<T>): void {
    let index = 0;
    for (;;) {
      const left = heap[2 * index + 1];
      const right = heap[2 * index + 2];
      if (left === undefined) break;
      const takesRight = right !== undefined && before(right, left);
      const child = takesRight ? right : left;
      if (!before(child, entry)) break;
      heap[index] = child;
      index = 2 * index + (takesRight ? 2 : 1);
    }
    heap[index] = entry;
  }

  function pop(): Entry<T> | undefined {
    const first = heap[0];
    const last = heap.pop();
    if (last !== undefined && heap.length > 0) sink(last);
    return first;
  }

  function top(): Entry<T> | undefined {
    for (;;) {
      const first = heap[0];
      if (first === undefined || wanted(first.item)) return first;
      pop();
    }
  }

  return {
    plan(at, item) {
      planned += 1;
      rise({ at, order: planned, item });
    },
    nextAt: () => top()?.at,
    take(now) {
      const first = top();
      if (first === undefined || first.at > now) return undefined;
      pop();
      return first.item;
    },
    size: () => heap.length,
  };
}
