/** What a check takes beside others, by the first word of its id: 1 where nothing is said. As measured. */
const WEIGHTS: Readonly<Record<string, number>> = { combination: 10, checkout: 4 };

/** What went by before so much has been seen says little. */
const FEWEST_MS = 5_000;

const topicOf = (id: string): string => id.split('.')[0] ?? '';

/** `a few seconds left`, `about 40 s left`, `about 3 min left`. */
function inWords(ms: number): string {
  const tens = Math.round(ms / 10_000) * 10;
  if (tens === 0) return 'a few seconds left';
  return `about ${tens < 90 ? `${tens} s` : `${Math.round(ms / 60_000)} min`} left`;
}

/** Foretells the end of a run from the pace of what has ended. */
export class TimeLeft {
  readonly #weightOf: (id: string) => number;
  readonly #now: () => number;
  #left: number;
  #done = 0;
  /** The first one waits for the preflight, and says nothing of the pace. */
  #firstEndedAt: number | undefined;

  /**
   * @param ids of what will be tried
   * @param cases how many a property draws
   */
  constructor(ids: readonly string[], cases: number, now = () => performance.now()) {
    this.#weightOf = (id) =>
      ['property', 'journey'].includes(topicOf(id)) ? cases : (WEIGHTS[topicOf(id)] ?? 1);
    this.#left = ids.reduce((sum, id) => sum + this.#weightOf(id), 0);
    this.#now = now;
  }

  ended(id: string): void {
    const weight = this.#weightOf(id);
    this.#left -= weight;
    if (this.#firstEndedAt === undefined) this.#firstEndedAt = this.#now();
    else this.#done += weight;
  }

  /** Undefined where nothing is left, or too little has been seen. */
  words(): string | undefined {
    const elapsed = this.#now() - (this.#firstEndedAt ?? this.#now());
    return this.#left <= 0 || this.#done === 0 || elapsed < FEWEST_MS
      ? undefined
      : inWords((elapsed * this.#left) / this.#done);
  }
}
