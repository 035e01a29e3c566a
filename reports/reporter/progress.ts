import pc from 'picocolors';
import { isOpen } from '../../history/outcome.ts';
import type { CheckRecord } from '../../history/record.ts';
import { checkLine } from '../render/terminal.ts';

/** Where progress goes: a terminal shows one living line, anything else plain lines. */
export interface ProgressTarget {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** In a quiet log a line of the count every so many checks shows that the run is alive. */
const QUIET_STEP = 25;

const ERASE_LINE = '\r\u001b[2K';

/** Tells a person, or a log, how far the run is. */
export class Progress {
  readonly #target: ProgressTarget;
  readonly #colors: ReturnType<typeof pc.createColors>;
  readonly #total: number;
  readonly #isQuiet: boolean;
  #done = 0;
  #failed = 0;
  #open = 0;

  /** @param isQuiet for the log of a CI: leaves out what simply passed. */
  constructor(target: ProgressTarget, total: number, useColors: boolean, isQuiet = false) {
    this.#isQuiet = isQuiet;
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
    this.#done += 1;
    const broken = record.laws.filter((law) => law.level === 'must' && law.outcome === 'fail');
    if (record.outcome === 'fail' || broken.length > 0) this.#failed += 1;
    if (isOpen(record.outcome)) this.#open += 1;
    const laws = broken.length === 0 ? '' : ` · breaks ${broken.map((law) => law.id).join(', ')}`;
    const line = `${checkLine(record, this.#colors)}${this.#colors.red(laws)}`;
    const quiet = broken.length === 0 && ['pass', 'not-claimed', 'not-applicable'].includes(record.outcome);
    if (!this.#target.isTTY) {
      if (this.#isQuiet && quiet) {
        if (this.#done % QUIET_STEP === 0) this.#target.write(`${this.#state()}\n`);
        return;
      }
      const width = String(this.#total).length;
      this.#target.write(`[${String(this.#done).padStart(width)}/${this.#total}] ${line}\n`);
      return;
    }
    this.#target.write(`${ERASE_LINE}${quiet ? '' : `${line}\n`}${this.#clip(this.#state())}`);
  }

  /** Clears the living line before the closing words. */
  end(): void {
    if (this.#target.isTTY) this.#target.write(ERASE_LINE);
  }

  #state(): string {
    const failed = this.#failed > 0 ? ` · ${this.#failed} failed` : '';
    const open = this.#open > 0 ? ` · ${this.#open} undecided` : '';
    return `${this.#done}/${this.#total} checks${failed}${open}`;
  }

  #clip(text: string): string {
    return text.slice(0, Math.max(20, (this.#target.columns ?? 80) - 1));
  }
}
