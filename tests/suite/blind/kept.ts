import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { type BlindOutcome, outcomeSchema } from './outcome.ts';

const lineSchema = z.strictObject({
  round: z.string(),
  fault: z.string().nullable(),
  commit: z.string(),
  outcome: outcomeSchema,
});

/**
 * What an interrupted measurement has found, in a file with a line for each certification. What another state of the
 * suite has found is measured again.
 */
export class Kept {
  readonly #file: string | undefined;
  readonly #commit: string;
  readonly #known = new Map<string, BlindOutcome>();

  /** @throws {Error} when the file has something else in it */
  constructor(file: string | undefined, commit: string) {
    this.#file = file;
    this.#commit = commit;
    if (file === undefined || !existsSync(file)) return;
    for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
      const { round, fault, outcome, ...known } = lineSchema.parse(JSON.parse(line));
      if (known.commit === commit) this.#known.set(`${round} ${fault}`, outcome);
    }
  }

  /** What is known of this shop, or what `certify` finds, which is known from then on. */
  async of(round: string, fault: string | null, certify: () => Promise<BlindOutcome>): Promise<BlindOutcome> {
    const known = this.#known.get(`${round} ${fault}`);
    if (known !== undefined) return known;
    const outcome = await certify();
    const line = { round, fault, commit: this.#commit, outcome };
    if (this.#file !== undefined) appendFileSync(this.#file, `${JSON.stringify(line)}\n`);
    return outcome;
  }
}
