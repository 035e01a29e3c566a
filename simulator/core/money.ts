import Big from 'big.js';
import { fractionDigits } from '../protocol/currencies.ts';
import { remembered } from '../protocol/remembered.ts';
import type { Fee, Payway } from './shop-config.ts';

export { Big };

const zero = new Big(0);

/** Decimal text in its shortest spelling: `10.50` is `10.5`, `6.00` is `6`. */
export function shortest(amount: Big | string): string {
  return new Big(amount).toFixed();
}

/** Decimal text with at least the fractional digits of the currency. */
export function decimalText(amount: Big | string, currency: number): string {
  const value = new Big(amount);
  const digits = fractionDigits(currency);
  const own = value.toFixed().split('.')[1]?.length ?? 0;
  return value.toFixed(Math.max(digits, own));
}

/** A fee on an amount, rounded half up to the currency's digits. */
export function feeOn(amount: Big, fee: Fee, currency: number): Big {
  if (fee.percent === '0' && fee.fix === '0') return zero;
  return amount.times(fee.percent).div(100).plus(fee.fix).round(fractionDigits(currency), Big.roundHalfUp);
}

/**
 * An amount through a payway: whether it is in its range, what the payer pays, in the payway's currency, and what the
 * shop gets, in its own.
 */
export interface PaymentSides {
  readonly range: 'below' | 'within' | 'above';
  readonly payerPrice: string;
  readonly shopShare: string;
}

const sides = new WeakMap<Payway, Map<number, (amount: string) => PaymentSides>>();
const sidesKept = 500;

/**
 * Both sides of a payment, of an amount in the shop's currency. Fees are the payway's and in its currency; each sum
 * that is exchanged is rounded half up to the digits of its currency, once. A shop's prices come again and again:
 * those of each payway are worked out once.
 */
export function paymentSides(amount: string, payway: Payway, currency: number): PaymentSides {
  const byCurrency = sides.get(payway) ?? new Map<number, (amount: string) => PaymentSides>();
  sides.set(payway, byCurrency);
  let sidesOf = byCurrency.get(currency);
  if (sidesOf === undefined) {
    sidesOf = remembered(sidesKept, (own) => workOut(own, payway, currency));
    byCurrency.set(currency, sidesOf);
  }
  return sidesOf(amount);
}

function rangeOf(sum: Big, payway: Payway): PaymentSides['range'] {
  if (sum.lte(0) || sum.lt(payway.minAmount)) return 'below';
  return sum.gt(payway.maxAmount) ? 'above' : 'within';
}

/** What is left of the fee for the payer (Resources, Payment-way group: `fee_part_config` is the shop's share). */
function payersPart({ fee, feePart }: Payway): Fee {
  const rest = (sum: string, share: string): string => new Big(1).minus(share).times(sum).toFixed();
  return { percent: rest(fee.percent, feePart.percent), fix: rest(fee.fix, feePart.fix) };
}

function workOut(amount: string, payway: Payway, currency: number): PaymentSides {
  const rate = currency === payway.currency ? undefined : payway.rates?.[currency];
  const sum = new Big(amount);
  const passed = rate === undefined ? sum : exchanged(sum, rate, payway.currency);
  const payerFee = feeOn(passed, payersPart(payway), payway.currency);
  const shopFee = feeOn(passed, payway.fee, payway.currency).minus(payerFee);
  const charged =
    rate === undefined ? shopFee : shopFee.div(rate).round(fractionDigits(currency), Big.roundHalfUp);
  const payerPrice = passed.plus(payerFee).toFixed();
  const shopShare = sum.minus(charged).toFixed();
  return {
    range: rangeOf(passed, payway),
    payerPrice: payerPrice === amount ? amount : payerPrice,
    shopShare: shopShare === amount ? amount : shopShare,
  };
}

/** A sum in another currency, one unit being worth `rate` of it: rounded half up to that currency's digits. */
export function exchanged(amount: Big | string, rate: string, into: number): Big {
  return new Big(amount).times(rate).round(fractionDigits(into), Big.roundHalfUp);
}

/** A payout through a payway. `passed` is the sum before fees, in the payway's currency. */
export interface PayoutSides {
  readonly passed: Big;
  readonly payeeReceive: Big;
  readonly shopWriteOff: Big;
}

/**
 * Both sides of a payout (withdraw/try, `amount_type`): what the recipient gets, in the payway's currency, and what is
 * written off, in the shop's. Fees are the payway's and in its currency; what is exchanged is rounded half up, once.
 */
export function payoutSides(
  amount: string,
  amountType: string,
  payway: Payway,
  shopCurrency: number,
): PayoutSides {
  const sum = new Big(amount);
  const rate = shopCurrency === payway.currency ? undefined : payway.rates?.[shopCurrency];
  if (amountType === 'shop_amount') {
    const passed = rate === undefined ? sum : exchanged(sum, rate, payway.currency);
    const fee = feeOn(passed, payway.fee, payway.currency);
    return { passed, payeeReceive: passed.minus(fee), shopWriteOff: sum };
  }
  const whole = sum.plus(feeOn(sum, payway.fee, payway.currency));
  const shopWriteOff =
    rate === undefined ? whole : whole.div(rate).round(fractionDigits(shopCurrency), Big.roundHalfUp);
  return { passed: sum, payeeReceive: sum, shopWriteOff };
}
