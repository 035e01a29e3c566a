import { type Magic, magicOf } from '../../protocol/magic.ts';
import { looksLikeCard, maskCard } from '../../protocol/masking.ts';
import { mockServerOf } from '../../protocol/mock-server.ts';
import { isWireObject } from '../../protocol/wire.ts';
import { type Call, type Outcome, type Refusal, refuse, requiredText, textField, withCode } from '../call.ts';
import { emitSubject, move, moveBalance } from '../change.ts';
import type { Payout } from '../entities.ts';
import { Big, type PayoutSides, payoutSides, shortest } from '../money.ts';
import { moneyNumber, payoutRecord } from '../records.ts';
import { planSteps, STEP_MS, startScript, stepScript } from '../scripts.ts';
import type { Payway, Redirect } from '../shop-config.ts';
import { members, num } from '../wire-values.ts';
import type { World } from '../world.ts';
import { describeExtras } from './describe.ts';
import { findPayway, isRefusal, judgeAccountInfo, judgeAmount, judgeCurrency } from './payways.ts';

interface Quote extends PayoutSides {
  payway: Payway;
}

/** What a payout costs and brings, or why it cannot be made. */
function quote(world: World, call: Call): Quote | Refusal {
  const payway = findPayway(world, call, 'outputs');
  if (isRefusal(payway)) return payway;
  const creates = call.operation.id === 'withdraw/create';
  const refused =
    judgeCurrency(world, call, payway, 'shop_currency') ??
    (creates ? judgeAccountInfo(world, payway.accountInfo, call.fields) : undefined);
  if (refused !== undefined) return refused;
  const sides = payoutSides(
    requiredText(call.fields, 'amount'),
    requiredText(call.fields, 'amount_type'),
    payway,
    Number(requiredText(call.fields, 'shop_currency')),
  );
  const outside = judgeAmount(world, call, payway, sides.passed.toFixed());
  if (outside !== undefined) return outside;
  return sides.payeeReceive.gt(0) ? { payway, ...sides } : refuse('amount', 4, 'Nothing is left after fees');
}

/** withdraw/try. */
export function tryPayout(world: World, call: Call): Outcome {
  const quoted = quote(world, call);
  if ('ok' in quoted) return quoted;
  const asText = world.readings['withdraw-try.shop-write-off'] === 'text';
  const data = members({
    account_info_config: describeExtras(quoted.payway.accountInfo),
    payee_receive: moneyNumber(world, quoted.payeeReceive),
    ps_currency: num(quoted.payway.currency),
    shop_currency: num(requiredText(call.fields, 'shop_currency')),
    shop_write_off: asText ? shortest(quoted.shopWriteOff) : moneyNumber(world, quoted.shopWriteOff),
    ...(world.readings['withdraw-try.info'] === 'empty-object' ? { info: members({}) } : {}),
  });
  return { ok: true, data, named: {} };
}

function samePayout(call: Call, first: Payout): boolean {
  const same = (field: string, value: string): boolean => textField(call.fields, field) === value;
  const account = requiredText(call.fields, 'account');
  return (
    same('payway', first.payway) &&
    same('amount_type', first.amountType) &&
    same('shop_currency', String(first.shopCurrency)) &&
    (looksLikeCard(account) ? maskCard(account) : account) === first.recipient &&
    new Big(first.amount).eq(requiredText(call.fields, 'amount'))
  );
}

function judgeUnique(world: World, call: Call, id: string): Refusal | Payout | undefined {
  const first = call.account.payouts.get(id);
  if (first !== undefined && world.readings['create.repeat'] === 'same-answer' && samePayout(call, first)) {
    return first;
  }
  if (first === undefined && !call.account.usedIds.has(`payout ${id}`)) return undefined;
  const message = 'Operation is not unique: shop_payment_id was used before';
  return refuse('uniqueness', world.readings['error.duplicate-id'], message);
}

function judgeBalance(world: World, call: Call, quoted: Quote): Refusal | undefined {
  const currency = Number(requiredText(call.fields, 'shop_currency'));
  const available = call.account.balances.get(currency)?.available ?? new Big(0);
  if (quoted.shopWriteOff.lte(available)) return undefined;
  const message = `Insufficient balance: ${shortest(available)} available, ${shortest(quoted.shopWriteOff)} needed`;
  return refuse('state', world.readings['error.insufficient-balance'], message);
}

function addPayout(world: World, call: Call, quoted: Quote): Payout {
  const { fields, account } = call;
  const recipient = requiredText(fields, 'account');
  const forced = call.plan?.forcedId;
  const wall = world.ports.clock.wall();
  const payout: Payout = {
    kind: 'payout',
    account,
    payoutId: forced !== undefined && !world.store.payouts.has(forced) ? forced : world.ids.payout(),
    shopPaymentId: requiredText(fields, 'shop_payment_id'),
    status: Number(world.readings['payout.initial-status']),
    amount: requiredText(fields, 'amount'),
    amountType: requiredText(fields, 'amount_type'),
    payway: quoted.payway.alias,
    recipient: looksLikeCard(recipient) ? maskCard(recipient) : recipient,
    accountDetails: isWireObject(fields.account_details)
      ? ((call.shown.account_details as Record<string, unknown> | undefined) ?? null)
      : null,
    description: textField(fields, 'description') ?? null,
    currency: quoted.payway.currency,
    shopCurrency: Number(requiredText(fields, 'shop_currency')),
    payeeReceive: quoted.payeeReceive,
    shopWriteOff: quoted.shopWriteOff,
    errorCode: 0,
    asked: 0,
    created: wall,
    updated: wall,
    revision: world.ids.revision(),
  };
  account.payouts.set(payout.shopPaymentId, payout);
  world.store.payouts.set(payout.payoutId, payout);
  world.store.openPayouts.add(payout);
  const frozen = payout.shopWriteOff;
  moveBalance(world, account, payout.shopCurrency, { available: frozen.times(-1), frozen }, 'request');
  emitSubject(world, payout, null, 'request', null);
  return payout;
}

/** What the suffix of the payway's alias or a documented account makes happen. */
function magicOfPayout(world: World, call: Call): Magic | undefined {
  if (!world.options.magic) return undefined;
  return (
    mockServerOf(requiredText(call.fields, 'payway'))?.does.payout ??
    magicOf('account', requiredText(call.fields, 'account'))
  );
}

/** What becomes of a new payout by itself: a fault's sequence, a magic account, or the autopilot. */
function planFuture(world: World, call: Call, payout: Payout): void {
  const statuses = call.plan?.statuses;
  const magic = magicOfPayout(world, call);
  if (statuses !== undefined) startScript(world, payout, statuses.sequence);
  else if (magic?.kind === 'statuses') {
    const [first = 1, ...rest] = magic.sequence;
    if (rest.length === 0) move(world, payout, first, { cause: 'magic' });
    else planSteps(world, payout, magic.sequence, 'magic', { stepMs: STEP_MS.payout });
  } else if (world.options.behaviour === 'autopilot') {
    planSteps(world, payout, [3, 5], 'payment-system', { stepMs: STEP_MS.payout });
  }
}

/** Where the payout's recipient is sent: what the payway says, or a documented account. */
function redirectOf(world: World, payout: Payout): Redirect | undefined {
  const magic = world.options.magic ? magicOf('account', payout.recipient) : undefined;
  if (magic?.kind !== 'statuses' || magic.redirects !== true) {
    return payout.account.outputs.get(payout.payway)?.redirect;
  }
  const url = `${world.options.publicOrigin()}/payout/${payout.payoutId}`;
  return { method: 'GET', url, data: { ticket: `T-${payout.payoutId}` } };
}

function redirectInfo(world: World, payout: Payout): Record<string, null | ReturnType<typeof members>> {
  const redirect = redirectOf(world, payout);
  if (redirect !== undefined) {
    const { method, url } = redirect;
    return { redirect_info: members({ data: members({ ...redirect.data }), method, url }) };
  }
  const reading = world.readings['payout.redirect-info'];
  if (reading === 'missing') return {};
  if (reading === 'null') return { redirect_info: null };
  const data =
    world.readings['payout.redirect-keys'] === 'free' ? members({ ticket: 'T-1', step: '1' }) : members({});
  return { redirect_info: members({ data, method: null, url: null }) };
}

function answerOf(world: World, payout: Payout, held: boolean): Outcome {
  const { payoutId, shopPaymentId } = payout;
  const available = payout.account.balances.get(payout.shopCurrency)?.available ?? new Big(0);
  const data = members({
    id: num(payoutId),
    balance: moneyNumber(world, available),
    payee_receive: moneyNumber(world, payout.payeeReceive),
    ps_currency: num(payout.currency),
    shop_currency: num(payout.shopCurrency),
    shop_payment_id: shopPaymentId,
    shop_write_off: moneyNumber(world, payout.shopWriteOff),
    status: num(payout.status),
    ...redirectInfo(world, payout),
  });
  return { ok: true, data, named: { payoutId, shopPaymentId }, held };
}

/** A request that the gateway loses. */
const unanswered = { ok: true, data: null, held: true, committed: false } as const;

/** withdraw/create: the sum is frozen until the payout is final. */
export function createPayout(world: World, call: Call): Outcome {
  const quoted = quote(world, call);
  if ('ok' in quoted) return quoted;
  const id = requiredText(call.fields, 'shop_payment_id');
  const first = judgeUnique(world, call, id);
  if (first !== undefined) return isRefusal(first) ? first : answerOf(world, first, false);
  const magic = magicOfPayout(world, call);
  if (magic?.kind === 'error') return refuse('state', magic.code);
  const lost = magic?.kind === 'read-timeout';
  if (lost && !magic.committed) return { ...unanswered, named: { shopPaymentId: id } };
  const poor = judgeBalance(world, call, quoted);
  if (poor !== undefined) return poor;
  const payout = addPayout(world, call, quoted);
  planFuture(world, call, payout);
  return withCode(answerOf(world, payout, lost), magic);
}

function statusOf(world: World, call: Call, payout: Payout | undefined): Outcome {
  if (payout === undefined || payout.account !== call.account) {
    return refuse('state', world.readings['error.absent-payout'], 'Operation is not found');
  }
  payout.asked += 1;
  world.memory.touch(payout);
  const statuses = call.plan?.statuses;
  if (statuses === undefined) stepScript(world, payout);
  else startScript(world, payout, statuses.sequence);
  const { payoutId, shopPaymentId } = payout;
  return { ok: true, data: payoutRecord(world, payout), named: { payoutId, shopPaymentId } };
}

/** withdraw/status. */
export function payoutById(world: World, call: Call): Outcome {
  return statusOf(world, call, world.store.payouts.get(Number(requiredText(call.fields, 'withdraw_id'))));
}

/** withdraw/shop_payment_status. */
export function payoutByShopId(world: World, call: Call): Outcome {
  return statusOf(world, call, call.account.payouts.get(requiredText(call.fields, 'shop_payment_id')));
}
