import { RecordingError } from './call.ts';

/** A value of a typed netstring, as mitmproxy writes them. */
export type Tnet = Uint8Array | string | number | boolean | null | readonly Tnet[] | TnetMap;
export type TnetMap = ReadonlyMap<string, Tnet>;

const COLON = 0x3a;
/** The most digits that a length has. */
const MOST_DIGITS = 12;

class BadTnet extends Error {}

interface Read {
  readonly value: Tnet;
  readonly next: number;
}

/** How many bytes a netstring has that begins here, with its length and type; undefined while its length is not there yet. */
function sizeAt(bytes: Buffer, at: number): number | undefined {
  const colon = bytes.indexOf(COLON, at);
  const digits = bytes.toString(
    'latin1',
    at,
    colon < 0 ? Math.min(bytes.length, at + MOST_DIGITS + 1) : colon,
  );
  if (digits.length > MOST_DIGITS || !/^\d*$/.test(digits)) throw new BadTnet();
  if (colon < 0) return undefined;
  if (digits === '') throw new BadTnet();
  return digits.length + 1 + Number(digits) + 1;
}

function readAt(bytes: Buffer, at: number): Read {
  const size = sizeAt(bytes, at);
  if (size === undefined || at + size > bytes.length) throw new BadTnet();
  const next = at + size;
  const from = bytes.indexOf(COLON, at) + 1;
  return {
    value: typedValue(bytes.subarray(from, next - 1), String.fromCharCode(bytes[next - 1] ?? 0)),
    next,
  };
}

function typedValue(body: Buffer, type: string): Tnet {
  switch (type) {
    case ',':
      return body;
    case ';':
      return body.toString();
    case '#':
    case '^':
      return Number(body.toString('latin1'));
    case '!':
      return body.toString('latin1') === 'true';
    case '~':
      return null;
    case ']':
      return [...itemsIn(body)];
    case '}':
      return mapOf([...itemsIn(body)]);
    default:
      throw new BadTnet();
  }
}

function* itemsIn(body: Buffer): Generator<Tnet> {
  for (let at = 0; at < body.length; ) {
    const { value, next } = readAt(body, at);
    yield value;
    at = next;
  }
}

function mapOf(items: readonly Tnet[]): TnetMap {
  const map = new Map<string, Tnet>();
  for (let index = 0; index + 1 < items.length; index += 2) {
    const key = items[index];
    map.set(key instanceof Uint8Array ? Buffer.from(key).toString() : String(key), items[index + 1] ?? null);
  }
  return map;
}

/** What a file of typed netstrings holds, as far as it was read. */
export interface Dump {
  readonly values: AsyncIterable<Tnet>;
  /** Whether the last of them was cut off; known once all were taken. */
  readonly isTorn: () => boolean;
}

/** Longer than this is no flow: what is larger cannot be kept in one piece. */
const LONGEST_BYTES = 512 << 20;

/**
 * Reads typed netstrings one after the other, as a stream.
 *
 * @throws {RecordingError} at the first that is none, counted from 1
 */
export function readDump(chunks: AsyncIterable<Buffer>): Dump {
  let isTorn = false;
  async function* values(): AsyncGenerator<Tnet> {
    let parts: Buffer[] = [];
    let held = 0;
    let needed = 1;
    let count = 0;
    for await (const chunk of chunks) {
      parts.push(chunk);
      held += chunk.length;
      if (held < needed) continue;
      let bytes = parts.length === 1 ? chunk : Buffer.concat(parts);
      needed = 1;
      while (bytes.length > 0) {
        const size = inFlow(count + 1, () => sizeAt(bytes, 0));
        if (size !== undefined && size > LONGEST_BYTES) throw tooLong(count + 1);
        if (size === undefined || size > bytes.length) {
          needed = size ?? bytes.length + 1;
          break;
        }
        count += 1;
        const { value } = inFlow(count, () => readAt(bytes, 0));
        yield value;
        bytes = bytes.subarray(size);
      }
      parts = bytes.length === 0 ? [] : [bytes];
      held = bytes.length;
    }
    isTorn = held > 0;
    if (isTorn && count === 0) throw new RecordingError('it is cut off within its first flow.');
  }
  return { values: values(), isTorn: () => isTorn };
}

function inFlow<T>(number: number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof BadTnet) {
      throw new RecordingError(`flow ${number} is none: a dump of mitmproxy (typed netstrings) is expected.`);
    }
    throw error;
  }
}

const tooLong = (number: number): RecordingError =>
  new RecordingError(
    `flow ${number} is longer than ${LONGEST_BYTES >> 20} MiB: save the flows with the gateway alone, by a filter.`,
  );
