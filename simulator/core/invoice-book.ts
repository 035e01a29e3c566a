import type { Account, Invoice } from './entities.ts';

/** All invoices by their ids, in the order in which they came. */
export interface InvoiceBook {
  has(paymentId: number): boolean;
  get(paymentId: number): Invoice | undefined;
  /** The last one of an order. */
  ofOrder(account: Account, shopOrderId: string): Invoice | undefined;
  values(): Iterable<Invoice>;
  newestFirst(): Iterable<Invoice>;
  add(invoice: Invoice): void;
  /**
   * Adds one that a store kept, or the text of one, of which `unpack` makes it when somebody asks for it: there may be
   * a million. They come before all others, in the order of their ids.
   */
  addKept(account: Account, ids: Pick<Invoice, 'paymentId' | 'shopOrderId'>, kept: Invoice | string): void;
  delete(invoice: Invoice): void;
}

export function createInvoiceBook(unpack: (text: string) => Invoice): InvoiceBook {
  const live = new Map<number, Invoice>();
  // Two arrays in the order of the ids are filled much faster than a map.
  const keptIds: number[] = [];
  const kept: (Invoice | string | undefined)[] = [];

  function keptAt(paymentId: number): number {
    let [low, high] = [0, keptIds.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((keptIds[middle] ?? 0) < paymentId) low = middle + 1;
      else high = middle;
    }
    return keptIds[low] === paymentId ? low : -1;
  }

  function unpacked(index: number): Invoice | undefined {
    const found = kept[index];
    if (typeof found !== 'string') return found;
    const invoice = unpack(found);
    kept[index] = invoice;
    return invoice;
  }

  function get(paymentId: number): Invoice | undefined {
    return live.get(paymentId) ?? unpacked(keptAt(paymentId));
  }

  function* keptFrom(first: number, step: 1 | -1): Generator<Invoice> {
    for (let index = first; index >= 0 && index < kept.length; index += step) {
      const invoice = unpacked(index);
      if (invoice !== undefined) yield invoice;
    }
  }

  return {
    has: (paymentId) => get(paymentId) !== undefined,
    get,
    ofOrder(account, shopOrderId) {
      const paymentId = account.orders.get(shopOrderId);
      return paymentId === undefined ? undefined : get(paymentId);
    },
    *values() {
      yield* keptFrom(0, 1);
      yield* live.values();
    },
    *newestFirst() {
      yield* [...live.values()].reverse();
      yield* keptFrom(kept.length - 1, -1);
    },
    add(invoice) {
      live.set(invoice.paymentId, invoice);
      invoice.account.orders.set(invoice.shopOrderId, invoice.paymentId);
    },
    addKept(account, { paymentId, shopOrderId }, invoice) {
      keptIds.push(paymentId);
      kept.push(invoice);
      account.orders.set(shopOrderId, paymentId);
    },
    delete({ account, paymentId, shopOrderId }) {
      if (!live.delete(paymentId)) kept[keptAt(paymentId)] = undefined;
      account.orders.delete(shopOrderId);
    },
  };
}
