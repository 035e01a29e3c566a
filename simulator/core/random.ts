import type { Random } from './types.ts';

/** Spreads the bits of a seed, so that neighbouring seeds have nothing in common. 32 bits, unsigned. */
export function mix(seed: number): number {
  let value = (Math.trunc(seed) ^ Math.trunc(seed / 2 ** 32)) >>> 0;
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/** A seeded generator (mulberry32): the same seed gives the same numbers. */
export function createRandom(seed: number): Random {
  let state = mix(seed);
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The items in a random order. */
export function shuffled<T>(items: readonly T[], random: Random): T[] {
  const copy = [...items];
  for (let index = copy.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    const a = copy[index];
    const b = copy[other];
    if (a === undefined || b === undefined) continue;
    copy[index] = b;
    copy[other] = a;
  }
  return copy;
}
