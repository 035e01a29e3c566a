import pc from 'picocolors';
import { masker } from '../../history/masker.ts';
import { harmless } from '../../history/printable.ts';

/** What our own lines begin with where a living line stands: the beginning of a line, and all of it erased. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what a terminal obeys.
const ERASED = /^\r?\u001b\[2?K/;
/** Our own colours. That which hides a text is none of them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above.
const COLOR = /\u001b\[(?:[0-4]|2[2-4]|3[0-79]|4[0-79]|9[0-7])m/g;

const secrets = new Set<string>();
let mask = masker([]);

/** Texts that this process writes nowhere on a terminal from now on, however they are spelled. */
export function hide(more: readonly string[]): void {
  for (const secret of more) secrets.add(secret);
  mask = masker([...secrets]);
}

/** A text as it may be written on a terminal. */
function safe(text: string, isColored: boolean): string {
  const start = ERASED.exec(text)?.[0] ?? '';
  const rest = mask(text.slice(start.length));
  if (!isColored) return start + harmless(rest);
  const colors = rest.match(COLOR) ?? [];
  const between = rest.split(COLOR).map(harmless);
  return start + between.map((part, at) => part + (colors[at] ?? '')).join('');
}

let isGuarded = false;

/**
 * Has all that this process writes on its terminal go through one place, which no line can miss: secrets are masked,
 * and what would steer the terminal is shown instead.
 */
export function guardTerminal(env: Readonly<Record<string, string | undefined>> = process.env): void {
  if (isGuarded) return;
  isGuarded = true;
  for (const stream of [process.stdout, process.stderr]) {
    const isColored =
      !env.NO_COLOR && (stream.isTTY === true || Boolean(env.FORCE_COLOR) || pc.isColorSupported);
    const write = stream.write.bind(stream) as (text: string, ...rest: unknown[]) => boolean;
    const guarded = (chunk: string | Uint8Array, ...rest: unknown[]): boolean =>
      write(safe(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString(), isColored), ...rest);
    stream.write = guarded as typeof stream.write;
  }
}
