import type { AnswerEvent, HistoryEvent } from '../events.ts';

/** A call that has had no outcome for so long, in milliseconds, was not recorded to its end. */
const LOST_MS = 60_000;
/** The share of its read timeout after which a merchant may have given up: its timer begins before the call is seen. */
const SHARE = 0.8;

/**
 * Finds the answers that a merchant may have given up on although they were sent: on a slow machine its own read
 * timeout begins long before the gateway sees the request, at the earliest with the call that made it send one.
 */
export class LateAnswers {
  readonly found = new Set<AnswerEvent>();
  /** When the calls without an outcome began, in real milliseconds, the earliest first. */
  readonly #open = new Map<string, number>();
  /** When the merchant may have begun to wait for the answer of an exchange. */
  readonly #begun = new Map<string, number>();
  readonly #limitMs: number;

  /** @param readTimeoutMs after how long the merchant gives up waiting for an answer */
  constructor(readTimeoutMs: number) {
    this.#limitMs = SHARE * readTimeoutMs;
  }

  take(event: HistoryEvent): void {
    if (event.kind === 'call') this.#open.set(event.call, Date.parse(event.realAt));
    else if (event.kind === 'outcome') this.#open.delete(event.call);
    else if (event.kind === 'request')
      this.#begun.set(event.exchange, this.#earliest(Date.parse(event.realAt)));
    else if (event.kind === 'answer') this.#answered(event);
  }

  #earliest(at: number): number {
    for (const [call, begun] of this.#open) {
      if (at - begun < LOST_MS) return begun;
      this.#open.delete(call);
    }
    return at;
  }

  #answered(answer: AnswerEvent): void {
    const begun = this.#begun.get(answer.exchange);
    this.#begun.delete(answer.exchange);
    const waitedMs = begun === undefined ? 0 : Date.parse(answer.realAt) - begun;
    if (Math.max(waitedMs, answer.latencyMs) > this.#limitMs) this.found.add(answer);
  }
}
