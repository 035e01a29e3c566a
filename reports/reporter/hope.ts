import { isConcluded, isOpen } from '../../history/outcome.ts';
import type { CheckRecord } from '../../history/record.ts';

/** How long a run goes on whatever comes of it. */
const PATIENCE_MS = 60_000;
/** So many checks must have been tried before anything is concluded from them. */
const FEWEST = 20;
/** Where not even one in so many holds, the others would only say the same. */
const ONE_IN = 10;

/** Watches whether a merchant holds anything at all, so that one in which everything is broken is told so early. */
export class Hope {
  readonly #patienceMs: number;
  #tried = 0;
  #held = 0;

  constructor(patienceMs = PATIENCE_MS) {
    this.#patienceMs = patienceMs;
  }

  /** A check has ended; one that is not claimed or does not apply says nothing. */
  ended({ outcome, laws }: Pick<CheckRecord, 'outcome' | 'laws'>): void {
    if (!isConcluded(outcome) && !isOpen(outcome)) return;
    this.#tried += 1;
    const breaksLaw = laws.some((law) => law.level === 'must' && law.outcome === 'fail');
    if ((outcome === 'pass' || outcome === 'warn') && !breaksLaw) this.#held += 1;
  }

  /**
   * Why a run that has taken so long had better end; undefined where it had better go on.
   *
   * @param elapsedMs since the first check began
   */
  lostAfter(elapsedMs: number): string | undefined {
    const [tried, held] = [this.#tried, this.#held];
    if (elapsedMs < this.#patienceMs || tried < FEWEST || held * ONE_IN >= tried) return undefined;
    return `Stopped early: of the ${tried} checks that were tried, ${held === 0 ? 'none holds' : `only ${held} held`}. Mend first what comes first below; --go-on runs all of them whatever comes of them.`;
  }
}
