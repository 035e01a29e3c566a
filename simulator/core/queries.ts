import { balanceEntity } from './change.ts';
import type { Account, Invoice, Payout, Refund } from './entities.ts';
import { accountKey } from './store.ts';
import type {
  BalanceView,
  InvoiceQuery,
  NotificationQuery,
  PayoutQuery,
  RefundQuery,
  ShopView,
} from './types.ts';
import { viewOfInvoice, viewOfNotification, viewOfPayout, viewOfRefund } from './view-of.ts';
import type { InvoiceView, NotificationView, PayoutView, RefundView } from './views.ts';
import type { World } from './world.ts';

const BASES = ['production', 'test'] as const;

/** The accounts that a query is about. */
function accountsOf(world: World, query: { shopId?: number | string; base?: string }): Account[] {
  const bases = BASES.filter((base) => query.base === undefined || query.base === base);
  const { shopId } = query;
  if (shopId === undefined) {
    return [...world.store.accounts.values()].filter(({ base }) => bases.includes(base));
  }
  return bases.flatMap((base) => world.store.accounts.get(accountKey(base, shopId)) ?? []);
}

/** The newest first. */
function invoicesOf(world: World, query: InvoiceQuery): Iterable<Invoice> {
  const { paymentId, shopOrderId } = query;
  if (paymentId !== undefined) return [world.store.invoices.get(paymentId)].flatMap((each) => each ?? []);
  if (shopOrderId !== undefined) {
    const accounts = accountsOf(world, query).reverse();
    return accounts.flatMap((account) => world.store.invoices.ofOrder(account, shopOrderId) ?? []);
  }
  return world.store.invoices.newestFirst();
}

function isOf(account: Account, query: { shopId?: number | string; base?: string }): boolean {
  const { shopId, base } = query;
  return (
    (shopId === undefined || account.idText === String(shopId)) &&
    (base === undefined || account.base === base)
  );
}

/** The last of some items, at most so many. */
function last<T>(items: T[], limit: number | undefined): T[] {
  return limit === undefined ? items : items.slice(Math.max(0, items.length - limit));
}

export function findInvoices(world: World, query: InvoiceQuery): InvoiceView[] {
  const { shopOrderId, since = -1, limit = Number.POSITIVE_INFINITY } = query;
  const found: Invoice[] = [];
  for (const invoice of invoicesOf(world, query)) {
    if (found.length >= limit) break;
    if (!isOf(invoice.account, query)) continue;
    if (shopOrderId !== undefined && invoice.shopOrderId !== shopOrderId) continue;
    if (invoice.revision > since) found.push(invoice);
  }
  return found.reverse().map((invoice) => viewOfInvoice(world, invoice));
}

export function findRefunds(world: World, query: RefundQuery): RefundView[] {
  const { paymentId, shopRefundId } = query;
  const accounts = accountsOf(world, query);
  const refunds: Refund[] =
    paymentId !== undefined
      ? (world.store.invoices.get(paymentId)?.refunds ?? [])
      : shopRefundId !== undefined
        ? accounts.flatMap((account) => account.refunds.get(shopRefundId) ?? [])
        : accounts.flatMap((account) => [...account.refunds.values()]);
  return refunds
    .filter((refund) => isOf(refund.account, query))
    .filter((refund) => shopRefundId === undefined || refund.shopRefundId === shopRefundId)
    .map((refund) => viewOfRefund(world, refund));
}

export function findPayouts(world: World, query: PayoutQuery): PayoutView[] {
  const { payoutId, shopPaymentId } = query;
  const payouts: Payout[] =
    payoutId !== undefined
      ? [world.store.payouts.get(payoutId)].flatMap((each) => each ?? [])
      : shopPaymentId !== undefined
        ? accountsOf(world, query).flatMap((account) => account.payouts.get(shopPaymentId) ?? [])
        : [...world.store.payouts.values()];
  const matching = payouts
    .filter((payout) => isOf(payout.account, query))
    .filter((payout) => shopPaymentId === undefined || payout.shopPaymentId === shopPaymentId);
  return last(matching, query.limit).map((payout) => viewOfPayout(world, payout));
}

export function findNotifications(world: World, query: NotificationQuery): NotificationView[] {
  const { notification: id, paymentId, type } = query;
  const found =
    id === undefined ? [...world.store.notifications.values()] : [world.store.notifications.get(id)];
  const matching = found
    .flatMap((each) => each ?? [])
    .filter((each) => paymentId === undefined || each.about.paymentId === paymentId)
    .filter((each) => type === undefined || each.type === type);
  return last(matching, query.limit).map((each) => viewOfNotification(world, each));
}

export function findBalances(world: World, shopId: number | string | undefined): BalanceView[] {
  const accounts = accountsOf(world, shopId === undefined ? {} : { shopId });
  return accounts.flatMap((account) =>
    [...account.balances.values()].map((balance) => balanceEntity(account, balance)),
  );
}

/** A shop without its secrets, as its production base has it. */
export function viewOfShop(account: Account): ShopView {
  const { secret: _secret, testSecret: _testSecret, ...shown } = account.config;
  return { ...shown, id: account.idText };
}

export function findShops(world: World): ShopView[] {
  return accountsOf(world, { base: 'production' }).map(viewOfShop);
}
