import { isOfRecording, RecordingError, unwrapperOf } from '../../history/foreign/index.ts';

const NEWLINE = 10;
const LONGEST_LINE_BYTES = 64 << 20;

/** A line of a file, counted from 1; `isEnded` where the end of the line is there. */
export interface Line {
  readonly text: string;
  readonly number: number;
  readonly isEnded: boolean;
}

export async function* linesIn(chunks: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  let rest: Buffer[] = [];
  let restBytes = 0;
  let number = 0;
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      number += 1;
      const text = Buffer.concat([...rest, chunk.subarray(from, at)]).toString();
      yield { text: number === 1 ? text.replace(/^\uFEFF/, '') : text, number, isEnded: true };
      rest = [];
      restBytes = 0;
      from = at + 1;
    }
    rest.push(chunk.subarray(from));
    restBytes += chunk.length - from;
    if (restBytes > LONGEST_LINE_BYTES) {
      throw new RecordingError(`line ${number + 1} is longer than ${LONGEST_LINE_BYTES >> 20} MiB.`);
    }
  }
  if (restBytes > 0) yield { text: Buffer.concat(rest).toString(), number: number + 1, isEnded: false };
}

/**
 * The lines of a container's log as the program wrote them; undefined where the file is none. What is neither an event
 * nor a request is left out, and leaves an empty line, so that lines keep their numbers.
 *
 * @param head the beginning of the file, with its first line
 */
export function unwrapped(head: Buffer, chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> | undefined {
  const [first = ''] = head.toString('utf8', 0, head.indexOf(NEWLINE) + 1 || head.length).split('\n', 1);
  const unwrap = unwrapperOf(first.replace(/^\uFEFF/, ''));
  if (unwrap === undefined) return undefined;
  async function* all(): AsyncGenerator<Buffer> {
    let begun = '';
    let isFound = false;
    // Until something is found nothing is given on: the format is told by the first line that counts.
    let empty = 0;
    for await (const { text } of linesIn(chunks)) {
      const line = unwrap?.(text.replace(/\r$/, ''));
      const whole = begun + (line?.text ?? '');
      begun = line?.isPart === true ? whole : '';
      if (begun.length > LONGEST_LINE_BYTES) throw new RecordingError('a line of it has no end.');
      empty += 1;
      if (begun !== '' || !isOfRecording(whole)) continue;
      isFound = true;
      yield Buffer.from(`${'\n'.repeat(empty - 1)}${whole}\n`);
      empty = 0;
    }
    if (!isFound) {
      throw new RecordingError(
        'it is the log of a container, and no line in it is an event of a history or a request with its method and status.',
      );
    }
  }
  return all();
}
