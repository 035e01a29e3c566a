import { hash } from 'node:crypto';

/**
 * A journal in a file is a chain: each line ends with a digest of itself and of all lines before it, so that
 * whatever is changed, cut out or put elsewhere is found, and where.
 */
const BEGIN = ',"chain":"';
const DIGITS = 32;
const TAIL = BEGIN.length + DIGITS + '"}'.length;

const linkOf = (before: string, line: string): string =>
  hash('sha256', `${before}\n${line}`, 'hex').slice(0, DIGITS);

/** A line of JSON with its link; `before` is the link of the line before, empty for the first. */
export function chained(line: string, before: string): { line: string; link: string } {
  const link = linkOf(before, line);
  return { line: `${line.slice(0, -1)}${BEGIN}${link}"}`, link };
}

/** Takes a line apart; undefined for one without a link. */
export function unchained(line: string): { line: string; link: string } | undefined {
  const at = line.length - TAIL;
  if (at < 1 || !line.startsWith(BEGIN, at) || !line.endsWith('"}')) return undefined;
  return { line: `${line.slice(0, at)}}`, link: line.slice(at + BEGIN.length, -2) };
}

/** Whether a line follows the one with the link `before`. */
export function follows(part: { line: string; link: string }, before: string): boolean {
  return part.link === linkOf(before, part.line);
}
