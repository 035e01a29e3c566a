import type { RawRequest } from '../core/types.ts';
import type { AnswerGate } from './answer-gate.ts';
import { type AnsweringOptions, createAnswering } from './answering.ts';
import { splitTarget } from './request-body.ts';
import type { Caller, CallListener, IncomingCall } from './transport.ts';

/** A page of the gateway for people, beside its API. */
export interface Page {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export interface ExchangeOptions extends AnsweringOptions {
  gate: AnswerGate;
  now: () => number;
  /** Whether other connections that are readable by now come before a request. */
  readFirst: boolean;
  /** Answers a request for a page; undefined for what belongs to the API. */
  page: (request: RawRequest) => Page | undefined;
}

/** Serves requests: asks the core, and ends them as the core says. */
export function createExchangeListener(options: ExchangeOptions): CallListener {
  const { core, gate } = options;
  const answerTo = createAnswering(options);

  function serve(call: IncomingCall, caller: Caller, startedAt: number): void {
    const { method, headers, body, bodyProblem, remoteAddress } = call;
    const raw: RawRequest = {
      receivedAt: options.now(),
      method,
      ...splitTarget(call.target),
      headers,
      body,
      remoteAddress,
    };
    if (bodyProblem !== undefined) raw.bodyProblem = bodyProblem;
    // Half of a form is nobody's choice.
    const page = bodyProblem === 'aborted' ? undefined : options.page(raw);
    if (page !== undefined) {
      caller.send({ kind: 'answer', ...page }, options.kick);
      return;
    }
    const { result: answer, open } = gate.during(() => core.receive(raw));
    answerTo({ answer, caller, startedAt, open });
  }

  return (call, caller) => {
    const startedAt = performance.now();
    const goOn = () => {
      try {
        serve(call, caller, startedAt);
      } catch {
        // Whatever goes wrong with one request, the others are served.
        caller.send({ kind: 'close' }, () => undefined);
      }
    };
    // The event loop takes what is readable in any order, and all of it before the immediates.
    if (options.readFirst) setImmediate(goOn);
    else goOn();
  };
}
