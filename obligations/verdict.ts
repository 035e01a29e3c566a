import type { HistoryEvent } from '../history/events.ts';
import { proofLine } from '../history/proof-line.ts';
import type { Proof } from '../history/record.ts';

/** What one law says about one history. */
export interface LawVerdict {
  /** The id of the law in the catalogue, `law.…`. */
  readonly law: string;
  /**
   * `warn`: nothing but what is tolerated was seen, and `violations` has that. `not-applicable`: the history holds
   * nothing by which the law could be judged.
   */
  readonly outcome: 'pass' | 'warn' | 'fail' | 'inconclusive' | 'not-applicable';
  readonly violations: readonly Violation[];
  /** How many objects were judged. */
  readonly judged: number;
  /** Why it is inconclusive or not applicable, or what no history can show of it. */
  readonly note?: string;
}

/** One breach of a law, with what proves it. */
export interface Violation {
  /** The object that it is about: an order's reference, a shop_order_id, a shop_payment_id … */
  readonly key: string;
  /** What was seen, in a sentence. */
  readonly actual: string;
  readonly proof: readonly Proof[];
  /** Sequence numbers of the events that prove it. */
  readonly events: readonly number[];
}

/** What is wrong with one object, in a sentence, and the events that prove it. */
export interface Breach {
  readonly says: string;
  readonly events: readonly (HistoryEvent | undefined)[];
}

/** What a law says of one object: nothing where it cannot be judged, that it is as it must be, or what is wrong. */
export type Judged = Breach | 'right' | undefined;

/** Gathers what a law finds. */
export interface Findings {
  /** One object was judged, whatever comes of it. */
  judge(): void;
  violate(key: string, actual: string, events: readonly (HistoryEvent | undefined)[]): void;
  /** Something that is only tolerated; it is named where nothing is violated. */
  remark(key: string, actual: string, events: readonly (HistoryEvent | undefined)[]): void;
  /** Something looks wrong and the history is not enough to say so. */
  doubt(why: string): void;
  verdict(note?: string): LawVerdict;
}

const MOST_LINES = 12;

/** Starts to judge one law. */
export function findings(law: string): Findings {
  let judged = 0;
  let doubt: string | undefined;
  const violations: Violation[] = [];
  const remarks: Violation[] = [];
  return {
    judge: () => {
      judged += 1;
    },
    violate: (key, actual, events) => {
      violations.push(violationOf(key, actual, events));
    },
    remark: (key, actual, events) => {
      remarks.push(violationOf(key, actual, events));
    },
    doubt: (why) => {
      doubt ??= why;
    },
    verdict: (note) => {
      const outcome =
        violations.length > 0
          ? 'fail'
          : doubt !== undefined
            ? 'inconclusive'
            : remarks.length > 0
              ? 'warn'
              : judged > 0
                ? 'pass'
                : 'not-applicable';
      const says =
        outcome === 'inconclusive' ? doubt : (note ?? (outcome === 'not-applicable' ? NOTHING : undefined));
      const named = outcome === 'warn' ? remarks : violations;
      return { law, outcome, violations: named, judged, ...(says === undefined ? {} : { note: says }) };
    },
  };
}

function violationOf(key: string, actual: string, events: readonly (HistoryEvent | undefined)[]): Violation {
  const known = events.filter((event) => event !== undefined);
  const inOrder = [...new Set(known)].sort((a, b) => a.seq - b.seq).slice(0, MOST_LINES);
  return { key, actual, proof: inOrder.map(proofLine), events: inOrder.map((event) => event.seq) };
}

const NOTHING = 'Nothing in this history shows what the law is about.';
