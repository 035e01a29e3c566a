import { readdirSync, statSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { RecordingError } from '../../history/foreign/index.ts';
import { HistoryError } from '../../history/index.ts';
import { printableLine } from '../../history/printable.ts';
import { readAny } from '../../reports/audit/read-any.ts';
import { shortPath } from '../../reports/short-path.ts';
import type { ReadingValues } from '../../simulator/index.ts';
import { exchangesIn, type NamedRecording } from '../../suite/compare/index.ts';
import { usageError } from './exit.ts';

/** A file of a folder that cannot be compared, and why. */
interface LeftOut {
  readonly file: string;
  readonly why: string;
}

const MOST_NAMES = 5;

/** What was left out, a line for each reason. */
export function leftOutLines(leftOut: readonly LeftOut[]): string[] {
  const reasons = [...new Set(leftOut.map(({ why }) => why))];
  return reasons.map((why) => {
    const names = leftOut.filter((each) => each.why === why).map(({ file }) => file);
    const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '';
    return printableLine(`Left out: ${names.slice(0, MOST_NAMES).join(', ')}${more}: ${why}`);
  });
}

interface Meant {
  readonly file: string;
  /** Whether the file itself was named, and not a folder above it. */
  readonly isNamed: boolean;
}

/** The files below a folder, but for hidden ones. */
function filesBelow(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((each) => each.isFile())
      .map((each) => relative(folder, join(each.parentPath, each.name)))
      .filter((path) => !path.split(sep).some((name) => name.startsWith('.')))
      .toSorted()
      .map((path) => join(folder, path));
  } catch (error) {
    if (error instanceof Error && 'code' in error)
      throw usageError(printableLine(`The folder ${folder} cannot be read (${String(error.code)}).`));
    throw error;
  }
}

/** The files that are meant, each once. */
function filesIn(paths: readonly string[]): Meant[] {
  const meant = paths.flatMap((path): Meant[] =>
    statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
      ? filesBelow(path).map((file) => ({ file, isNamed: false }))
      : [{ file: path, isNamed: true }],
  );
  const named = meant.filter(({ isNamed }) => isNamed);
  return [...new Map([...meant, ...named].map((each) => [resolve(each.file), each])).values()];
}

/**
 * The recordings of files and folders. What is in a folder and cannot be compared is left out; what was named is an error.
 *
 * @throws CliError when a named file, or no file at all, can be compared
 */
export async function recordingsIn(
  paths: readonly string[],
  gateway: readonly string[],
  readings: ReadingValues,
) {
  const recordings: NamedRecording[] = [];
  const leftOut: LeftOut[] = [];
  for (const { file, isNamed } of filesIn(paths)) {
    const read = await recordingIn(file, gateway, readings);
    if (typeof read !== 'string') recordings.push(read);
    else if (isNamed) throw usageError(printableLine(`${file}: ${read}`));
    else leftOut.push({ file: shortPath(file), why: read });
  }
  if (recordings.length > 0) return { recordings, leftOut };
  const why = leftOutLines(leftOut).map((line) => ` ${line}`);
  throw usageError(`${printableLine(`${paths.join(', ')} cannot be read as a recording.`)}${why.join('')}`);
}

/** What can be compared of a file; or why nothing can. */
async function recordingIn(
  file: string,
  gateway: readonly string[],
  readings: ReadingValues,
): Promise<NamedRecording | string> {
  try {
    const found = await readAny(file, {
      format: undefined,
      foreign: { readings, keys: new Map(), gateway, callback: [] },
      logNames: {},
    });
    const recorded = exchangesIn(found.flatMap(({ events }) => events));
    if (recorded.exchanges.length > 0) return { recording: shortPath(file), recorded };
    const why = [...new Set(recorded.skipped.map((each) => each.why))].join('; ');
    return `it has no request that could be sent again${why === '' ? '' : `: ${why}`}.`;
  } catch (error) {
    if (error instanceof HistoryError || error instanceof RecordingError) return error.message;
    if (error instanceof Error && 'code' in error) return `it cannot be read (${String(error.code)}).`;
    throw error;
  }
}
