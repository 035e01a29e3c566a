import { closeSync, createReadStream, openSync, readSync, statSync } from 'node:fs';
import { HistoryError, type Lines, type Recording, RecordingReader } from '../../history/index.ts';

/** How much of a file is read at a time. */
export const CHUNK_BYTES = 1 << 20;
const NEWLINE = 10;
/** A line longer than this is no event: a history holds bodies of at most a few MiB. */
const LONGEST_LINE_BYTES = 64 << 20;

/**
 * Reads the recordings of a history file (NDJSON) as a stream.
 *
 * @param chunks what the file holds, where somebody has begun to read it
 * @param isAsInFile whether the chunks are those of the file, so that a line can be read there again
 * @throws {HistoryError} at the first line that is no event; the system's error when the file cannot be read
 */
export async function readRecordings(
  file: string,
  chunks: AsyncIterable<Buffer> = createReadStream(file, { highWaterMark: CHUNK_BYTES }),
  isAsInFile = true,
): Promise<readonly Recording[]> {
  const reader = new RecordingReader(isAsInFile && statSync(file).isFile() ? linesOf(file) : undefined);
  let begin = 0;
  let rest: Buffer[] = [];
  let restBytes = 0;
  let line = 0;
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      line += 1;
      const bytes = restBytes + at - from;
      const text =
        restBytes === 0
          ? chunk.toString('utf8', from, at)
          : Buffer.concat([...rest, chunk.subarray(from, at)]).toString('utf8');
      reader.take(text, begin, bytes);
      begin += bytes + 1;
      rest = [];
      restBytes = 0;
      from = at + 1;
    }
    if (from === chunk.length) continue;
    rest.push(chunk.subarray(from));
    restBytes += chunk.length - from;
    if (restBytes > LONGEST_LINE_BYTES) {
      throw new HistoryError(line + 1, `it is longer than ${LONGEST_LINE_BYTES >> 20} MiB: no event is.`);
    }
  }
  if (restBytes > 0) reader.take(Buffer.concat(rest).toString('utf8'), begin, restBytes);
  return reader.end();
}

/** Opened for each line: few are asked for, and nobody says when the last one was. */
const linesOf = (file: string): Lines => ({
  lineAt: (at, bytes) => {
    const line = Buffer.allocUnsafe(bytes);
    const descriptor = openSync(file, 'r');
    try {
      const read = readSync(descriptor, line, 0, bytes, at);
      return line.toString('utf8', 0, read);
    } finally {
      closeSync(descriptor);
    }
  },
});
