import type { HistoryEvent } from '../history/events.ts';
import { proofLine } from '../history/proof-line.ts';
import type { Proof } from '../history/record.ts';
import type { Delivery, Exchange, Sample, Told } from '../history/view/types.ts';

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

/** What proves something: events, and what holds some, as a call with its answer. Order and repeats do not matter. */
export type Evidence = HistoryEvent | Exchange | Delivery | Told | Sample | undefined | readonly Evidence[];

/** What is wrong with one object, in a sentence, and what proves it. */
export interface Breach {
  readonly says: string;
  readonly events: readonly Evidence[];
}

/** What a law says of one object: nothing where it cannot be judged, that it is as it must be, or what is wrong. */
export type Judged = Breach | 'right' | undefined;

/** Gathers what a law finds. */
export interface Findings {
  /** One object was judged, whatever comes of it. */
  judge(): void;
  violate(key: string, actual: string, events: readonly Evidence[]): void;
  /** Something that is only tolerated; it is named where nothing is violated. */
  remark(key: string, actual: string, events: readonly Evidence[]): void;
  /** Something looks wrong and the history is not enough to say so. */
  doubt(why: string): void;
  /** What no history can show of the law, or why this one is not judged by it. */
  note(says: string): void;
  verdict(): LawVerdict;
}

/** Of a long story the first events show how it began, and the last what was decisive. */
const MOST = { first: 4, last: 8 } as const;

/** Starts to judge one law. */
export function findings(law: string): Findings {
  let judged = 0;
  let doubt: string | undefined;
  let note: string | undefined;
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
    note: (says) => {
      note = says;
    },
    verdict: () => {
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

/** A breach in words, with the events that prove it: of a long story its beginning and its end. */
export function violationOf(key: string, actual: string, events: readonly Evidence[]): Violation {
  const all = [...new Set(eventsIn(events))].sort((a, b) => a.seq - b.seq);
  const first = all.slice(0, MOST.first);
  const last = all.slice(MOST.first).slice(-MOST.last);
  const left = all.length - first.length - last.length;
  const gap: Proof[] = last
    .slice(0, left > 0 ? 1 : 0)
    .map(({ at }) => ({ channel: 'gateway', at, text: `(${left} more in between: see the history)` }));
  return {
    key,
    actual,
    proof: [...first.map(proofLine), ...gap, ...last.map(proofLine)],
    events: [...first, ...last].map((event) => event.seq),
  };
}

const isList = (evidence: Evidence): evidence is readonly Evidence[] => Array.isArray(evidence);

function* eventsIn(evidence: Evidence): Generator<HistoryEvent> {
  if (evidence === undefined) return;
  if (isList(evidence)) for (const each of evidence) yield* eventsIn(each);
  else if ('kind' in evidence) yield evidence;
  else if ('request' in evidence) yield* eventsIn([evidence.request, evidence.answer]);
  else if ('attempt' in evidence) yield* eventsIn([evidence.attempt, evidence.reply]);
  else yield* eventsIn([evidence.event, 'delivery' in evidence ? evidence.delivery?.reply : undefined]);
}

const NOTHING = 'Nothing in this history shows what the law is about.';
