import { readableBody } from '../signed-body.ts';
import type { RecordedBody, RecordedCall, RecordedHeaders } from './call.ts';
import { NO_BODY } from './call.ts';
import { holdsMask } from './exchanges.ts';

/** Methods whose requests have no body, unless their headers say otherwise. */
const BODILESS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'CONNECT']);

/** A call with its bodies as they were sent; one that cannot be what was sent counts as not recorded. */
export function withWholeBodies(call: RecordedCall): RecordedCall {
  const { answer, method, headers } = call;
  return {
    ...call,
    body: wholeBody(BODILESS.has(method.toUpperCase()) ? emptyUnless(call) : call.body, headers),
    answer: typeof answer === 'string' ? answer : { ...answer, body: wholeBody(answer.body, answer.headers) },
  };
}

function emptyUnless({ body, headers }: RecordedCall): RecordedBody {
  const says = Number(headers?.['content-length'] ?? 0) > 0 || headers?.['transfer-encoding'] !== undefined;
  return body.bytes === undefined && !says ? { bytes: Buffer.alloc(0), isShortened: false } : body;
}

/**
 * A body as it was sent: some recorders keep it in base64 without saying so. A length that the headers state decides;
 * where no reading of the body has it, the recorder has not kept what was sent. A mask in a body that can be read
 * explains another length.
 */
function wholeBody(body: RecordedBody, headers: RecordedHeaders): RecordedBody {
  const { bytes } = body;
  if (bytes === undefined) return NO_BODY;
  const decoded = fromBase64(bytes);
  const stated = statedLength(headers);
  if (stated !== undefined) {
    const found = [bytes, decoded].find((each) => each?.length === stated);
    if (found !== undefined) return { bytes: found, isShortened: false };
    const isMasked = readableBody(bytes) !== undefined && holdsMask(Buffer.from(bytes).toString());
    return isMasked ? body : NO_BODY;
  }
  const fits = decoded !== undefined && readableBody(bytes) === undefined && isOurs(decoded);
  return fits ? { bytes: decoded, isShortened: false } : body;
}

/** Nothing else is told by its content: a JSON object, a signed form, or a merchant's acknowledgement. */
const isOurs = (bytes: Buffer): boolean =>
  readableBody(bytes) !== undefined || bytes.toString().trim() === 'OK';

/** How many bytes were sent, where what was sent is what was recorded: a compressed body is recorded unpacked. */
function statedLength(headers: RecordedHeaders): number | undefined {
  const stated = headers?.['content-length'];
  const encoding = headers?.['content-encoding'] ?? 'identity';
  return stated !== undefined && /^\d{1,15}$/.test(stated) && /^(?:identity)?$/i.test(encoding.trim())
    ? Number(stated)
    : undefined;
}

const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}\s*$/;

function fromBase64(bytes: Uint8Array): Buffer | undefined {
  const text = Buffer.from(bytes).toString('latin1');
  return BASE64.test(text) ? Buffer.from(text, 'base64') : undefined;
}
