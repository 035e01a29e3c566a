import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { type Review, reviewOf } from '../strangers/review.ts';

const shops = resolve(import.meta.dirname, '../../../fixtures/shops/blind');

const roundSchema = z.strictObject({
  /** Rounds are counted in the order in which they were measured first. */
  number: z.int().positive(),
  language: z.string().min(1),
  design: z.string().min(1),
  written: z.iso.date(),
});

const faultSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  area: z.string().min(1),
  /** What the shop does, in a sentence. */
  says: z.string().min(1),
  /** The sentence of the specification that it breaks, or whose money is lost. */
  breaks: z.string().min(1),
  /** How somebody sees it who is not in the shop. */
  shows: z.string().min(1),
  /** Where it was found: the address of a public report, or experience. */
  origin: z.string().min(1),
});
export type BlindFault = z.infer<typeof faultSchema>;

export interface Round extends z.infer<typeof roundSchema> {
  readonly name: string;
  /** The configuration with which it is certified. */
  readonly config: string;
  readonly faults: readonly BlindFault[];
  /** What became of the faults that were not caught at first sight. */
  readonly review: Review['faults'];
}

const read = (name: string, file: string): unknown =>
  JSON.parse(readFileSync(join(shops, name, file), 'utf8'));

function roundOf(name: string): Round {
  const faults = z.array(faultSchema).min(20).parse(read(name, 'faults.json'));
  const review = reviewOf(join(shops, name)).faults;
  const unknown = Object.keys(review).filter((id) => !faults.some((fault) => fault.id === id));
  if (unknown.length > 0) throw new Error(`${name}/review.json: there is no fault "${unknown.join(', ')}".`);
  const config = join(shops, name, 'gatecheck.config.json');
  return { ...roundSchema.parse(read(name, 'round.json')), name, config, faults, review };
}

/**
 * The blind rounds: shops with their faults, written from the specification and the documentation alone, without sight
 * of the suite.
 *
 * @throws {Error} naming the file that is not as it should be
 */
export const rounds = (): readonly Round[] =>
  readdirSync(shops, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => roundOf(name))
    .sort((a, b) => a.number - b.number);
