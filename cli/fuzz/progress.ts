import type { Progress } from '../../suite/fuzz/index.ts';

const LINE_MS = 5_000;

/** Shows how far a campaign is, on stderr: one line that changes on a terminal, a line every five seconds elsewhere. */
export class ProgressLine {
  readonly #live = process.stderr.isTTY === true;
  readonly #unit: string;
  #last = performance.now();

  constructor(unit = 'messages') {
    this.#unit = unit;
  }

  show(progress: Progress): void {
    const { runs, of, messages, seconds, found } = progress;
    const rate = (count: number): string => (seconds > 0 ? (count / seconds).toFixed(0) : '0');
    const text = `${runs} of ${of} runs, ${rate(runs)}/s, ${messages} ${this.#unit} (${rate(messages)}/s)${found > 0 ? `, ${found} found` : ''}`;
    if (this.#live) process.stderr.write(`\r\u001b[K${text}`);
    else if (performance.now() - this.#last >= LINE_MS) {
      this.#last = performance.now();
      process.stderr.write(`${text}\n`);
    }
  }

  /** Tells something that stays. */
  note(text: string): void {
    this.end();
    process.stdout.write(`${text}\n`);
  }

  end(): void {
    if (this.#live) process.stderr.write('\r\u001b[K');
  }
}
