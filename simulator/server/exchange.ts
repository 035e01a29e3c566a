import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RawRequest } from '../core/types.ts';
import type { AnswerGate } from './answer-gate.ts';
import { type AnsweringOptions, createAnswering } from './answering.ts';
import { type ReadBody, readBody, splitTarget } from './request-body.ts';
import { sendAnswer } from './response.ts';
import type { RequestListener } from './transport.ts';

/** A page of the gateway for people, beside its API. */
export interface Page {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export interface ExchangeOptions extends AnsweringOptions {
  gate: AnswerGate;
  now: () => number;
  maxRequestBytes: () => number;
  /** Whether other connections that are readable by now come before a request. */
  readFirst: boolean;
  /** Answers a request for a page; undefined for what belongs to the API. */
  page: (request: RawRequest) => Page | undefined;
}

/** Serves requests: reads them whole, asks the core, and ends them as the core says. */
export function createExchangeListener(options: ExchangeOptions): RequestListener {
  const { core, gate } = options;
  const answerTo = createAnswering(options);

  function serve(
    request: IncomingMessage,
    response: ServerResponse,
    body: ReadBody,
    startedAt: number,
  ): void {
    const target = splitTarget(request.url ?? '/');
    const raw: RawRequest = {
      receivedAt: options.now(),
      method: request.method ?? '',
      path: target.path,
      query: target.query,
      headers: plainHeaders(request),
      body: body.bytes,
      remoteAddress: plainAddress(request.socket?.remoteAddress),
    };
    if (body.problem !== undefined) raw.bodyProblem = body.problem;
    const page = options.page(raw);
    if (page !== undefined) {
      sendAnswer(response, page.status, page.headers, page.body, options.kick);
      return;
    }
    const { result: answer, open } = gate.during(() => core.receive(raw));
    answerTo({ answer, request, response, startedAt, open });
  }

  return (request, response) => {
    const startedAt = performance.now();
    readBody(request, options.maxRequestBytes(), (body) => {
      const goOn = () => {
        try {
          serve(request, response, body, startedAt);
        } catch {
          // Whatever goes wrong with one request, the others are served.
          response.destroy();
        }
      };
      // The event loop takes what is readable in any order, and all of it before the immediates.
      if (options.readFirst) setImmediate(goOn);
      else goOn();
    });
  };
}

function plainHeaders(request: IncomingMessage): Record<string, string> {
  const plain: Record<string, string> = {};
  const { headers } = request;
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    // HTTP/2 carries the request line among the headers.
    if (value !== undefined && !name.startsWith(':'))
      plain[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return plain;
}

/** An IPv4 address that reached a socket of both families, as IPv4. */
function plainAddress(address: string | undefined): string {
  if (address === undefined) return '';
  return address.startsWith('::ffff:') ? address.slice(7) : address;
}
