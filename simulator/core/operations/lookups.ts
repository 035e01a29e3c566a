import { magicOf } from '../../protocol/magic.ts';
import { isWireObject, type WireObject, type WireValue } from '../../protocol/wire.ts';
import { type Call, type Outcome, refuse, requiredText, textField } from '../call.ts';
import { shortest } from '../money.ts';
import { moneyNumber } from '../records.ts';
import type { Payway } from '../shop-config.ts';
import { members, num } from '../wire-values.ts';
import type { World } from '../world.ts';
import { describeExtras } from './describe.ts';
import { findPayway, isRefusal, judgeAccountInfo, judgeAmount } from './payways.ts';

/** What the payment system says of an account that can be credited, as it was recorded. */
const CREDITABLE = 1;

/** The entries of `account_info_config` that a request already answers: it may leave `account_details` out. */
function answered({ accountInfo }: Payway, { fields }: Call): Payway['accountInfo'] {
  const given = isWireObject(fields.account_details) ? fields.account_details : {};
  const names = Object.keys(accountInfo).filter((name) => name === 'account' || given[name] !== undefined);
  return Object.fromEntries(names.flatMap((name) => (accountInfo[name] ? [[name, accountInfo[name]]] : [])));
}

/** check_account: whether an account can be credited. */
export function checkAccount(world: World, call: Call): Outcome {
  const payway = findPayway(world, call, 'outputs');
  if (isRefusal(payway)) return payway;
  const refused =
    judgeAccountInfo(world, answered(payway, call), call.fields) ?? judgeAmount(world, call, payway);
  if (refused !== undefined) return refused;
  const magic = world.options.magic ? magicOf('account', requiredText(call.fields, 'account')) : undefined;
  const isGood = magic?.kind !== 'error';
  const extraKeys = magic?.kind === 'account-info' ? magic.info : {};
  const isNull = magic?.kind !== 'account-info' && world.readings['check-account.account-info'] === 'null';
  const data = members({
    account_info: isNull ? null : members(extraKeys),
    result: isGood,
    provider_status: num(isGood ? CREDITABLE : magic.code),
  });
  return { ok: true, data, named: {} };
}

function commonFields(world: World, payway: Payway): WireObject {
  return members({
    alias: payway.alias,
    currency: num(payway.currency),
    min_amount: moneyNumber(world, payway.minAmount),
    max_amount: moneyNumber(world, payway.maxAmount),
    fee_config: members({
      percent: moneyNumber(world, payway.fee.percent),
      fix: moneyNumber(world, payway.fee.fix),
    }),
  });
}

function withAddOns(world: World, payway: Payway): Record<string, WireValue> {
  if (Object.keys(payway.addOns).length > 0) return { add_ons_config: describeExtras(payway.addOns) };
  const reading = world.readings['input-config.no-addons'];
  if (reading === 'missing') return {};
  return { add_ons_config: reading === 'null' ? null : members({}) };
}

function inputPayway(world: World, payway: Payway): WireObject {
  const { percent, fix } = payway.feePart;
  const asText = world.readings['input-config.percent-part'] === 'text';
  return members({
    ...commonFields(world, payway),
    is_active: world.readings['input-config.is-active'] === 'text' ? String(payway.active) : payway.active,
    ...withAddOns(world, payway),
    id: num(payway.id),
    fee_part_config: members({
      percent_part: asText ? `${percent}${percent.includes('.') ? '' : '.0'}` : moneyNumber(world, percent),
      // A share, and no sum: it is recorded as `1` where sums are `1.0`.
      fix_part: num(shortest(fix)),
    }),
  });
}

function outputPayway(world: World, payway: Payway): WireObject {
  return members({
    ...commonFields(world, payway),
    account_info_config: describeExtras(payway.accountInfo),
  });
}

function group(name: string, payways: WireObject[]): WireValue {
  return members({ id: num(1), name, rating: num(100), payways });
}

function wanted(world: World, call: Call, all: ReadonlyMap<string, Payway>): Payway[] {
  const alias = textField(call.fields, 'payway');
  const filters = alias !== undefined && world.readings['input-config.payway-filter'] === 'filters';
  return [...all.values()].filter((payway) => !filters || payway.alias === alias);
}

/** shop_input_config/shop: payment ways to pay in. */
export function listInputs(world: World, call: Call): Outcome {
  const payways = wanted(world, call, call.account.inputs).map((payway) => inputPayway(world, payway));
  return { ok: true, data: payways.length === 0 ? [] : [group('Payment ways', payways)], named: {} };
}

/** shop_output_config/shop: payment ways to pay out. */
export function listOutputs(world: World, call: Call): Outcome {
  const known = world.readings['output-config.request'] === 'with-payway';
  const all = known ? wanted(world, call, call.account.outputs) : [...call.account.outputs.values()];
  const payways = all.map((payway) => outputPayway(world, payway));
  if (world.readings['output-config.answer'] === 'flat') return { ok: true, data: payways, named: {} };
  return { ok: true, data: payways.length === 0 ? [] : [group('Payout ways', payways)], named: {} };
}

/** shop_balance: only for shops that may see it. */
export function shopBalance(world: World, call: Call): Outcome {
  const { account } = call;
  if (account.config.permissions?.balance === false) {
    return refuse('payway', world.readings['error.permission'], 'The balance is not available to this shop');
  }
  const balances = [...account.balances.values()].map(({ currency, available, hold, frozen }) =>
    members({
      currency: num(currency),
      available: moneyNumber(world, available),
      hold: moneyNumber(world, hold),
      frozen: moneyNumber(world, frozen),
    }),
  );
  return { ok: true, data: members({ shop_id: num(account.id), balances }), named: {} };
}
