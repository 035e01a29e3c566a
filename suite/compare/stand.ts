import {
  defaultShop,
  type FieldDescriptor,
  isWireObject,
  makePayway,
  type Payway,
  type Rates,
  type ShopConfig,
  stringifyWire,
  type Texts,
  textOf,
  type WireObject,
  type WireValue,
} from '../../simulator/index.ts';
import type { RecordedExchange } from './recorded.ts';

/** So much of each currency that no payout is refused for it. */
const ENOUGH = '1000000000.00';

const dataOf = ({ answer }: RecordedExchange): WireObject | undefined =>
  isWireObject(answer.data) ? answer.data : undefined;

/** The payways that an answer about a shop's payways lists, by alias. */
function listed({ answer }: RecordedExchange): [alias: string, WireObject][] {
  const groups = Array.isArray(answer.data) ? answer.data : [];
  return groups.filter(isWireObject).flatMap(({ payways }) =>
    (Array.isArray(payways) ? payways : []).filter(isWireObject).flatMap((payway): [string, WireObject][] => {
      const alias = textOf(payway.alias);
      return alias === undefined ? [] : [[alias, payway]];
    }),
  );
}

/** Texts by language. */
const textsIn = (value: WireValue | undefined): Texts | undefined =>
  isWireObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, text]) => [name, textOf(text) ?? '']))
    : undefined;

/** Fields that a payway needs, as they were listed. */
function descriptors(value: WireValue | undefined): Record<string, FieldDescriptor> {
  if (!isWireObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]): [string, FieldDescriptor][] => {
      if (!isWireObject(each)) return [];
      const found = {
        regex: textOf(each.regex) ?? '',
        prefix: textOf(each.prefix),
        title: textOf(each.title),
        label: textsIn(each.label),
        comment: textsIn(each.comment),
        example: textOf(each.example),
      };
      const present = Object.entries(found).filter(([, member]) => member !== undefined);
      return [[name, Object.fromEntries(present) as unknown as FieldDescriptor]];
    }),
  );
}

const ONE_ID = /^[1-9]\d{0,8}$/;

/** What an answer says for the payer's form, as plain JSON. */
function said(exchange: RecordedExchange): Pick<Payway, 'info' | 'manual' | 'warning'> {
  const { info, manual, warning } = dataOf(exchange) ?? {};
  return Object.fromEntries(
    Object.entries({ info, manual, warning })
      .filter(([, value]) => isWireObject(value) && Object.keys(value).length > 0)
      .map(([name, value]) => [name, JSON.parse(stringifyWire(value ?? null)) as unknown]),
  );
}

const decimal = (value: WireValue | undefined): string | undefined => {
  const text = textOf(value);
  return text !== undefined && /^\d+(\.\d+)?$/.test(text) ? text : undefined;
};

/** The shop's share of a fee; all of it where no share was listed. */
function share(value: WireValue | undefined): string {
  const part = decimal(value);
  return part !== undefined && Number(part) <= 1 ? part : '1';
}

function payway(
  id: number,
  alias: string,
  { currency, rates, paymethodId, tried }: Used,
  listed: WireObject | undefined,
): Payway {
  const known = listed ?? tried?.fields;
  const recordedId = textOf(known?.id) ?? '';
  const fee = isWireObject(known?.fee_config) ? known.fee_config : {};
  const part = isWireObject(known?.fee_part_config) ? known.fee_part_config : {};
  const limits = { minAmount: decimal(known?.min_amount), maxAmount: decimal(known?.max_amount) };
  return makePayway(ONE_ID.test(recordedId) ? Number(recordedId) : id, alias, {
    currency: Number(textOf(known?.currency) ?? currency),
    ...(limits.minAmount === undefined ? {} : { minAmount: limits.minAmount }),
    ...(limits.maxAmount === undefined ? {} : { maxAmount: limits.maxAmount }),
    fee: { percent: decimal(fee.percent) ?? '0', fix: decimal(fee.fix) ?? '0' },
    feePart: { percent: share(part.percent_part), fix: share(part.fix_part) },
    active: !['false', 'False'].includes(textOf(known?.is_active) ?? ''),
    addOns: descriptors(known?.add_ons_config),
    accountInfo: descriptors(known?.account_info_config),
    rates,
    ...tried?.said,
    ...(paymethodId === undefined ? {} : { paymethodId }),
  });
}

/** What the use of a payway shows of it. */
interface Used {
  readonly currency: number;
  /** What it made of other currencies. */
  readonly rates: Rates;
  readonly paymethodId?: number;
  /** What a try answered: its extra fields, where no list has the payway, and what it said for the payer's form. */
  readonly tried?: {
    readonly fields: WireObject;
    readonly said: Pick<Payway, 'info' | 'manual' | 'warning'>;
  };
}

/** So many digits after the point has a rate that is worked out of two sums. */
const RATE_DIGITS = 10;

/** The rate at which an answer exchanged the sum of its request, where it did. */
function rateIn({ operation, request, answer }: RecordedExchange, from: string | undefined): Rates {
  if (from === undefined || !isWireObject(answer.data)) return {};
  const { data } = answer;
  const [before, after] =
    operation === 'invoice/try'
      ? [decimal(request.amount), decimal(data.payer_price)]
      : [decimal(data.shop_write_off), decimal(data.payee_receive)];
  const rate = Number(after) / Number(before);
  const isExchanged = textOf(data.ps_currency) !== from && Number.isFinite(rate) && rate > 0;
  return isExchanged ? { [from]: rate.toFixed(RATE_DIGITS) } : {};
}

const isTry = ({ operation, answer }: RecordedExchange): boolean =>
  operation.endsWith('/try') && answer.result === true;

/** The extra fields in the answer to a try, under the names that a list has them by. */
function triedFields(exchange: RecordedExchange): WireObject {
  const { add_ons_config = null, account_info_config = null } = dataOf(exchange) ?? {};
  return { add_ons_config, account_info_config };
}

/** There is no such payway. */
const NO_PAYWAY = '1';

/** The payways for payments, or for payouts, that were used or listed. */
function paywaysOf(
  exchanges: readonly RecordedExchange[],
  side: { readonly used: RegExp; readonly list: string; readonly currency: string; readonly from: number },
): Payway[] {
  const known = new Map(exchanges.filter(({ operation }) => operation === side.list).flatMap(listed));
  const uses = new Map<string, Used>([...known.keys()].map((alias) => [alias, { currency: 643, rates: {} }]));
  const used = exchanges.filter(({ operation }) => side.used.test(operation));
  const unknown = new Set(
    used
      .filter(({ answer }) => textOf(answer.error_code) === NO_PAYWAY)
      .map(({ request }) => textOf(request.payway)),
  );
  for (const exchange of used) {
    const alias = textOf(exchange.request.payway);
    if (alias === undefined || unknown.has(alias)) continue;
    const from = textOf(exchange.request[side.currency]);
    const before = uses.get(alias);
    const paymethodId = textOf(dataOf(exchange)?.paymethod_id);
    uses.set(alias, {
      ...before,
      currency: Number(textOf(dataOf(exchange)?.ps_currency) ?? from ?? before?.currency ?? 643),
      rates: { ...before?.rates, ...rateIn(exchange, from) },
      ...(paymethodId === undefined ? {} : { paymethodId: Number(paymethodId) }),
      ...(isTry(exchange) ? { tried: { fields: triedFields(exchange), said: said(exchange) } } : {}),
    });
  }
  return [...uses].map(([alias, used], index) => payway(side.from + index, alias, used, known.get(alias)));
}

/**
 * Shops as the recording shows them: with the payways that were used or listed and enough money. What it does not show
 * is ordinary. A shop that the gateway did not know (code 11) is not set up.
 */
export function shopsOf(
  exchanges: readonly RecordedExchange[],
  secretOf: (id: number) => string,
): ShopConfig[] {
  const shopOf = ({ request }: RecordedExchange): number => Number(textOf(request.shop_id));
  return [...new Set(exchanges.map(shopOf))].flatMap((id) => {
    const own = exchanges.filter((exchange) => shopOf(exchange) === id);
    const isKnown = own.some(({ answer }) => textOf(answer.error_code) !== '11');
    if (!Number.isSafeInteger(id) || id < 1 || !isKnown) return [];
    const outputs = paywaysOf(own, {
      used: /^(withdraw\/|check_account)/,
      list: 'shop_output_config/shop',
      currency: 'shop_currency',
      from: 201,
    });
    const inputs = paywaysOf(own, {
      used: /^invoice\//,
      list: 'shop_input_config/shop',
      currency: 'currency',
      from: 101,
    });
    const currencies = own.flatMap(({ request }) => textOf(request.shop_currency) ?? []);
    const balances = Object.fromEntries([...currencies, '643'].map((code) => [code, { available: ENOUGH }]));
    return [{ ...defaultShop(id, secretOf(id)), inputs, outputs, balances }];
  });
}
