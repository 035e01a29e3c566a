import { magicOf } from '../../protocol/magic.ts';
import { mockServerOf } from '../../protocol/mock-server.ts';
import { isWireObject, textOf, type WireObject } from '../../protocol/wire.ts';
import { type Call, type Refusal, refuse, requiredText, textField } from '../call.ts';
import { makePayway } from '../default-shop.ts';
import { paymentSides, shortest } from '../money.ts';
import type { FieldDescriptor, Payway } from '../shop-config.ts';
import { members } from '../wire-values.ts';
import type { World } from '../world.ts';

/** The payways whose names are magic have this id. */
const MAGIC_PAYWAY_ID = 900;

function magicPayway(world: World, alias: string): Payway | Refusal | undefined {
  if (!world.options.magic) return undefined;
  const magic = magicOf('payway', alias);
  if (magic === undefined) return undefined;
  return magic.kind === 'error' ? refuse('payway', magic.code) : makePayway(MAGIC_PAYWAY_ID, alias);
}

/** Payways under the aliases with which they were named: their prices are worked out once for each. */
const mocked = new WeakMap<Payway, Map<string, Payway>>();

/** A payway named with the suffix of the test stand, under the alias as it was sent. */
function mockedPayway(world: World, listed: ReadonlyMap<string, Payway>, alias: string): Payway | undefined {
  const payway = world.options.magic ? listed.get(mockServerOf(alias)?.alias ?? '') : undefined;
  if (payway === undefined) return undefined;
  const known = mocked.get(payway) ?? new Map<string, Payway>();
  mocked.set(payway, known);
  const own = known.get(alias) ?? { ...payway, alias };
  known.set(alias, own);
  return own;
}

/** The payway of a request, or why it cannot be used: 1 not found, 2 not active, 3 not available. */
export function findPayway(world: World, call: Call, direction: 'inputs' | 'outputs'): Payway | Refusal {
  const alias = requiredText(call.fields, 'payway');
  const listed = call.account[direction];
  const payway = listed.get(alias) ?? mockedPayway(world, listed, alias) ?? magicPayway(world, alias);
  if (payway === undefined) return refuse('payway', 1);
  if ('ok' in payway) return payway;
  if (!payway.active) return refuse('payway', 2);
  return payway.available ? payway : refuse('payway', 3);
}

/** Whether something is a refusal. */
export function isRefusal(value: object): value is Refusal {
  return 'ok' in value && value.ok === false;
}

/** The currency must be the payway's own, or one that the payway exchanges into its own. */
export function judgeCurrency(
  world: World,
  call: Call,
  payway: Payway,
  field: 'currency' | 'shop_currency',
): Refusal | undefined {
  const currency = textField(call.fields, field);
  if (currency === undefined || Number(currency) === payway.currency) return undefined;
  if (payway.rates?.[Number(currency)] !== undefined) return undefined;
  const message = `Payway ${payway.alias} has currency ${payway.currency}, not ${currency}`;
  return refuse('payway', world.readings['error.currency'], message);
}

const oneDigit = (amount: string): string => {
  const text = shortest(amount);
  return text.includes('.') ? text : `${text}.0`;
};

/** Codes 4 and 5: the range of the payway (Limits), for a sum in the payway's currency unless a rate is given. */
export function judgeAmount(
  world: World,
  call: Call,
  payway: Payway,
  passed: string = requiredText(call.fields, 'amount'),
  currency: number = payway.currency,
): Refusal | undefined {
  const magic = world.options.magic ? magicOf('amount', requiredText(call.fields, 'amount')) : undefined;
  if (magic?.kind === 'error') return refuse('amount', magic.code);
  const { range } = paymentSides(passed, payway, currency);
  if (range === 'within') return undefined;
  const what = call.operation.about === 'payout' ? 'ps_amount' : 'Payer price amount';
  return range === 'below'
    ? refuse('amount', 4, `${what} is too small, min: ${oneDigit(payway.minAmount)}`)
    : refuse('amount', 5, `${what} is too big, max: ${oneDigit(payway.maxAmount)}`);
}

const patterns = new Map<string, RegExp | undefined>();

/** A pattern that does not compile accepts everything: it is the operator's mistake, not the merchant's. */
function patternOf(regex: string): RegExp | undefined {
  if (!patterns.has(regex)) {
    let pattern: RegExp | undefined;
    try {
      pattern = new RegExp(`^(?:${regex})$`, 'u');
    } catch {
      pattern = undefined;
    }
    patterns.set(regex, pattern);
  }
  return patterns.get(regex);
}

/** Whether a value is what a descriptor asks for, by the reading `create.addons-prefix`. */
function fits(world: World, descriptor: FieldDescriptor, value: string): boolean {
  const pattern = patternOf(descriptor.regex);
  if (pattern === undefined) return true;
  const { prefix = '' } = descriptor;
  if (prefix === '') return pattern.test(value);
  const reading = world.readings['create.addons-prefix'];
  const after = value.startsWith(prefix) ? value.slice(prefix.length) : undefined;
  if (reading === 'with-prefix') return after !== undefined && (pattern.test(value) || pattern.test(after));
  if (reading === 'after-prefix') return pattern.test(value);
  return pattern.test(value) || (after !== undefined && pattern.test(after));
}

/** Judges the values of a payway's extra fields (Extra-field descriptor). */
export function judgeExtras(
  world: World,
  descriptors: Readonly<Record<string, FieldDescriptor>>,
  values: WireObject,
  where: string,
): Refusal | undefined {
  const wrong: string[] = [];
  for (const [name, descriptor] of Object.entries(descriptors)) {
    const text = textOf(values[name]);
    if (text === undefined || text === '') wrong.push(`${where}${name}="It is required by the payway"`);
    else if (!fits(world, descriptor, text)) {
      wrong.push(`${where}${name}="It does not match ${descriptor.regex}"`);
    }
  }
  if (wrong.length === 0) return undefined;
  const message = `Incorrect values for parameters: ${wrong.join(', ')}`;
  return refuse('fields', world.readings['error.bad-parameter'], message);
}

/** The entry `account` describes the request's own field of that name, the others members of `account_details`. */
export function judgeAccountInfo(
  world: World,
  { account, ...more }: Payway['accountInfo'],
  fields: WireObject,
): Refusal | undefined {
  const details = isWireObject(fields.account_details) ? fields.account_details : members({});
  return (
    (account === undefined ? undefined : judgeExtras(world, { account }, fields, '')) ??
    judgeExtras(world, more, details, 'account_details.')
  );
}
