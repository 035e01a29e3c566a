import { headerOverflow } from '../merchant-agent.ts';
import { untrusted } from '../untrusted.ts';
import { excerpt } from './shapes.ts';

/** Nothing that a merchant is asked for is longer. */
const bodyLimitBytes = 1024 * 1024;

class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

/** The whole of a body. */
export async function readLimited(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > bodyLimitBytes) {
      throw new TooLarge();
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Why an exchange came to nothing, to go on from what was asked: "was refused: nothing listens there". */
export function failureOf(error: unknown, timeoutMs: number, timedOut: boolean): string {
  if (timedOut) {
    return `gave no answer within ${timeoutMs} ms (interface.timeout)`;
  }
  if (error instanceof TooLarge) {
    return `answered with more than ${bodyLimitBytes} bytes`;
  }
  const overflow = headerOverflow(error);
  if (overflow !== undefined) return overflow;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = error instanceof Error ? error.message : String(error);
  return code === 'ECONNREFUSED'
    ? 'was refused: nothing listens there'
    : (untrusted(code) ??
        `failed: ${excerpt(message)}${code === '' || message.includes(code) ? '' : ` (${code})`}`);
}
