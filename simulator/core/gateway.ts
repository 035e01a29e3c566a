import type { EventBody } from '../protocol/events.ts';
import { maskText } from '../protocol/masking.ts';
import { acceptsReply } from '../protocol/notifications.ts';
import { act, carryOutStep } from './act.ts';
import { createAgenda } from './agenda.ts';
import { isFinal } from './change.ts';
import { attemptsOf, settleAttempt, takeAgain, takeDueAttempts } from './due.ts';
import { createIds } from './ids.ts';
import { createMemory } from './memory.ts';
import { endNotification, previewNotification } from './outbox.ts';
import {
  findBalances,
  findInvoices,
  findNotifications,
  findPayouts,
  findRefunds,
  findShops,
  viewOfShop,
} from './queries.ts';
import { type OpenExchange, receiveCut, receiveRequest } from './receive.ts';
import { applyPatch, remember } from './remember.ts';
import { changeReadings, compileRules } from './rules.ts';
import { accountKey, createStore } from './store.ts';
import type {
  DueAttempt,
  DueNotification,
  GatewayCore,
  GatewayOptions,
  GatewayPorts,
  ShopPatch,
  ShopView,
} from './types.ts';
import { viewOfInvoice, viewOfPayout, viewOfToken } from './view-of.ts';
import type { Due, World } from './world.ts';

function isWanted(world: World, due: Due): boolean {
  if (due.kind === 'step') return !isFinal(world, due.subject);
  return due.notification.state === 'due' && due.notification.nextAt === due.at;
}

/** How the journal names the end of an exchange. */
function outcomeOf(open: OpenExchange, how: 'sent' | 'client-closed' | 'failed') {
  const { kind } = open.answer;
  if (kind === 'hold') return 'held';
  if (kind !== 'respond') return kind === 'reset' ? 'reset' : 'closed';
  if (how !== 'sent') return 'closed';
  return open.answer.cutAfterBytes === undefined ? 'answered' : 'truncated';
}

function emitAnswer(
  world: World,
  open: OpenExchange,
  how: 'sent' | 'client-closed' | 'failed',
  latencyMs: number,
): void {
  const { rendered, answer } = open;
  const { secrets } = world.store;
  const event: EventBody & { kind: 'answer' } = {
    kind: 'answer',
    exchange: answer.exchange,
    operation: open.operation,
    outcome: outcomeOf(open, how),
    status: rendered?.status ?? null,
    headers: rendered?.headers ?? {},
    body: rendered === undefined ? null : maskText(rendered.body, secrets),
    result: rendered?.result ?? null,
    errorCode: rendered?.errorCode ?? null,
    committed: open.committed,
    shopId: open.shopId,
    ended: how,
    latencyMs,
    fault: open.fault,
  };
  world.ports.emit(Object.assign(event, open.named));
}

function patchShop(world: World, id: number | string, patch: ShopPatch): ShopView | undefined {
  let view: ShopView | undefined;
  for (const base of ['production', 'test'] as const) {
    const account = world.store.accounts.get(accountKey(base, id));
    if (account === undefined) continue;
    applyPatch(account, patch);
    world.memory.put('shop', account.id, account.patch);
    view ??= viewOfShop(account);
  }
  if (view === undefined) return undefined;
  world.ports.emit({
    kind: 'state',
    object: 'shop',
    id: view.id,
    shopId: view.id,
    from: null,
    to: view.active === false ? 'inactive' : 'active',
    cause: 'script',
    entity: { ...view },
  });
  return view;
}

/** What was due and had to wait for its receiver, unless it is wanted no more. */
function takePutOff(world: World, { id, at }: DueNotification): DueAttempt[] {
  const notification = world.store.notifications.get(id);
  if (notification === undefined || !isWanted(world, { kind: 'attempt', notification, at })) return [];
  return attemptsOf(world, notification);
}

/**
 * A gateway without any I/O: it answers requests, moves its objects by their tables, and says which
 * notifications are due. Time, randomness, the journal and faults are given to it.
 */
export function createGateway(options: GatewayOptions, ports: GatewayPorts): GatewayCore {
  const memory = createMemory(options.remembers ?? false, () => world);
  const world: World = {
    options,
    ports,
    memory,
    store: createStore(options.shops, memory, options.retainFinished),
    ids: createIds(options.seed),
    agenda: createAgenda((due) => isWanted(world, due)),
    readings: options.readings,
    rules: compileRules(options.readings, options.maxRequestBytes),
  };
  const { store } = world;
  const given = new Map(Object.entries(options.readings));
  const open = new Map<string, OpenExchange>();
  const meter = { second: 0, count: 0 };
  return {
    receive(request) {
      if (request.bodyProblem === 'aborted') return receiveCut(world, request);
      const exchange = receiveRequest(world, request, meter);
      open.set(exchange.answer.exchange, exchange);
      return exchange.answer;
    },
    completed(id, how, latencyMs) {
      const exchange = open.get(id);
      if (exchange === undefined) return;
      open.delete(id);
      emitAnswer(world, exchange, how, latencyMs);
    },
    act: (action) => act(world, action),
    nextDueAt: () => world.agenda.nextAt(),
    takeDue: (most = Number.POSITIVE_INFINITY, putsOff = () => false) =>
      takeDueAttempts(world, (due) => carryOutStep(world, due), most, putsOff),
    takePutOff: (due) => takePutOff(world, due),
    settle: (attempt, reply) => settleAttempt(world, attempt, reply),
    accepts: (reply) => reply.outcome === 'replied' && acceptsReply(reply, world.readings),
    resend(id) {
      const notification = store.notifications.get(id);
      return notification === undefined ? undefined : takeAgain(world, notification);
    },
    cancel(id) {
      const notification = store.notifications.get(id);
      if (notification === undefined) return false;
      const active = notification.state === 'due' || notification.state === 'in-flight';
      if (active) endNotification(world, notification, 'cancelled');
      return active;
    },
    previewNotification(paymentId, status) {
      const invoice = store.invoices.get(paymentId);
      return invoice === undefined ? undefined : previewNotification(world, invoice, status);
    },
    invoices: (query = {}) => findInvoices(world, query),
    invoice(paymentId) {
      const invoice = store.invoices.get(paymentId);
      return invoice === undefined ? undefined : viewOfInvoice(world, invoice);
    },
    refunds: (query = {}) => findRefunds(world, query),
    payouts: (query = {}) => findPayouts(world, query),
    payout(payoutId) {
      const payout = store.payouts.get(payoutId);
      return payout === undefined ? undefined : viewOfPayout(world, payout);
    },
    tokens: () => [...store.tokens.values()].map(viewOfToken),
    notifications: (query = {}) => findNotifications(world, query),
    balances: (shopId) => findBalances(world, shopId),
    shops: () => findShops(world),
    setShop: (id, patch) => patchShop(world, id, patch),
    readings: () => world.readings,
    setReadings(values) {
      changeReadings(world, values);
      const changed = Object.entries(values).filter(([id, value]) => value !== given.get(id));
      memory.put('readings', 0, Object.fromEntries(changed));
    },
    remember: (rows) => remember(world, rows),
    changes: () => memory.take(),
  };
}
