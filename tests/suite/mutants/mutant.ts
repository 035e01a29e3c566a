import { createHash } from 'node:crypto';

/** One small change of the reference shop, as a machine made it. */
export interface Mutant {
  /** The number by which the instrumented shop switches it. */
  readonly id: string;
  /** Below `fixtures/shops/reference`. */
  readonly file: string;
  /** Counted from 1, as is the column. */
  readonly line: number;
  readonly column: number;
  readonly mutator: string;
  readonly original: string;
  readonly replacement: string;
  /** Names it as long as the changed text stays the same, wherever in its file it stands. */
  readonly key: string;
}

const MOST_CHARACTERS = 90;

/** In one line, and short; a text that is cut is told from others by a digest. */
function short(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= MOST_CHARACTERS) return line;
  const digest = createHash('sha256').update(line).digest('hex').slice(0, 6);
  return `${line.slice(0, MOST_CHARACTERS - 10)} … [${digest}]`;
}

/** Gives each mutant its key: file, mutator, texts before and after, and which of several alike it is. */
export function withKeys(mutants: readonly Omit<Mutant, 'key'>[]): readonly Mutant[] {
  const seen = new Map<string, number>();
  return mutants.map((mutant) => {
    const { file, mutator, original, replacement } = mutant;
    const base = `${file} ${mutator}: ${short(original)} → ${short(replacement)}`;
    const nth = (seen.get(base) ?? 0) + 1;
    seen.set(base, nth);
    return { ...mutant, key: nth === 1 ? base : `${base} #${nth}` };
  });
}

/** Where it stands, as an editor opens it. */
export const placeOf = ({ file, line, column }: Mutant): string => `${file}:${line}:${column}`;

/** Whether a mutant is meant by a text: its number after a `#`, its key, its file, or that with line and column. */
export const isMeantBy =
  (text: string) =>
  (mutant: Mutant): boolean =>
    text === `#${mutant.id}` || text === mutant.key || `${placeOf(mutant)}:`.startsWith(`${text}:`);
