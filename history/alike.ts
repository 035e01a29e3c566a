/** Gives for equal objects one and the same, as long as there are few different ones. */
export type Alike<T> = (made: T) => T;

const MOST = 64;

/**
 * Keeps objects of which a history has many alike. Two are alike when each of these members is the very same
 * value in both.
 *
 * @param key by what they are told apart at first: a text that few of them share
 */
export function alike<T extends object>(key: (made: T) => string, members: readonly (keyof T)[]): Alike<T> {
  const groups = new Map<string, T[]>();
  return (made) => {
    const name = key(made);
    const group = groups.get(name);
    if (group === undefined) {
      if (groups.size < MOST) groups.set(name, [made]);
      return made;
    }
    for (const known of group) if (isAlike(known, made, members)) return known;
    if (group.length < MOST) group.push(made);
    return made;
  };
}

function isAlike<T>(one: T, two: T, members: readonly (keyof T)[]): boolean {
  for (const member of members) if (one[member] !== two[member]) return false;
  return true;
}
