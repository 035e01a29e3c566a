import { NEVER } from '../history/places.ts';
import type { HistoryView, Told } from '../history/view/types.ts';
import { breach, type GatewayBreach, type Subject } from './gateway-breach.ts';

/** A status that the merchant was shown by an answer, or by a notification that it may believe. */
export interface Statement {
  readonly status: string;
  readonly seq: number;
  /** Where the merchant asked; undefined of a notification, which may be late or a repeat. */
  readonly askedSeq: number | undefined;
  readonly told: Told;
  readonly declared: boolean;
}

/** Which statuses end each kind of object (States and transitions). */
const FINALS = {
  invoice: new Set(['4', '6']),
  payout: new Set(['5', '6']),
  refund: new Set(['SUCCESS', 'FAILED']),
} as const;

/** An object of which the gateway shows statuses. */
export interface Spoken {
  readonly key: string;
  readonly what: string;
  readonly subject: Subject;
  readonly finals: ReadonlySet<string>;
  readonly statements: readonly Statement[];
}

/** What the gateway showed of every object, in the order in which it was said. */
export function* spokenOf(view: HistoryView, { isDeclared, askedSeq }: Declared): Generator<Spoken> {
  const statementsOf = ({ told }: Subject): Statement[] =>
    told
      .filter(({ trust }) => trust !== 'false')
      .map((each) => ({
        status: each.status,
        seq: each.seq,
        askedSeq: each.event.kind === 'answer' ? (askedSeq(each.event.exchange) ?? each.seq) : undefined,
        told: each,
        declared: isDeclared(each.event),
      }));
  const spoken = (kind: keyof typeof FINALS, what: string, key: string, subject: Subject): Spoken => ({
    key,
    what: `${what} ${key}`,
    subject,
    finals: FINALS[kind],
    statements: statementsOf(subject),
  });
  for (const each of view.invoices) yield spoken('invoice', 'Invoice', each.shopOrderId, each);
  for (const each of view.payouts) yield spoken('payout', 'Payout', each.shopPaymentId, each);
  for (const each of view.refunds) yield spoken('refund', 'Refund', each.shopRefundId, each);
}

/** What a history says about who said something on purpose, and when an answer was asked for. */
export interface Declared {
  readonly isDeclared: (event: Told['event']) => boolean;
  readonly askedSeq: (exchange: string) => number | undefined;
}

/** Reads what a tester declared, and where each exchange began. */
export function declaredIn(view: HistoryView): Declared {
  const faults = new Set<string>();
  const exchanges = new Set<string>();
  for (const event of view.events) {
    if (event.kind !== 'fault') continue;
    if (event.breaksSpec === true) faults.add(event.fault);
    if (event.exchange !== undefined && faults.has(event.fault)) exchanges.add(event.exchange);
  }
  const asked = new Map(view.exchanges.map(({ request }) => [request.exchange, request.seq]));
  return {
    isDeclared: (event) =>
      event.kind === 'answer' ? exchanges.has(event.exchange) : !event.genuine && event.verdict !== 'accept',
    askedSeq: (exchange) => asked.get(exchange),
  };
}

/** The first final status that the merchant was shown, and what is said of the object after it. */
export function* finalStays(view: HistoryView, declared: Declared): Generator<GatewayBreach> {
  for (const { key, what, subject, finals, statements } of spokenOf(view, declared)) {
    const first = statements.find(({ status }) => finals.has(status));
    if (first === undefined) continue;
    const other = statements.find(
      ({ seq, askedSeq, status }) =>
        seq > first.seq &&
        status !== first.status &&
        !isAfterRefund(view, first.status, status) &&
        (finals.has(status) || (askedSeq ?? 0) > first.seq),
    );
    if (other === undefined) continue;
    yield breach(
      'gateway.final-stays',
      { key, disputes: subject, declared: first.declared || other.declared },
      `${what} was shown with the final status ${first.status}, and later with status ${other.status}.`,
      [first.told, other.told],
    );
  }
}

/** Under one interpretation a refunded invoice has status 7. */
const isAfterRefund = ({ settings }: HistoryView, from: string, to: string): boolean =>
  from === '4' && to === '7' && settings.readings['invoice.after-refund'] === '7';

/**
 * A status that the gateway shows is one that the object has, or had when a delayed message was written. Where it is not
 * final the merchant can tell nothing amiss, and owes what it always owes.
 */
export function* statusIsTrue(view: HistoryView, declared: Declared): Generator<GatewayBreach> {
  for (const { key, what, subject, finals, statements } of spokenOf(view, declared)) {
    const { changes } = subject;
    const bornSeq = changes.find(({ from }) => from === null)?.seq ?? NEVER;
    for (const said of statements) {
      // What the object had been before the recording nobody knows.
      if (bornSeq > said.seq) continue;
      const from = said.askedSeq ?? 0;
      const atFirst = changes.findLast(({ seq }) => seq < from);
      const had = changes.filter(
        (change) => change === atFirst || (change.seq >= from && change.seq < said.seq),
      );
      if (had.some(({ to }) => String(to) === said.status)) continue;
      yield breach(
        'gateway.status-is-true',
        { key, ...(finals.has(said.status) ? { disputes: subject } : {}), declared: said.declared },
        `${what} was shown with status ${said.status}, which it did not have.`,
        [changes.filter(({ seq }) => seq < said.seq).slice(-3), said.told],
      );
      break;
    }
  }
}
