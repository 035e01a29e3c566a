import { isRecord, jsonOf } from '../fields.ts';
import { isAboutRequest } from './detect.ts';

/** A line as it was before a container's log driver wrapped it; `isPart` where the next line goes on with it. */
export interface Unwrapped {
  readonly text: string;
  readonly isPart: boolean;
}

/** How one log driver wraps a line; undefined for a line that is not wrapped so. */
export type Unwrap = (line: string) => Unwrapped | undefined;

/** Docker's json-file driver: `{"log":"…\n","stream":"stdout","time":"…"}`. */
const dockerLine: Unwrap = (line) => {
  const object = line.startsWith('{') ? jsonOf(line) : undefined;
  if (!isRecord(object) || typeof object.log !== 'string' || isAboutRequest(object)) return undefined;
  if (typeof object.stream !== 'string' && typeof object.time !== 'string') return undefined;
  return { text: object.log.replace(/\r?\n$/, ''), isPart: !object.log.endsWith('\n') };
};

/** The container runtimes of Kubernetes (CRI): `2026-03-02T10:00:00.0Z stdout F …`, with P for a part of a line. */
const CRI = /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2}) (?:stdout|stderr) ([FP])(?::\w+)? /;
const criLine: Unwrap = (line) => {
  const found = CRI.exec(line);
  return found === null ? undefined : { text: line.slice(found[0].length), isPart: found[1] === 'P' };
};

/** What `docker compose logs` and `--timestamps` of docker and kubectl put in front of a line. */
const PREFIX = /^(?:[\w.-]{1,100} {1,100}\| )?(?:\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2}) )?/;
const prefixedLine: Unwrap = (line) => {
  const [prefix = ''] = PREFIX.exec(line) ?? [];
  return prefix === '' ? undefined : { text: line.slice(prefix.length), isPart: false };
};

/** How the lines of a file are wrapped, by its first one; undefined where they are not. */
export const unwrapperOf = (line: string): Unwrap | undefined =>
  [dockerLine, criLine, prefixedLine].find((unwrap) => unwrap(line) !== undefined);

/** Whether a line of a container's log is an event of a history or a request of an access log, and not the program's own. */
export function isOfRecording(line: string): boolean {
  const object = line.startsWith('{') ? jsonOf(line) : undefined;
  return isRecord(object) && (('seq' in object && 'kind' in object) || isAboutRequest(object));
}
