import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer, GatewayCore, Kill, RawRequest } from '../core/types.ts';
import type { AnswerGate } from './answer-gate.ts';
import { type ReadBody, readBody, splitTarget } from './request-body.ts';
import { bytesOf, cutAnswer, endConnection, gone, isGone, resetConnection, sendAnswer } from './response.ts';
import type { RequestListener } from './transport.ts';
import { createTurnQueue } from './turn-queue.ts';

/** A page of the gateway for people, beside its API. */
export interface Page {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export interface ExchangeOptions {
  core: GatewayCore;
  gate: AnswerGate;
  now: () => number;
  maxRequestBytes: () => number;
  /** How long a held answer is held at most, in real milliseconds. */
  holdCapMs: number;
  /** Writes all events so far to disk, where there is a journal file. */
  persist: () => void;
  /** Lets what has become due happen. */
  kick: () => void;
  /** Resolves with the reply to a notification that is due now; undefined if none is on its way. */
  delivered: (notification: string) => Promise<unknown> | undefined;
  released: (fault: string) => Promise<void>;
  onKill: (restart: boolean) => Promise<void>;
  /** Whether other connections that are readable by now come before a request. */
  readFirst: boolean;
  /** Answers a request for a page; undefined for what belongs to the API. */
  page: (request: RawRequest) => Page | undefined;
}

/** Serves requests: reads them whole, asks the core, and ends them as the core says. */
export function createExchangeListener(options: ExchangeOptions): RequestListener {
  const { core, gate } = options;
  // Answers of one turn go out together, after one write to the journal: the receivers wake up once.
  const soon = createTurnQueue(options.persist);

  function conclude(exchange: OpenExchange, how: 'sent' | 'client-closed' | 'failed'): void {
    const { answer, response, startedAt, open } = exchange;
    core.completed(answer.exchange, how, Math.round(performance.now() - startedAt));
    open();
    options.kick();
    if (how === 'failed') response.destroy();
  }

  function answerSoon(exchange: OpenExchange, answer: Respond): void {
    soon.add(() => {
      try {
        const { status, headers, body } = answer;
        sendAnswer(exchange.response, status, headers, body, (how) => conclude(exchange, how));
      } catch {
        // A header that a fault made up and HTTP forbids: the answer is lost, which the journal says.
        conclude(exchange, 'failed');
      }
    });
  }

  async function answerLater(exchange: OpenExchange, answer: Respond): Promise<void> {
    await gone(exchange.response, answer.delayMs);
    if (isGone(exchange.response)) conclude(exchange, 'client-closed');
    else answerSoon(exchange, answer);
  }

  async function carryOut(
    answer: Answer,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<'sent' | 'client-closed'> {
    if (answer.kind === 'hold') {
      await gone(response, options.holdCapMs);
      await endConnection(request, response);
      return 'client-closed';
    }
    if (answer.delayMs > 0) await gone(response, answer.delayMs);
    if (answer.kind === 'reset') {
      await resetConnection(request, response);
      return 'sent';
    }
    if (answer.kind === 'close') {
      await endConnection(request, response);
      return 'sent';
    }
    if (answer.wait !== undefined) {
      const awaited =
        answer.wait.kind === 'release'
          ? options.released(answer.wait.fault)
          : options.delivered(answer.wait.notification);
      if (awaited !== undefined) await Promise.race([awaited, gone(response)]);
    }
    options.persist();
    const { status, headers, body, cutAfterBytes } = answer;
    return cutAfterBytes === undefined
      ? new Promise((resolve) => sendAnswer(response, status, headers, body, resolve))
      : cutAnswer(request, response, status, headers, bytesOf(body), cutAfterBytes);
  }

  /** A merchant that is killed before it is answered gets nothing, as if the network had lost it. */
  async function killBefore(kill: Kill, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const done = options.onKill(kill.restart);
    await endConnection(request, response);
    await done;
  }

  /** Ends an exchange that a fault, or a magic value, makes unusual. */
  async function answerUnusually(exchange: OpenExchange): Promise<void> {
    const { answer, request, response } = exchange;
    let how: 'sent' | 'client-closed' | 'failed' = 'failed';
    try {
      if (answer.kill?.when === 'before-answer') {
        await killBefore(answer.kill, request, response);
        how = 'client-closed';
      } else how = await carryOut(answer, request, response);
    } catch {
      // A header that a fault made up and HTTP forbids, or a merchant that could not be killed: the answer
      // is lost, which the journal says, and nothing else stops.
      how = 'failed';
    } finally {
      conclude(exchange, how);
    }
    if (answer.kill?.when === 'after-answer')
      await options.onKill(answer.kill.restart).catch(() => undefined);
  }

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
    const exchange = { answer, request, response, startedAt, open };
    const ordinary = ordinaryOf(answer);
    if (ordinary !== undefined) {
      if (ordinary.delayMs === 0) answerSoon(exchange, ordinary);
      else answerLater(exchange, ordinary).catch(() => response.destroy());
      return;
    }
    // A notification may go out before an answer that never comes, or that waits for something.
    if (answer.kind !== 'respond' || answer.wait !== undefined) {
      open();
      options.kick();
    }
    answerUnusually(exchange).catch(() => response.destroy());
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

/** An exchange whose answer is known and has not gone out. */
interface OpenExchange {
  answer: Answer;
  request: IncomingMessage;
  response: ServerResponse;
  startedAt: number;
  /** Lets notifications about what the request touched go. */
  open: () => void;
}

type Respond = Extract<Answer, { kind: 'respond' }>;

/** An answer that goes out whole, at once or after a delay, and is followed by nothing. */
function ordinaryOf(answer: Answer): Respond | undefined {
  if (answer.kind !== 'respond') return undefined;
  const { wait, kill, cutAfterBytes } = answer;
  const isOrdinary = wait === undefined && kill === undefined && cutAfterBytes === undefined;
  return isOrdinary ? answer : undefined;
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
