import { deliver, invoice, lab } from '../../simulator/core-support.ts';

const ORDER = 'order-of-template';
const PER_ORDER_MS = 20;
const NOW = '2026-01-15T12:00:00';
const ZONE_MS = 3 * 3_600_000;

/**
 * The lines of a long history as a gateway records it without a driver: one paid invoice after the other,
 * each created, paid, notified, and checked by the shop.
 *
 * @param orders how many invoices
 */
export function* bigHistory(orders: number): Generator<string> {
  const { head, lines, paymentId } = template();
  yield head;
  const marks = new RegExp(
    `${ORDER}|${paymentId}|${NOW}|"seq":\\d+|"(?:at|realAt)":"[^"]+"|"(?:exchange|notification)":"[^"]+"`,
    'g',
  );
  let seq = 1;
  for (let order = 0; order < orders; order++) {
    const instant = Date.UTC(2026, 0, 16) + order * PER_ORDER_MS;
    const at = new Date(instant).toISOString();
    const now = new Date(instant + ZONE_MS).toISOString().slice(0, NOW.length);
    for (const line of lines) {
      seq += 1;
      const place = seq;
      yield line.replace(marks, (found) => {
        if (found === ORDER) return `order-${order}`;
        if (found === NOW) return now;
        if (found === paymentId) return String(100_000_000 + order);
        if (found.startsWith('"seq"')) return `"seq":${place}`;
        if (found.startsWith('"at"')) return `"at":"${at}"`;
        if (found.startsWith('"realAt"')) return `"realAt":"${at}"`;
        return `${found.slice(0, -1)}-${order}"`;
      });
    }
  }
}

/** How many lines {@link bigHistory} gives for each of its invoices, after the first line. */
export const linesPerOrder = (): number => template().lines.length;

/** One real invoice, played through the gateway's core. */
function template(): { head: string; lines: string[]; paymentId: string } {
  const bench = lab();
  const made = bench.call('invoice/create', invoice({ shop_order_id: ORDER }));
  const paymentId = Number(made.data.id);
  bench.core.act({ kind: 'invoice-status', paymentId, status: 4, notify: 'queue' });
  deliver(bench);
  bench.call('invoice/check', { shop_order_id: ORDER, now: NOW });
  const run = {
    seq: 1,
    at: '2026-01-15T09:00:00.000Z',
    realAt: '2026-01-15T09:00:00.000Z',
    kind: 'run',
    schema: 'gatecheck/history@1',
    version: '0.0.0',
    seed: 42,
    clock: 'virtual',
    readings: bench.readings,
    shops: [{ id: 5 }],
  };
  return {
    head: JSON.stringify(run),
    lines: bench.journal.map((event) => JSON.stringify(event)),
    paymentId: String(paymentId),
  };
}
