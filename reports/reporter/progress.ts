import pc from 'picocolors';
import { isOpen } from '../../history/outcome.ts';
import type { CheckRecord } from '../../history/record.ts';
import { several } from '../headline.ts';
import { checkLine } from '../render/terminal.ts';
import type { TimeLeft } from './time-left.ts';

/** Where progress goes: a terminal shows one living line, anything else plain lines. */
export interface ProgressTarget {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** In a log a line of the count every so many checks shows how far the run is. */
const STEP = 25;

const ERASE_LINE = '\r\u001b[2K';

/** Tells a person, or a log, how far the run is. */
export class Progress {
  readonly #target: ProgressTarget;
  readonly #colors: ReturnType<typeof pc.createColors>;
  readonly #timeLeft: TimeLeft | undefined;
  readonly #isQuiet: boolean;
  #total: number;
  #done = 0;
  #failed = 0;
  readonly #broken = new Set<string>();
  #open = 0;
  /** What has kept a check from being tried: one line tells it for all that it kept. */
  readonly #reasons = new Set<string>();

  /**
   * @param total how many checks will be tried
   * @param isQuiet for the log of a CI: leaves out what simply passed
   */
  constructor(
    target: ProgressTarget,
    total: number,
    useColors: boolean,
    { isQuiet = false, timeLeft }: { readonly isQuiet?: boolean; readonly timeLeft?: TimeLeft } = {},
  ) {
    this.#isQuiet = isQuiet;
    this.#timeLeft = timeLeft;
    this.#target = target;
    this.#total = total;
    this.#colors = pc.createColors(useColors);
  }

  /** A check has begun; shown on a terminal only. */
  began(id: string): void {
    if (this.#target.isTTY) this.#target.write(`${ERASE_LINE}${this.#clip(`${this.#state()} · ${id}`)}`);
  }

  /** A check has ended. On a terminal only what did not pass leaves a line behind. */
  ended(record: CheckRecord): void {
    this.#timeLeft?.ended(record.id);
    const applies = !['not-claimed', 'not-applicable'].includes(record.outcome);
    if (applies) this.#done += 1;
    else this.#total -= 1;
    const broken = record.laws.flatMap(({ id, level, outcome }) =>
      level === 'must' && outcome === 'fail' ? [id] : [],
    );
    for (const law of broken) this.#broken.add(law);
    if (record.outcome === 'fail') this.#failed += 1;
    if (isOpen(record.outcome)) this.#open += 1;
    const line = checkLine(record, broken, this.#colors);
    const isQuiet = broken.length === 0 && (record.outcome === 'pass' || !applies);
    const isRepeat = record.outcome === 'setup-failed' && this.#reasons.has(record.actual);
    if (record.outcome === 'setup-failed') this.#reasons.add(record.actual);
    if (this.#target.isTTY) {
      this.#target.write(
        `${ERASE_LINE}${isQuiet || isRepeat ? '' : `${line}\n`}${this.#clip(this.#state())}`,
      );
      return;
    }
    const width = String(this.#total).length;
    const count = `[${String(this.#done).padStart(width)}/${this.#total}]`;
    const place = applies ? count : ' '.repeat(count.length);
    if (!isRepeat && !(this.#isQuiet && isQuiet)) this.#target.write(`${place} ${line}\n`);
    if (applies && !isRepeat && this.#done % STEP === 0 && this.#done < this.#total)
      this.#target.write(`${this.#state()}\n`);
  }

  /** Clears the living line before the closing words. */
  end(): void {
    if (this.#target.isTTY) this.#target.write(ERASE_LINE);
  }

  #state(): string {
    const left = this.#timeLeft?.words();
    return [
      `${this.#done}/${this.#total} checks`,
      // Counted as the verdict will count it.
      ...(this.#failed > 0 ? [`${this.#failed} failed`] : []),
      ...(this.#broken.size > 0 ? [`${several(this.#broken.size, 'law')} broken`] : []),
      ...(this.#open > 0 ? [`${this.#open} undecided`] : []),
      ...(left === undefined ? [] : [left]),
    ].join(' · ');
  }

  #clip(text: string): string {
    return text.slice(0, Math.max(20, (this.#target.columns ?? 80) - 1));
  }
}
