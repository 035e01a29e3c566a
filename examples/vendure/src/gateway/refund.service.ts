import { Inject, Injectable } from '@nestjs/common';
import {
  CreateRefundResult,
  ID,
  OrderService,
  Payment,
  Refund,
  RequestContext,
  RequestContextService,
  TransactionalConnection,
  UserInputError,
} from '@vendure/core';
import { randomUUID } from 'node:crypto';
import { In } from 'typeorm';
import { GatewayClient, GatewayRecord } from './client';
import { GatewayInvoice, GatewayRefund, PointsEntry } from './entities';
import { fault } from './faults';
import { decimal, GatewayPluginOptions, OPTIONS } from './options';

const VENDURE_STATES = { waiting: 'Pending', done: 'Settled', failed: 'Failed' } as const;

const LOCK = { mode: 'pessimistic_write' } as const;

/** Refunds: what Vendure's staff asks for, and what the gateway says of it. */
@Injectable()
export class RefundService {
  private client: GatewayClient;

  constructor(
    @Inject(OPTIONS) private options: GatewayPluginOptions,
    private connection: TransactionalConnection,
    private orders: OrderService,
    private contexts: RequestContextService,
  ) {
    this.client = new GatewayClient(options);
  }

  /** Asks the gateway for a refund of a payment; what Vendure is to show for now. */
  async create(ctx: RequestContext, payment: Payment, amount: number): Promise<CreateRefundResult> {
    const { id } = await this.store(payment.transactionId, amount);
    await this.send(id);
    // Locked until Vendure has stored its own refund: a notification that comes before that waits for it.
    const refunds = this.connection.getRepository(ctx, GatewayRefund);
    const { state, shopRefundId } = await refunds.findOneOrFail({ where: { id }, lock: LOCK });
    return { state: VENDURE_STATES[state], transactionId: shopRefundId };
  }

  /** Stored in a transaction of its own, whatever becomes of the request in which it was asked for. */
  private store(shopOrderId: string, amount: number): Promise<GatewayRefund> {
    return this.connection.rawConnection.transaction(async (manager) => {
      const invoice = await manager.findOne(GatewayInvoice, { where: { shopOrderId }, lock: LOCK });
      if (invoice?.state !== 'paid' || invoice.paymentId === null) throw new UserInputError('this order is not paid');
      const { orderId, paymentId } = invoice;
      const others = await manager.findBy(GatewayRefund, { orderId, state: In(['waiting', 'done']) });
      const sum = others.reduce((all, other) => all + other.amount, amount);
      if (sum > invoice.amount) throw new UserInputError('that is more than is left of the payment');
      return manager.save(new GatewayRefund({ orderId, paymentId, amount, shopRefundId: `refund-${randomUUID()}` }));
    });
  }

  private async send(id: ID): Promise<void> {
    const refunds = this.connection.rawConnection.getRepository(GatewayRefund);
    const refund = await refunds.findOneByOrFail({ id });
    const answer = await this.client.call('invoice/create-refund', {
      invoice_id: BigInt(refund.paymentId),
      shop_refund_id: refund.shopRefundId,
      amount: decimal(refund.amount),
      callback_url: this.options.notifyUrl,
    });
    if (answer.outcome === 'done') {
      await this.settle(refund.shopRefundId, answer.data);
    } else if (answer.outcome !== 'unknown') {
      const state = answer.outcome === 'fatal' ? 'failed' : 'waiting';
      const error = { errorCode: answer.code, errorMessage: answer.message };
      await refunds.update({ id, state: 'waiting' }, { state, refused: true, ...error });
    } else if (fault('second-refund')) {
      await refunds.update({ id }, { shopRefundId: `refund-${randomUUID()}` });
      return this.send(id);
    }
  }

  /** Brings a refund to what a record says; false when there is no such refund. */
  async settle(shopRefundId: string, record: GatewayRecord): Promise<boolean> {
    const ctx = await this.contexts.create({ apiType: 'admin' });
    return this.connection.withTransaction(ctx, async (tx) => {
      const refunds = this.connection.getRepository(tx, GatewayRefund);
      const refund = await refunds.findOne({ where: { shopRefundId }, lock: LOCK });
      if (!refund) return false;
      const isOver = refund.state === 'failed' || (refund.state === 'done' && !fault('refund-counted-twice'));
      if (isOver || !this.isAbout(refund, record)) return true;
      if (record.status === 'FAILED') {
        await refunds.update(refund.id, { state: 'failed', errorMessage: 'the refund failed' });
        await this.showInVendure(tx, refund, 'Failed');
      } else if (record.status === 'SUCCESS' || fault('waiting-is-done')) {
        await refunds.update(refund.id, { state: 'done', errorCode: null, errorMessage: null });
        const { orderId, amount } = refund;
        await this.connection.getRepository(tx, PointsEntry).save(new PointsEntry({ orderId, points: -amount }));
        await this.showInVendure(tx, refund, 'Settled');
      }
      return true;
    });
  }

  private isAbout(refund: GatewayRefund, record: GatewayRecord): boolean {
    return (
      record.shop_refund_id === refund.shopRefundId &&
      (record.shop_id === undefined || record.shop_id === String(this.options.shopId)) &&
      record.invoice_id === refund.paymentId &&
      record.currency === String(this.options.currency) &&
      Number(record.amount) === refund.amount / 100
    );
  }

  /** Vendure's refund follows. While it is being created there is none yet: `create` says then how it ended. */
  private async showInVendure(tx: RequestContext, refund: GatewayRefund, state: 'Settled' | 'Failed'): Promise<void> {
    const transactionId = refund.shopRefundId;
    const own = await this.connection.getRepository(tx, Refund).findOneBy({ transactionId, state: 'Pending' });
    if (!own) return;
    if (state === 'Settled') await this.orders.settleRefund(tx, { id: own.id, transactionId });
    else await this.orders.transitionRefundToState(tx, own.id, state);
  }

  /** Asks about every refund that waits. */
  async reconcile(): Promise<void> {
    const refunds = this.connection.rawConnection.getRepository(GatewayRefund);
    for (const refund of await refunds.findBy({ state: 'waiting' })) {
      const { shopRefundId, paymentId } = refund;
      const answer = await this.client.call('invoice/get-refunds', { invoice_id: BigInt(paymentId) });
      if (answer.outcome !== 'done' || !Array.isArray(answer.data)) continue;
      const record = answer.data.find((each: GatewayRecord) => each.shop_refund_id === shopRefundId);
      if (record) await this.settle(shopRefundId, record);
      else if (refund.refused) await refunds.update({ id: refund.id, state: 'waiting' }, { state: 'failed' });
      else await this.send(refund.id);
    }
  }
}
