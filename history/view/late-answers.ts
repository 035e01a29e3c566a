import type { AnswerEvent, HistoryEvent } from '../events.ts';

/** A call that has had no outcome for so long, in milliseconds, was not recorded to its end. */
const LOST_MS = 60_000;
/** The share of its read timeout after which a merchant may have given up: its timer begins before the call is seen. */
const SHARE = 0.8;
/** How many times as long a request may be under way unseen, on a machine that is as slow as that. */
const UNSEEN_TIMES = 3;

/** A call without an outcome so far: when it began, in real milliseconds, and whether the gateway was asked meanwhile. */
interface OpenCall {
  readonly begun: number;
  isServed: boolean;
}

/**
 * Finds the answers that a merchant may have given up on although they were sent: on a slow machine its own read
 * timeout begins long before the gateway sees the request, at the earliest with the call that made it send one. That
 * call may be over by then: one that took as long as the merchant waits, and of which the gateway saw nothing.
 */
export class LateAnswers {
  readonly found = new Set<AnswerEvent>();
  /** The earliest first. */
  readonly #open = new Map<string, OpenCall>();
  /** The last call that ended after so long although the gateway had not been asked. */
  #unserved = { begun: 0, ended: 0 };
  /** When the merchant may have begun to wait for the answer of an exchange. */
  readonly #begun = new Map<string, number>();
  readonly #limitMs: number;

  /** @param readTimeoutMs after how long the merchant gives up waiting for an answer */
  constructor(readTimeoutMs: number) {
    this.#limitMs = SHARE * readTimeoutMs;
  }

  take(event: HistoryEvent): void {
    if (event.kind === 'call')
      this.#open.set(event.call, { begun: Date.parse(event.realAt), isServed: false });
    else if (event.kind === 'outcome') this.#ended(event.call, Date.parse(event.realAt));
    else if (event.kind === 'request')
      this.#begun.set(event.exchange, this.#earliest(Date.parse(event.realAt)));
    else if (event.kind === 'answer') this.#answered(event);
  }

  #ended(call: string, at: number): void {
    const open = this.#open.get(call);
    this.#open.delete(call);
    if (open?.isServed === false && at - open.begun > this.#limitMs)
      this.#unserved = { begun: open.begun, ended: at };
  }

  #earliest(at: number): number {
    const { begun, ended } = this.#unserved;
    let earliest = at - ended < UNSEEN_TIMES * this.#limitMs ? begun : at;
    for (const [call, open] of this.#open) {
      if (at - open.begun >= LOST_MS) this.#open.delete(call);
      else {
        open.isServed = true;
        earliest = Math.min(earliest, open.begun);
      }
    }
    return earliest;
  }

  #answered(answer: AnswerEvent): void {
    const begun = this.#begun.get(answer.exchange);
    this.#begun.delete(answer.exchange);
    const waitedMs = begun === undefined ? 0 : Date.parse(answer.realAt) - begun;
    if (Math.max(waitedMs, answer.latencyMs) > this.#limitMs) this.found.add(answer);
  }
}
