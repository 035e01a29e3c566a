import { createHash } from 'node:crypto';
import { z } from 'zod';

/** How many lines lie between two checkpoints, which tell where a changed history begins to differ. */
const LINES_PER_CHECKPOINT = 250;

const hexSchema = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * The chain of one history: every link is the SHA-256 of the link before and of the next line, so that no line
 * can be changed, left out, added or moved. The first file begins with 64 zeros, each other one with the last
 * link of the file before it.
 */
export const chainSchema = z.strictObject({
  name: z.string(),
  lines: z.int().nonnegative(),
  /** The link after every {@link LINES_PER_CHECKPOINT} lines, and the last one. */
  links: z.array(hexSchema).min(1),
});
export type Chain = z.infer<typeof chainSchema>;

/** Where the first chain begins. */
export const CHAIN_BEGIN = '0'.repeat(64);

const sha256 = (...parts: readonly (string | Uint8Array)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

/** Chains the lines of a history onto what came before. */
export function chainOf(name: string, content: Buffer, before: string): Chain {
  const links: string[] = [];
  let link = before;
  let lines = 0;
  let from = 0;
  while (from < content.byteLength) {
    const end = content.indexOf(0x0a, from);
    const to = end === -1 ? content.byteLength : end + 1;
    link = sha256(link, content.subarray(from, to));
    from = to;
    lines += 1;
    if (lines % LINES_PER_CHECKPOINT === 0) links.push(link);
  }
  if (links.at(-1) !== link || links.length === 0) links.push(link);
  return { name, lines, links };
}

/** The last link of a chain. */
export const lastLink = (chain: Chain): string => chain.links.at(-1) ?? CHAIN_BEGIN;

/** Where a history begins to differ from what was signed, in words; undefined when it does not. */
export function difference(signed: Chain, found: Chain): string | undefined {
  const at = signed.links.findIndex((link, index) => link !== found.links[index]);
  if (at === -1) {
    return found.lines === signed.lines ? undefined : `it had ${signed.lines} lines and has ${found.lines}`;
  }
  const from = at * LINES_PER_CHECKPOINT + 1;
  const to = Math.min(from + LINES_PER_CHECKPOINT - 1, Math.max(signed.lines, found.lines));
  const count = found.lines === signed.lines ? '' : `; it had ${signed.lines} lines and has ${found.lines}`;
  return `the first change is in lines ${from} to ${to}${count}`;
}
