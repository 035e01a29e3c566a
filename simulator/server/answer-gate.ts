import type { EventBody } from '../protocol/events.ts';

/**
 * Keeps notifications from overtaking the answer to the request that caused them: while an answer is on its
 * way, whatever is about its objects waits.
 */
export interface AnswerGate {
  /** Runs one request and closes the gate for what it touched; open it when the answer has been sent. */
  during<T>(run: () => T): { result: T; open: () => void };
  /** To be called with every event, so that the gate learns what a request touched. */
  observe(event: EventBody): void;
  /** Resolves when nothing holds back an attempt; undefined if nothing does. */
  passage(attempt: {
    notification: string;
    about: { paymentId?: number | undefined };
  }): Promise<void> | undefined;
}

export function createAnswerGate(): AnswerGate {
  const closed = new Map<string, Promise<void>>();
  let collecting: string[] | undefined;
  return {
    during(run) {
      const touched: string[] = [];
      collecting = touched;
      let result: ReturnType<typeof run>;
      try {
        result = run();
      } finally {
        collecting = undefined;
      }
      if (touched.length === 0) return { result, open: nothing };
      let release: () => void = nothing;
      const opened = new Promise<void>((resolve) => {
        release = resolve;
      });
      for (const key of touched) closed.set(key, opened);
      return {
        result,
        open() {
          for (const key of touched) if (closed.get(key) === opened) closed.delete(key);
          release();
        },
      };
    },
    observe(event) {
      if (collecting === undefined || event.kind !== 'state') return;
      if (event.object === 'invoice') collecting.push(invoiceKey(event.id));
      if (typeof event.notification === 'string') collecting.push(event.notification);
    },
    passage(attempt) {
      const { paymentId } = attempt.about;
      const byInvoice = paymentId === undefined ? undefined : closed.get(invoiceKey(paymentId));
      return byInvoice ?? closed.get(attempt.notification);
    },
  };
}

const nothing = () => undefined;
const invoiceKey = (id: number | string) => `invoice ${id}`;
