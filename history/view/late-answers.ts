import type { AnswerEvent, HistoryEvent, OutcomeEvent } from '../events.ts';

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
  /** Answers that came while it was open, to what was asked in it. */
  readonly answers: Sent[];
}

/** An answer that was sent. */
interface Sent {
  readonly answer: AnswerEvent;
  /** When the merchant was last seen to be at it. */
  at: number;
  /** How many of the calls in which it was to work on it are still open. */
  openCalls: number;
  isWorkedOn: boolean;
}

/**
 * Finds the answers that a merchant may not have taken although they were sent: it may have given up on them, or it was
 * killed before it could work on them. On a slow machine its own read timeout begins long before the gateway sees the
 * request, at the earliest with the call that made it send one. That call may be over by then: one that took as long as
 * the merchant waits, and of which the gateway saw nothing.
 */
export class LateAnswers {
  readonly found = new Set<AnswerEvent>();
  /** Those of them that the merchant may have given up on. */
  readonly givenUp = new Set<AnswerEvent>();
  /** The earliest first. */
  readonly #open = new Map<string, OpenCall>();
  /** The last call that ended after so long although the gateway had not been asked. */
  #unserved = { begun: 0, ended: 0 };
  /** When the merchant may have begun to wait for the answer of an exchange, and the calls that were under way. */
  readonly #begun = new Map<string, { readonly at: number; readonly calls: readonly string[] }>();
  /** Since the merchant was started, the earliest first. */
  #sent: Sent[] = [];
  readonly #limitMs: number;

  /** @param readTimeoutMs after how long the merchant gives up waiting for an answer */
  constructor(readTimeoutMs: number) {
    this.#limitMs = SHARE * readTimeoutMs;
  }

  take(event: HistoryEvent): void {
    if (event.kind === 'call')
      this.#open.set(event.call, { begun: Date.parse(event.realAt), isServed: false, answers: [] });
    else if (event.kind === 'outcome') this.#ended(event, Date.parse(event.realAt));
    else if (event.kind === 'request') {
      const at = this.#earliest(Date.parse(event.realAt));
      this.#begun.set(event.exchange, { at, calls: [...this.#open.keys()] });
    } else if (event.kind === 'answer') this.#answered(event);
    else if (event.kind === 'merchant' && (event.action === 'kill' || event.action === 'exit'))
      this.#died(Date.parse(event.realAt));
  }

  #died(at: number): void {
    for (const sent of this.#sent) {
      const wasAtIt = sent.openCalls > 0 || at - sent.at <= this.#limitMs;
      if (!sent.isWorkedOn && wasAtIt) this.found.add(sent.answer);
    }
    this.#sent = [];
  }

  #ended({ call, status }: OutcomeEvent, at: number): void {
    const open = this.#open.get(call);
    this.#open.delete(call);
    for (const sent of open?.answers ?? []) {
      sent.openCalls -= 1;
      // A call that the merchant answered shows that it has worked on what it asked the gateway in it.
      if (status === 'unknown') sent.at = at;
      else sent.isWorkedOn = sent.openCalls === 0;
    }
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
    const at = Date.parse(answer.realAt);
    const waitedMs = begun === undefined ? 0 : at - begun.at;
    if (Math.max(waitedMs, answer.latencyMs) > this.#limitMs) {
      this.found.add(answer);
      this.givenUp.add(answer);
    }
    const calls = (begun?.calls ?? []).flatMap((call) => this.#open.get(call) ?? []);
    const sent = { answer, at, openCalls: calls.length, isWorkedOn: false };
    for (const { answers } of calls) answers.push(sent);
    this.#sent.push(sent);
  }
}
