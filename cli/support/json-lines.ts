import { walkJson } from '../../history/json-walk.ts';

/**
 * The line, counted from 1, in which each value of a JSON text begins, by its key as problems name it: `tempo.settle`,
 * `capabilities[1]`.
 *
 * @param text valid JSON
 */
export function jsonLines(text: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  let [line, seen] = [1, 0];
  for (const { kind, name, from } of walkJson(text)) {
    if (kind === 'end') continue;
    line += text.slice(seen, from).split('\n').length - 1;
    seen = from;
    lines.set(name, line);
  }
  return lines;
}
