import { Inject, Injectable } from '@nestjs/common';
import {
  ID,
  Logger,
  Order,
  OrderService,
  RequestContext,
  RequestContextService,
  TransactionalConnection,
  UserInputError,
  isGraphQlErrorResult,
} from '@vendure/core';
import { randomUUID } from 'node:crypto';
import { ABSENT, GatewayClient, GatewayRecord, parse } from './client';
import { fault } from './faults';
import { GatewayInvoice, PointsEntry } from './entities';
import { decimal, GatewayPluginOptions, METHOD, OPTIONS } from './options';
import { RefundService } from './refund.service';

/** The status of a record is a number; that of a notification may be a word. */
const PAID = ['4', 'success'];
const REJECTED = ['6', 'rejected'];

@Injectable()
export class GatewayService {
  private client: GatewayClient;

  constructor(
    @Inject(OPTIONS) private options: GatewayPluginOptions,
    private connection: TransactionalConnection,
    private orders: OrderService,
    private contexts: RequestContextService,
    private refunds: RefundService,
  ) {
    this.client = new GatewayClient(options);
  }

  /** Issues the invoice of an order, or gives the one that is open. It is stored before the gateway is asked. */
  async createInvoice(ctx: RequestContext, order: Order, payway: string): Promise<GatewayInvoice> {
    if (order.state !== 'ArrangingPayment') throw new UserInputError('this order is not ready to be paid');
    if (!/^[A-Za-z_,[\]]{1,150}$/.test(payway)) throw new UserInputError('this is no payway');
    const invoices = this.connection.rawConnection.getRepository(GatewayInvoice);
    const open = await invoices.findOneBy({ orderId: String(order.id), state: 'open', amount: order.totalWithTax });
    if (open) return open;
    const invoice = await invoices.save(
      new GatewayInvoice({
        orderId: String(order.id),
        shopOrderId: `${order.code}-${randomUUID()}`,
        amount: order.totalWithTax,
        payway,
      }),
    );
    await this.send(invoice);
    return invoices.findOneByOrFail({ id: invoice.id });
  }

  private async send(invoice: GatewayInvoice): Promise<void> {
    const answer = await this.client.call('invoice/create', {
      shop_order_id: invoice.shopOrderId,
      amount: decimal(invoice.amount),
      currency: this.options.currency,
      payway: invoice.payway,
      callback_url: this.options.notifyUrl,
    });
    const open = { id: invoice.id, state: 'open' };
    const invoices = this.connection.rawConnection.getRepository(GatewayInvoice);
    if (answer.outcome === 'done') {
      const { id, method, url, data } = answer.data;
      const redirect = typeof url === 'string' ? { method: method as string | null, url, data: data as object } : null;
      await invoices.update(open, { redirect, paymentId: (id as string | undefined) ?? null, refused: false });
    } else if (answer.outcome !== 'unknown') {
      const state = answer.outcome === 'fatal' ? 'failed' : 'open';
      await invoices.update(open, { state, refused: true, errorCode: answer.code, errorMessage: answer.message });
    }
  }

  /** Takes a notification; what is to be answered. */
  async notified(type: unknown, body: string): Promise<{ status: number; text: string }> {
    const record = fault('unsigned-believed') ? parse(body) : this.client.genuine(body);
    if (record === undefined) return { status: 400, text: 'not genuine' };
    const known =
      type === 'refund'
        ? await this.refunds.settle(String(record.shop_refund_id), record)
        : type !== 'invoice' || (await this.settle(String(record.shop_order_id), record));
    return known ? { status: 200, text: 'OK' } : { status: 404, text: 'not known here' };
  }

  /** Brings an invoice and its order to what a record says; false when there is no such invoice. */
  private async settle(shopOrderId: string, record: GatewayRecord): Promise<boolean> {
    const ctx = await this.contexts.create({ apiType: 'admin' });
    return this.connection.withTransaction(ctx, async (tx) => {
      const invoices = this.connection.getRepository(tx, GatewayInvoice);
      const lock = { mode: 'pessimistic_write' } as const;
      const invoice = await invoices.findOne({ where: { shopOrderId }, lock });
      if (!invoice) return false;
      const done = invoice.state === 'paid' && !fault('double-credit');
      if (done || invoice.state === 'review') return true;
      if (!this.isAbout(invoice, record)) {
        await invoices.update(invoice.id, { state: 'review', errorMessage: 'the gateway reports another payment' });
        return true;
      }
      if (PAID.includes(String(record.status))) {
        await invoices.update(invoice.id, {
          state: 'paid',
          paymentId: String(record.payment_id),
          errorCode: null,
          errorMessage: null,
        });
        await this.pay(tx, invoice);
      } else if (REJECTED.includes(String(record.status)) && invoice.state === 'open') {
        await invoices.update(invoice.id, { state: 'failed', errorMessage: 'the payment was rejected' });
      }
      return true;
    });
  }

  private isAbout(invoice: GatewayInvoice, record: GatewayRecord): boolean {
    return (
      record.shop_order_id === invoice.shopOrderId &&
      record.shop_id === String(this.options.shopId) &&
      record.shop_currency === String(this.options.currency) &&
      (invoice.paymentId === null || record.payment_id === invoice.paymentId) &&
      (fault('amount-not-compared') || Number(record.shop_amount) === invoice.amount / 100)
    );
  }

  /** The money is there: the order gets its payment, and the customer the points. */
  private async pay(tx: RequestContext, invoice: GatewayInvoice): Promise<void> {
    const points = this.connection.getRepository(tx, PointsEntry);
    await points.save(new PointsEntry({ orderId: invoice.orderId, points: invoice.amount }));
    const metadata = { amount: invoice.amount, transactionId: invoice.shopOrderId };
    const result = await this.orders.addPaymentToOrder(tx, invoice.orderId as ID, { method: METHOD, metadata });
    if (isGraphQlErrorResult(result)) Logger.error(`order ${invoice.orderId}: ${result.message}`, 'GatewayPlugin');
  }

  /** Asks about everything whose outcome is open. */
  async reconcile(): Promise<void> {
    await this.reconcileInvoices();
    await this.refunds.reconcile();
  }

  private async reconcileInvoices(): Promise<void> {
    const invoices = this.connection.rawConnection.getRepository(GatewayInvoice);
    for (const invoice of await invoices.findBy({ state: 'open' })) {
      const answer = await this.client.call('invoice/check', { shop_order_id: invoice.shopOrderId });
      if (answer.outcome === 'done') {
        await this.settle(invoice.shopOrderId, answer.data);
      } else if (answer.outcome !== 'unknown' && answer.code === ABSENT) {
        if (invoice.refused) await invoices.update({ id: invoice.id, state: 'open' }, { state: 'failed' });
        else await this.send(invoice);
      }
    }
  }
}
