import { ownText } from './own-text.ts';

/** Longer texts are worked out each time: nobody's memory is for others to fill. */
const LONGEST = 4096;

/**
 * A function of texts that come again and again. What it gave is kept until there are `most` texts, then all is
 * forgotten. `make` is given a copy that keeps nothing else in memory.
 */
export function remembered<T>(most: number, make: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const own = ownText(text);
    const made = make(own);
    if (own.length > LONGEST) return made;
    if (known.size >= most) known.clear();
    known.set(own, made);
    return made;
  };
}
