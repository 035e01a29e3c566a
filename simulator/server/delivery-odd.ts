import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DeliveryReply } from '../core/types.ts';
import { credentialHeaders, failure, flatHeaders, type SendOptions } from './delivery-reply.ts';
import { lookupLocalhost } from './localhost.ts';
import type { Message } from './message.ts';
import type { ReceiverTls } from './receiver-tls.ts';

const PAUSE_MS = 10;

async function textOf(response: IncomingMessage, limitBytes: number): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    const taken = Buffer.from(chunk);
    bytes += taken.length;
    if (bytes > limitBytes) return undefined;
    chunks.push(taken);
  }
  return Buffer.concat(chunks).toString();
}

/** Sends a message as undici does not: in chunks, after asking for 100-continue, or slowly in two parts. It never throws. */
export function sendOddly(
  url: URL,
  message: Message,
  options: SendOptions & { readonly tls: ReceiverTls },
): Promise<DeliveryReply> {
  const { method, headers, transport } = message;
  const body = Buffer.from(message.body);
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const outgoing = send(url, {
      method,
      agent: false,
      lookup: lookupLocalhost,
      ...options.tls,
      headers: {
        ...credentialHeaders(url, headers),
        ...(transport === 'expect' ? { expect: '100-continue' } : {}),
        ...(transport === 'chunked' ? {} : { 'content-length': body.length }),
      },
    });
    const finish = (reply: Partial<DeliveryReply> & Pick<DeliveryReply, 'outcome'>): void => {
      clearTimeout(timer);
      options.running.delete(abort);
      outgoing.destroy();
      const latencyMs = Math.round(performance.now() - startedAt);
      const bytes = Buffer.byteLength(reply.body ?? '');
      resolve({ status: null, headers: {}, body: '', bytes, latencyMs, written: true, ...reply });
    };
    const abort = (): void => finish({ outcome: 'aborted' });
    const timer = setTimeout(() => finish({ outcome: 'timeout' }), options.timeoutMs);
    const failed = (error: unknown): void => {
      const [outcome, reason] = failure(error);
      finish({ outcome, body: reason, written: outcome !== 'refused' });
    };
    options.running.add(abort);
    outgoing.on('error', failed);
    outgoing.on('response', (response) => {
      const { statusCode: status = 0 } = response;
      textOf(response, options.replyLimitBytes).then(
        (text) =>
          text === undefined
            ? finish({ outcome: 'too-large', status })
            : finish({ outcome: 'replied', status, headers: flatHeaders(response.headers), body: text }),
        failed,
      );
    });
    const half = Math.ceil(body.length / 2);
    outgoing.flushHeaders();
    outgoing.write(body.subarray(0, half));
    void (transport === 'slow' ? sleep(PAUSE_MS) : Promise.resolve()).then(() => {
      message.onSent?.();
      outgoing.end(body.subarray(half));
    });
  });
}
