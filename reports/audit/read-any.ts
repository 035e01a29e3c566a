import { constants, createReadStream, openSync, statSync } from 'node:fs';
import { Socket } from 'node:net';
import {
  detectFormat,
  type ForeignOptions,
  ForeignReader,
  type ForeignRecording,
  type Format,
  flowCall,
  type LogNames,
  logCall,
  RecordingError,
  readDump,
  readHar,
} from '../../history/foreign/index.ts';
import type { AnyRecording } from './judged.ts';
import { linesIn, unwrapped } from './lines.ts';
import { CHUNK_BYTES, readRecordings } from './read-file.ts';

/** A first line that is longer is not waited for to tell the format. */
const HEAD_BYTES = 4 << 20;
/** A HAR is one JSON document, and is read whole. */
const MOST_HAR_BYTES = 256 << 20;
const NEWLINE = 10;

/** What is to be read, and what is known beside it. */
export interface ReadOptions {
  /** The format; told by how the file begins when left out. */
  readonly format: Format | undefined;
  readonly foreign: ForeignOptions;
  /** Of an access log: names of its fields. */
  readonly logNames: LogNames;
}

/**
 * Reads the recordings of a file in any of the formats, as a stream where the format allows it.
 *
 * @returns none for an empty file
 * @throws {HistoryError | RecordingError} when it is not what its format says; the system's error when it cannot be read
 */
export async function readAny(file: string, options: ReadOptions): Promise<readonly AnyRecording[]> {
  const raw = await begin(bytesOf(file));
  const inner = unwrapped(raw.head, raw.chunks);
  const { head, chunks } = inner === undefined ? raw : await begin(inner);
  const format = options.format ?? detectFormat(head);
  if (format === undefined) return [];
  if (format === 'history') return readRecordings(file, chunks, inner === undefined);
  return [await FOREIGN[format](chunks, options)];
}

const STDIN: readonly string[] = ['/dev/stdin', '/dev/fd/0'];

/** A pipe is read without a thread that waits for it, as `process.exit` at a signal would wait for that thread. */
function bytesOf(file: string): AsyncIterable<Buffer> {
  if (STDIN.includes(file)) return process.stdin;
  if (!statSync(file).isFIFO()) return createReadStream(file, { highWaterMark: CHUNK_BYTES });
  return new Socket({ fd: openSync(file, constants.O_RDONLY | constants.O_NONBLOCK), writable: false });
}

type ReadForeign = (chunks: AsyncIterable<Buffer>, options: ReadOptions) => Promise<ForeignRecording>;

const FOREIGN: Readonly<Record<Exclude<Format, 'history'>, ReadForeign>> = {
  har: readHarFile,
  mitmproxy: readFlows,
  'access-log': readLog,
};

/** Reads on until the first line is there, and gives it back with the rest. */
async function begin(
  stream: AsyncIterable<Buffer>,
): Promise<{ readonly head: Buffer; readonly chunks: AsyncIterable<Buffer> }> {
  const iterator = stream[Symbol.asyncIterator]();
  const read: Buffer[] = [];
  let bytes = 0;
  for (let done = false; !done && bytes < HEAD_BYTES; ) {
    const next = await iterator.next();
    if (next.done === true) break;
    read.push(next.value);
    bytes += next.value.length;
    done = next.value.includes(NEWLINE);
  }
  async function* all(): AsyncGenerator<Buffer> {
    yield* read;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
  }
  return { head: Buffer.concat(read), chunks: all() };
}

/** A last line without an end may be cut off, and is left out where it is. */
async function readLog(
  chunks: AsyncIterable<Buffer>,
  { foreign, logNames }: ReadOptions,
): Promise<ForeignRecording> {
  const reader = new ForeignReader(foreign);
  let isTorn = false;
  for await (const { text, number, isEnded } of linesIn(chunks)) {
    if (text.trim() === '') continue;
    try {
      const call = logCall(text, number, logNames);
      if (call !== undefined) reader.take(call);
    } catch (error) {
      if (isEnded || number === 1 || !(error instanceof RecordingError)) throw error;
      isTorn = true;
    }
  }
  return reader.end('access log', isTorn);
}

async function readFlows(chunks: AsyncIterable<Buffer>, { foreign }: ReadOptions): Promise<ForeignRecording> {
  const { values, isTorn } = readDump(chunks);
  const reader = new ForeignReader(foreign);
  let count = 0;
  for await (const flow of values) {
    count += 1;
    const call = flowCall(flow, `flow ${count}`);
    if (call !== undefined) reader.take(call);
  }
  return reader.end('mitmproxy', isTorn());
}

async function readHarFile(
  chunks: AsyncIterable<Buffer>,
  { foreign }: ReadOptions,
): Promise<ForeignRecording> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    bytes += chunk.length;
    if (bytes > MOST_HAR_BYTES) {
      throw new RecordingError(
        `it is longer than ${MOST_HAR_BYTES >> 20} MiB, and a HAR is one JSON document that is read whole: record with a filter on the gateway's address, or export it in parts.`,
      );
    }
  }
  const { tool, calls } = readHar(documentOf(Buffer.concat(parts)));
  const reader = new ForeignReader(foreign);
  for (const call of calls) {
    if ('isIncomplete' in call) reader.leaveOut(call.url);
    else reader.take(call);
  }
  return reader.end(tool === '' ? 'HAR' : `HAR (${tool})`, false);
}

/** What is wrong is said without the text around it, which may hold a secret. */
function documentOf(bytes: Buffer): unknown {
  const text = bytes.toString().replace(/^\uFEFF/, '');
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    const at = /position (\d+)/.exec(message)?.[1];
    const isCut = /end of JSON|Unterminated/.test(message) || Number(at) >= text.trimEnd().length - 1;
    const place = at === undefined ? '' : ` from character ${at} on`;
    throw new RecordingError(
      isCut
        ? `it is cut off after ${bytes.length} bytes: the JSON has no end. Export it again.`
        : `it is not JSON${place}: a HAR is one JSON document.`,
    );
  }
}
