import { Controller, Post, Query, Req, Res } from '@nestjs/common';
import { Args, Mutation, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import {
  ActiveOrderService,
  Allow,
  Ctx,
  LanguageCode,
  Order,
  PaymentMethodHandler,
  Permission,
  PluginCommonModule,
  RequestContext,
  ScheduledTask,
  TransactionalConnection,
  UserInputError,
  VendurePlugin,
} from '@vendure/core';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'express';
import { parse as parseGraphql } from 'graphql';
import { GatewayInvoice, GatewayRefund, PointsEntry } from './entities';
import { GatewayService } from './gateway.service';
import { GatewayPluginOptions, METHOD, OPTIONS } from './options';
import { RefundService } from './refund.service';

const NOTIFY_PATH = 'payments/gateway';

let refunds: RefundService;

/** A payment that the gateway has reported. The storefront cannot add one by itself. */
export const gatewayPaymentHandler = new PaymentMethodHandler({
  code: METHOD,
  description: [{ languageCode: LanguageCode.en, value: 'Payment gateway' }],
  args: {},
  init: (injector) => {
    refunds = injector.get(RefundService);
  },
  createPayment: (ctx, _order, _amount, _args, metadata) => {
    if (ctx.apiType !== 'admin') throw new UserInputError('a payment is added when the gateway reports it');
    return { amount: metadata.amount, state: 'Settled', transactionId: metadata.transactionId };
  },
  settlePayment: () => ({ success: true }),
  createRefund: (ctx, _input, amount, _order, payment) => refunds.create(ctx, payment, amount),
});

/** A refund that the gateway has accepted stays what it is until the gateway reports its end. */
const waitingRefunds = { transitions: { Pending: { to: ['Pending'] as const } } };

@Controller(NOTIFY_PATH)
class GatewayController {
  constructor(private gateway: GatewayService) {}

  @Post()
  async notified(
    @Query('type') type: unknown,
    @Req() request: IncomingMessage & { body: unknown },
    @Res() response: ServerResponse,
  ): Promise<void> {
    const reply = await this.gateway.notified(type, typeof request.body === 'string' ? request.body : '');
    response.writeHead(reply.status, { 'content-type': 'text/plain' }).end(reply.text);
  }
}

@Resolver()
class GatewayResolver {
  constructor(
    private gateway: GatewayService,
    private activeOrders: ActiveOrderService,
  ) {}

  @Mutation()
  @Allow(Permission.Owner)
  async createGatewayInvoice(
    @Ctx() ctx: RequestContext,
    @Args('payway') payway: string,
  ): Promise<{ orderCode: string; redirect: unknown }> {
    const order = await this.activeOrders.getActiveOrder(ctx, undefined);
    if (!order) throw new UserInputError('there is no order');
    const { redirect } = await this.gateway.createInvoice(ctx, order, payway);
    return { orderCode: order.code, redirect };
  }
}

@Resolver('Order')
class OrderPointsResolver {
  constructor(private connection: TransactionalConnection) {}

  @ResolveField()
  async points(@Ctx() ctx: RequestContext, @Parent() order: Order): Promise<number> {
    const entries = this.connection.getRepository(ctx, PointsEntry);
    return (await entries.sum('points', { orderId: String(order.id) })) ?? 0;
  }
}

const reconcile = new ScheduledTask({
  id: 'reconcile-gateway',
  description: 'Asks the gateway about invoices and refunds whose outcome is open',
  schedule: '*/30 * * * * *',
  execute: ({ injector }) => injector.get(GatewayService).reconcile(),
});

/** Takes payments through the gateway. */
@VendurePlugin({
  imports: [PluginCommonModule],
  entities: [GatewayInvoice, GatewayRefund, PointsEntry],
  controllers: [GatewayController],
  providers: [GatewayService, RefundService, { provide: OPTIONS, useFactory: () => GatewayPlugin.options }],
  shopApiExtensions: {
    schema: parseGraphql(`
      type GatewayRedirect { orderCode: String!, redirect: JSON }
      extend type Mutation { createGatewayInvoice(payway: String!): GatewayRedirect! }
      extend type Order { points: Int! }
    `),
    resolvers: [GatewayResolver, OrderPointsResolver],
  },
  configuration: (config) => {
    config.paymentOptions.paymentMethodHandlers.push(gatewayPaymentHandler);
    config.paymentOptions.refundProcess = [...(config.paymentOptions.refundProcess ?? []), waitingRefunds];
    config.schedulerOptions.tasks.push(reconcile);
    // Signatures are over the body as it came.
    config.apiOptions.middleware.push({
      route: `/${NOTIFY_PATH}`,
      handler: text({ type: () => true }),
      beforeListen: true,
    });
    return config;
  },
  compatibility: '^3.0.0',
})
export class GatewayPlugin {
  static options: GatewayPluginOptions;

  static init(options: GatewayPluginOptions): typeof GatewayPlugin {
    GatewayPlugin.options = options;
    return GatewayPlugin;
  }
}
