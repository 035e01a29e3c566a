import { z } from 'zod';
import { type HistoryEvent, proofLine, proofSchema } from '../../history/index.ts';
import type { GatewayPayout, HistoryView, Invoice } from '../../history/view/types.ts';
import type { LawVerdict } from '../../obligations/index.ts';

export const timelineSchema = z.strictObject({
  kind: z.enum(['order', 'payout']),
  recording: z.int().positive(),
  id: z.string().describe('The shop_order_id or shop_payment_id.'),
  gatewayId: z.string().nullable(),
  name: z.string().nullable().describe('The merchant’s own reference, where a driver asked.'),
  status: z.string().nullable().describe('The last status at the gateway.'),
  broken: z.array(z.strictObject({ law: z.string(), actual: z.string(), events: z.array(z.number()) })),
  events: z.array(z.strictObject({ seq: z.number(), kind: z.string(), ...proofSchema.shape })),
  left: z.int().describe('Events left out of a long story.'),
});
export type Timeline = z.infer<typeof timelineSchema>;

/** So many objects get a timeline: all that break a law come first. */
const MOST_TIMELINES = 400;
const MOST_EVENTS = 120;

interface Breach {
  readonly law: string;
  readonly key: string;
  readonly actual: string;
  readonly events: readonly number[];
}

/** Chooses the orders and payouts whose story is told: those that break a law, then the first others. */
export class TimelinePicker {
  readonly #broken: Timeline[] = [];
  readonly #others: Timeline[] = [];
  #orders = 0;
  #payouts = 0;

  /** Takes one recording of the file and what the laws say about it. */
  take(recording: number, view: HistoryView, verdicts: readonly LawVerdict[]): void {
    const breaches = verdicts.flatMap(({ law, violations }) =>
      violations.map((violation) => ({ law, ...violation })),
    );
    const byName = new Map<string, Breach[]>();
    const bySeq = new Map<number, Breach[]>();
    for (const breach of breaches) {
      push(byName, breach.key, breach);
      for (const seq of breach.events) push(bySeq, seq, breach);
    }
    const breachesOf = (
      names: readonly (string | undefined)[],
      events: readonly HistoryEvent[],
    ): Breach[] => [
      ...new Set([
        ...names.flatMap((name) => (name === undefined ? [] : (byName.get(name) ?? []))),
        ...events.flatMap((event) => bySeq.get(event.seq) ?? []),
      ]),
    ];
    const quiet = breaches.length === 0;
    const requests = new Map<HistoryEvent, HistoryEvent>();
    for (const { request, answer } of view.exchanges) if (answer !== undefined) requests.set(answer, request);
    for (const invoice of view.invoices) {
      this.#orders += 1;
      if (quiet && this.#full()) continue;
      const events = eventsOfInvoice(invoice, requests);
      const { order } = invoice;
      const names = [invoice.shopOrderId, invoice.paymentId, order?.orderId, order?.reference];
      this.#add({
        kind: 'order',
        recording,
        id: invoice.shopOrderId,
        gatewayId: invoice.paymentId ?? null,
        name: order?.reference ?? null,
        status: lastStatus(invoice),
        ...told(events, breachesOf(names, events), this.#full()),
      });
    }
    for (const payout of view.payouts) {
      this.#payouts += 1;
      if (quiet && this.#full()) continue;
      const events = eventsOfPayout(payout);
      const { trace } = payout;
      const names = [payout.shopPaymentId, payout.payoutId, trace?.payoutId, trace?.reference];
      this.#add({
        kind: 'payout',
        recording,
        id: payout.shopPaymentId,
        gatewayId: payout.payoutId ?? null,
        name: trace?.reference ?? null,
        status: lastStatus(payout),
        ...told(events, breachesOf(names, events), this.#full()),
      });
    }
  }

  result(): { timelines: Timeline[]; left: { orders: number; payouts: number } } {
    const timelines = [...this.#broken, ...this.#others].slice(0, MOST_TIMELINES);
    const shown = (kind: Timeline['kind']) => timelines.filter((timeline) => timeline.kind === kind).length;
    return {
      timelines,
      left: { orders: this.#orders - shown('order'), payouts: this.#payouts - shown('payout') },
    };
  }

  #full(): boolean {
    return this.#others.length >= MOST_TIMELINES;
  }

  #add(timeline: Timeline): void {
    const list = timeline.broken.length > 0 ? this.#broken : this.#others;
    if (list.length < MOST_TIMELINES) list.push(timeline);
  }
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

function lastStatus(object: Invoice | GatewayPayout): string | null {
  const change = object.changes.at(-1);
  const status = change === undefined ? object.told.at(-1)?.status : change.to;
  return status === undefined ? null : String(status);
}

/** The story in lines of proof; a story that nobody will see is not told. */
function told(
  events: readonly HistoryEvent[],
  breaches: readonly Breach[],
  full: boolean,
): Pick<Timeline, 'broken' | 'events' | 'left'> {
  const broken = breaches.map(({ law, actual, events: seqs }) => ({ law, actual, events: [...seqs] }));
  if (full && broken.length === 0) return { broken, events: [], left: events.length };
  const needed = new Set(breaches.flatMap((breach) => breach.events));
  const shown =
    events.length <= MOST_EVENTS
      ? events
      : events.filter((event, index) => index < MOST_EVENTS || needed.has(event.seq));
  return {
    broken,
    events: shown.map((event) => ({ seq: event.seq, kind: event.kind, ...proofLine(event) })),
    left: events.length - shown.length,
  };
}

function eventsOfInvoice(
  invoice: Invoice,
  requests: ReadonlyMap<HistoryEvent, HistoryEvent>,
): HistoryEvent[] {
  const { creates, charges, unholds, refunds, order } = invoice;
  return inOrder([
    ...[...creates, ...charges, ...unholds].flatMap(({ request, answer }) => [request, answer]),
    ...invoice.changes,
    ...invoice.told.flatMap(({ event }) => [requests.get(event), event]),
    ...invoice.deliveries.flatMap(({ attempt, reply }) => [attempt, reply]),
    ...refunds.flatMap((refund) => [
      ...refund.creates.flatMap(({ request, answer }) => [request, answer]),
      ...refund.changes,
      ...refund.deliveries.flatMap(({ attempt, reply }) => [attempt, reply]),
    ]),
    order?.created,
    ...(order?.samples ?? []).map(({ event }) => event),
    ...(order?.commands ?? []).map(({ event }) => event),
  ]);
}

function eventsOfPayout({ creates, asks, changes, trace }: GatewayPayout): HistoryEvent[] {
  return inOrder([
    ...[...creates, ...asks].flatMap(({ request, answer }) => [request, answer]),
    ...changes,
    trace?.created,
    ...(trace?.samples ?? []).map(({ event }) => event),
    ...(trace?.commands ?? []).map(({ event }) => event),
  ]);
}

function inOrder(events: readonly (HistoryEvent | undefined)[]): HistoryEvent[] {
  const known = new Set(events.filter((event) => event !== undefined));
  return [...known].sort((a, b) => a.seq - b.seq);
}
