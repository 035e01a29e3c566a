import { isRecord, jsonOf } from '../fields.ts';
import { LOG_FIELDS } from './access-log.ts';
import { RecordingError } from './call.ts';

/** The formats of recordings that are read. */
export const FORMATS = ['history', 'har', 'mitmproxy', 'access-log'] as const;
export type Format = (typeof FORMATS)[number];

const EXPECTED =
  'expected is a history of gatecheck (NDJSON), a HAR, a dump of mitmproxy or an access log in JSON lines; where it is one, say which with --format.';

/** Beginnings of files that hold a recording in another form. */
const PACKED: readonly (readonly [begins: string, says: string])[] = [
  ['1f8b', 'it is compressed (gzip): unpack it first, as with gunzip.'],
  ['28b52ffd', 'it is compressed (zstd): unpack it first, as with unzstd.'],
  ['fd377a585a', 'it is compressed (xz): unpack it first, as with unxz.'],
  ['425a68', 'it is compressed (bzip2): unpack it first, as with bunzip2.'],
  ['504b0304', 'it is a ZIP archive, as Fiddler and others write: unpack it, or export it as HAR.'],
  ['fffe', 'it is UTF-16: save it as UTF-8.'],
  ['feff', 'it is UTF-16: save it as UTF-8.'],
];

/**
 * Tells the format of a file by how it begins.
 *
 * @param head its first bytes, with its first line where that is not very long
 * @returns undefined for an empty file
 * @throws {RecordingError} when it is none, or one that must be unpacked first
 */
export function detectFormat(head: Uint8Array): Format | undefined {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  const hex = bytes.subarray(0, 8).toString('hex');
  const packed = PACKED.find(([begins]) => hex.startsWith(begins));
  if (packed !== undefined) throw new RecordingError(packed[1]);
  const text = bytes.toString().replace(/^\uFEFF/, '');
  const trimmed = text.trimStart();
  if (trimmed === '') return undefined;
  if (trimmed.startsWith('{')) return formatOfJson(trimmed);
  if (/^\d{1,12}:\d{1,12}:/.test(text)) return 'mitmproxy';
  throw new RecordingError(`it is no recording that can be read: ${EXPECTED}`);
}

function formatOfJson(text: string): Format {
  const first = jsonOf(text.split('\n', 1)[0]);
  if (isRecord(first)) {
    if (isRecord(first.log) && ('entries' in first.log || !isAboutRequest(first))) return 'har';
    return 'seq' in first || 'kind' in first || !isAboutRequest(first) ? 'history' : 'access-log';
  }
  return hasLogObject(text) ? 'har' : 'history';
}

/** Whether an object, of which only the beginning may be there, has a member `log` that is an object. */
function hasLogObject(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') {
      const end = endOfText(text, at);
      if (depth === 1 && text.slice(at, end) === '"log"' && beginsObject(text, end)) return true;
      at = end - 1;
    } else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
  }
  return false;
}

/** The place behind a text in quotes that begins here. */
function endOfText(text: string, begin: number): number {
  for (let at = begin + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

const beginsObject = (text: string, from: number): boolean =>
  /^\s{0,99}:\s{0,99}\{/.test(text.slice(from, from + 200));

/** Whether it has what a proxy writes about a request. */
export const isAboutRequest = (line: Readonly<Record<string, unknown>>): boolean =>
  [...LOG_FIELDS.status, ...LOG_FIELDS.method, ...LOG_FIELDS.line].some((name) => name in line);
