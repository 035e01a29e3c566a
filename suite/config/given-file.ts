import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  type Stats,
  statSync,
} from 'node:fs';
import { isatty } from 'node:tty';

/** More than this is no input of ours, and a pipe need not end. */
const MOST_BYTES = 256 << 20;
const CHUNK_BYTES = 64 << 10;
/** How long to wait where standard input has nothing yet, and does not block. */
const PAUSE_MS = 10;
const STDIN: readonly string[] = ['/dev/stdin', '/dev/fd/0'];
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** What is not read: the message says why, as the rest of "it cannot be read: …". */
export class NoFileError extends Error {
  override readonly name = 'NoFileError';
}

/**
 * Reads a file that the user named: a file, or a pipe such as `<(command)` or standard input. Ctrl-C and SIGTERM end
 * the process at once while it waits for a pipe.
 *
 * @throws {NoFileError} for a folder or a device; the system's error when it cannot be read
 */
export function readGiven(path: string): Buffer {
  if (STDIN.includes(path)) return withoutHandlers(() => bytesOf(0));
  const stat = statSync(path);
  if (stat.isFile()) return readFileSync(path);
  if (stat.isFIFO()) return withoutHandlers(() => opened(path, constants.O_RDONLY, bytesOf));
  return opened(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY, (descriptor) => {
    if (!isatty(descriptor)) throw new NoFileError(kindOf(stat));
    return withoutHandlers(() => bytesOf(descriptor));
  });
}

/**
 * Reads a file that must be one: it is read more than once, or somebody else chose its name.
 *
 * @throws {NoFileError} for a folder, a pipe or a device; the system's error when it cannot be read
 */
export function readRegular(path: string): Buffer {
  // Opening a pipe would wait for somebody who writes to it.
  return opened(path, constants.O_RDONLY | constants.O_NONBLOCK, (descriptor) => {
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) throw new NoFileError(kindOf(stat));
    return readFileSync(descriptor);
  });
}

function kindOf(stat: Stats): string {
  if (stat.isDirectory()) return 'it is a folder';
  if (stat.isFIFO()) return 'it is a pipe, expected a file';
  return stat.isSocket() ? 'it is a socket' : 'it is a device';
}

function opened<T>(path: string, flags: number, use: (descriptor: number) => T): T {
  const descriptor = openSync(path, flags);
  try {
    return use(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Reads to the end. */
function bytesOf(descriptor: number): Buffer {
  const chunks: Buffer[] = [];
  for (let length = 0; length <= MOST_BYTES; ) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    const read = readSome(descriptor, chunk);
    if (read === 0) return Buffer.concat(chunks);
    chunks.push(chunk.subarray(0, read));
    length += read;
  }
  throw new NoFileError(`more than ${MOST_BYTES >> 20} MiB came from it`);
}

function readSome(descriptor: number, into: Buffer): number {
  for (;;) {
    try {
      return readSync(descriptor, into);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error) || error.code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
}

/** While this process waits for the system, no handler of ours could run: the signal itself has to end it. */
function withoutHandlers<T>(wait: () => T): T {
  const handlers = SIGNALS.map((signal) => ({ signal, listeners: process.listeners(signal) }));
  for (const { signal } of handlers) process.removeAllListeners(signal);
  try {
    return wait();
  } finally {
    for (const { signal, listeners } of handlers)
      for (const listener of listeners) process.on(signal, listener);
  }
}
