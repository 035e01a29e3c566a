import type { Dispatcher } from 'undici';
import type { DeliveryReply } from '../core/types.ts';
import { MOST_HEADER_BYTES } from '../protocol/limits.ts';
import { codeOf, messageOf } from './errors.ts';
import type { Message } from './message.ts';
import { tlsFlaw } from './receiver-tls.ts';

export interface SendOptions {
  timeoutMs: number;
  replyLimitBytes: number;
  /** What is on its way; calling one ends it as `aborted`. */
  running: Set<() => void>;
}

/** Sends one message and waits for the whole reply, its end, the time limit or the size limit. */
export function collectReply(
  dispatcher: Dispatcher,
  url: URL,
  message: Message,
  options: SendOptions,
): Promise<DeliveryReply> {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    let status: number | null = null;
    let headers: Record<string, string> = {};
    let chunks: Buffer[] = [];
    let bytes = 0;
    let controller: Dispatcher.DispatchController | undefined;
    let settled = false;
    let written = false;

    function finish(outcome: DeliveryReply['outcome'], reason?: string): void {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      options.running.delete(abort);
      const body = reason ?? Buffer.concat(chunks).toString('utf8');
      chunks = [];
      const latencyMs = Math.round(performance.now() - startedAt);
      resolve({ outcome, status, headers, body, bytes, latencyMs, written });
      if (outcome !== 'replied') controller?.abort(new Error(outcome));
    }
    const abort = () => finish('aborted');
    const timer = setTimeout(() => finish('timeout'), options.timeoutMs);
    options.running.add(abort);

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        controller = started;
        if (settled) return started.abort(new Error('already settled'));
        // undici writes the request right after this call.
        written = true;
        if (message.onSent !== undefined) setImmediate(message.onSent);
      },
      onResponseStart(_controller, statusCode, received) {
        if (statusCode < 200) return;
        status = statusCode;
        headers = flatHeaders(received);
      },
      onResponseData(_controller, chunk) {
        bytes += chunk.length;
        if (bytes > options.replyLimitBytes) return finish('too-large');
        chunks.push(chunk);
      },
      onResponseEnd: () => finish('replied'),
      onRequestUpgrade(_controller, statusCode, _headers, socket) {
        status = statusCode;
        socket.destroy();
        finish('invalid');
      },
      onResponseError: (_controller, error) => finish(...failure(error)),
    };
    try {
      dispatcher.dispatch(
        {
          origin: url.origin,
          path: `${url.pathname}${url.search}`,
          method: message.method as Dispatcher.HttpMethod,
          headers: credentialHeaders(url, message.headers),
          body: message.body,
          idempotent: false,
          reset: false,
        },
        handler,
      );
    } catch (error) {
      finish('refused', messageOf(error));
    }
  });
}

/** User and password in an address travel as a header, as every HTTP client does it. */
export function credentialHeaders(
  url: URL,
  headers: Readonly<Record<string, string>>,
): Record<string, string> {
  if (url.username === '' && url.password === '') return { ...headers };
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return { ...headers, authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
}

const refusals = new Set([
  'ECONNREFUSED',
  'EADDRNOTAVAIL',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EACCES',
  'EINVAL',
]);
/** Errors of the message itself, which a tester made: nothing was sent. */
const unsendable = new Set([
  'UND_ERR_INVALID_ARG',
  'UND_ERR_NOT_SUPPORTED',
  'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH',
]);
const resets = new Set([
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_SOCKET',
  'UND_ERR_CLOSED',
  'UND_ERR_DESTROYED',
  'UND_ERR_ABORTED',
]);

/** What an error of a connection comes to, and its text. */
export function failure(error: unknown): [DeliveryReply['outcome'], string] {
  const code = codeOf(error);
  const inner = error instanceof Error ? codeOf(error.cause) : '';
  const text = messageOf(error);
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') return ['timeout', text];
  if (refusals.has(code) || refusals.has(inner)) return ['refused', text];
  const flaw = tlsFlaw(error);
  if (flaw !== undefined) return ['refused', flaw];
  if (unsendable.has(code)) return ['refused', text];
  // Happy-eyeballs connecting gathers the failures of all addresses into one.
  if (error instanceof AggregateError) return ['refused', error.errors.map(messageOf).join('; ')];
  if (
    (error instanceof Error && error.name === 'HTTPParserError') ||
    code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'
  ) {
    return ['invalid', text];
  }
  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return ['invalid', `headers of more than ${MOST_HEADER_BYTES} bytes`];
  if (resets.has(code)) return ['reset', text];
  if (code.startsWith('UND_ERR_')) return ['invalid', text];
  // What is left failed before a request was sent.
  return ['refused', text];
}

/** Headers as a map of texts. */
export function flatHeaders(
  received: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(received)) {
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
}
