import { InvalidArgumentError, Option } from 'commander';

/** A whole number in a range, for commander. */
export function integer(lowest: number, highest: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= lowest && value <= highest) return value;
    throw new InvalidArgumentError(`Expected a whole number from ${lowest} to ${highest}.`);
  };
}

/** `i/n` with 1 <= i <= n, for commander. */
export function shard(text: string): string {
  const [, index, total] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text) ?? [];
  if (index !== undefined && total !== undefined && Number(index) <= Number(total)) return text;
  throw new InvalidArgumentError('Expected i/n, such as 2/4 for the second of four.');
}

/** Where fast-check stood, such as `3:0:1`, for commander. */
export function fastCheckPath(text: string): string {
  if (/^\d+(:\d+)*$/.test(text)) return text;
  throw new InvalidArgumentError('Expected numbers with colons, such as 3:0:1.');
}

/** Collects a repeatable `K=V`, for commander. */
export function keyValue(text: string, before: Readonly<Record<string, string>>): Record<string, string> {
  const at = text.indexOf('=');
  if (at > 0) return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
  throw new InvalidArgumentError('Expected NAME=VALUE, such as notification.status=text.');
}

/** Collects a repeatable option whose values may also be separated by commas, for commander. */
export function list(text: string, before: readonly string[]): string[] {
  const items = text.split(',').map((item) => item.trim());
  if (items.every((item) => item !== '')) return [...before, ...items];
  throw new InvalidArgumentError('Expected a name, or several separated by commas.');
}

/** The seed of a run, for commands that print the one they drew. */
export const seedOption = (says = 'the seed of a run to repeat'): Option =>
  new Option('--seed <number>', `${says} (default: a new one, which is printed)`).argParser(
    integer(0, 2 ** 31 - 1),
  );
