/** Items that have something in common: there is always a first one. */
export type Group<T> = readonly [T, ...T[]];

/** Items by a text of each; those that have none are left out. */
export function groupedBy<T>(
  items: readonly T[],
  keyOf: (item: T) => string | undefined,
): ReadonlyMap<string, Group<T>> {
  const groups = new Map<string, [T, ...T[]]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
