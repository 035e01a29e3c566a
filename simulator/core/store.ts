import type { Base } from '../protocol/operations.ts';
import type { Account, Invoice, Notification, Payout, Token } from './entities.ts';
import { createInvoiceBook, type InvoiceBook } from './invoice-book.ts';
import type { Memory } from './memory-port.ts';
import { numberOfNotification } from './memory-row.ts';
import { Big } from './money.ts';
import { type InvoiceMemory, unpackInvoice } from './packed-invoice.ts';
import { createSharedTexts, type SharedTexts } from './shared-texts.ts';
import type { ShopConfig } from './shop-config.ts';

/** How many ended notifications are kept for the views; the journal has them all. */
const ENDED_KEPT = 10_000;

/** All objects, found by their keys. */
export interface Store {
  /** By base and shop id. */
  readonly accounts: ReadonlyMap<string, Account>;
  readonly invoices: InvoiceBook;
  readonly texts: SharedTexts;
  readonly payouts: Map<number, Payout>;
  readonly tokens: Map<string, Token>;
  readonly notifications: Map<string, Notification>;
  readonly openPayouts: Set<Payout>;
  /** Statuses that faults and magic values still want, by object. */
  readonly scripts: Map<unknown, (number | string)[]>;
  /** Notifications that wait for another one of their shop (fault `reorder`). */
  readonly parked: Set<Notification>;
  readonly secrets: readonly string[];
  /** Notes that a notification ended; the oldest ended ones are forgotten. */
  ended(notification: Notification): void;
  /** Whether final objects are kept, too. */
  readonly keepsAll: boolean;
  /** Notes that an object is final; the oldest final ones beyond those to keep are forgotten. */
  finished(subject: Invoice | Payout): void;
}

export const accountKey = (base: Base, id: string | number): string => `${base} ${id}`;

function createAccount(config: ShopConfig, base: Base): Account {
  const account: Account = {
    base,
    id: config.id,
    idText: String(config.id),
    secret: base === 'test' ? (config.testSecret ?? config.secret) : config.secret,
    config,
    inputs: new Map(config.inputs.map((payway) => [payway.alias, payway])),
    outputs: new Map(config.outputs.map((payway) => [payway.alias, payway])),
    balances: new Map(),
    orders: new Map(),
    payouts: new Map(),
    refunds: new Map(),
    patch: {},
    usedIds: new Set(),
    triedIds: new Set(),
  };
  for (const [code, sums] of Object.entries(config.balances)) {
    const currency = Number(code);
    account.balances.set(currency, {
      currency,
      available: new Big(sums.available),
      frozen: new Big(sums.frozen ?? '0'),
      hold: new Big(sums.hold ?? '0'),
    });
  }
  return account;
}

/** The account of something that was kept. */
export function accountOf(
  { accounts }: Pick<Store, 'accounts'>,
  { base, shopId }: { base: Base; shopId: string },
): Account {
  const account = accounts.get(accountKey(base, shopId));
  if (account === undefined) throw new Error(`it holds objects of shop ${shopId}, which is not here`);
  return account;
}

export function invoiceOf(store: Pick<Store, 'accounts' | 'texts'>, { i: packed }: InvoiceMemory): Invoice {
  const [base, shopId] = packed;
  return unpackInvoice(store, accountOf(store, { base, shopId }), packed);
}

const hasOpenRefund = (invoice: Invoice): boolean =>
  invoice.refunds?.some(({ status }) => status === 'WAITING') ?? false;

/**
 * An empty store for these shops.
 *
 * @param keptFinal how many final invoices and payouts are kept; all if left out
 */
export function createStore(
  shops: readonly ShopConfig[],
  memory: Memory,
  keptFinal: number = Number.POSITIVE_INFINITY,
): Store {
  const accounts = new Map<string, Account>();
  for (const config of shops) {
    for (const base of ['production', 'test'] as const) {
      accounts.set(accountKey(base, config.id), createAccount(config, base));
    }
  }
  const texts = createSharedTexts((number, text) => memory.put('text', number, text));
  const keepsAll = keptFinal === Number.POSITIVE_INFINITY;
  const notifications = new Map<string, Notification>();
  const ended: string[] = [];
  const invoices = createInvoiceBook((text) => invoiceOf({ accounts, texts }, JSON.parse(text)));
  const payouts = new Map<number, Payout>();
  /** In the order in which they became final. */
  const final = new Set<Invoice | Payout>();

  function forget(subject: Invoice | Payout): void {
    const { account } = subject;
    if (subject.kind === 'payout') {
      payouts.delete(subject.payoutId);
      memory.forget('payout', subject.payoutId);
      account.payouts.delete(subject.shopPaymentId);
      return;
    }
    invoices.delete(subject);
    memory.forget('invoice', subject.paymentId);
    for (const { shopRefundId, number } of subject.refunds ?? []) {
      account.refunds.delete(shopRefundId);
      memory.forget('refund', number);
    }
  }

  return {
    accounts,
    invoices,
    texts,
    payouts,
    tokens: new Map(),
    notifications,
    openPayouts: new Set(),
    scripts: new Map(),
    parked: new Set(),
    keepsAll,
    secrets: [...new Set([...accounts.values()].map((account) => account.secret))].filter(Boolean),
    ended(notification) {
      ended.push(notification.id);
      if (ended.length <= ENDED_KEPT) return;
      const oldest = ended.splice(0, ENDED_KEPT / 10);
      for (const id of oldest) {
        const state = notifications.get(id)?.state;
        if (state === 'due' || state === 'in-flight') continue;
        notifications.delete(id);
        memory.forget('notification', numberOfNotification(id));
        memory.forget('notice', numberOfNotification(id));
      }
    },
    finished(subject) {
      if (keepsAll) return;
      final.add(subject);
      if (final.size <= keptFinal) return;
      for (const oldest of final) {
        // A refund that waits for its end keeps its invoice.
        if (oldest.kind === 'invoice' && hasOpenRefund(oldest)) continue;
        final.delete(oldest);
        forget(oldest);
        return;
      }
    },
  };
}
