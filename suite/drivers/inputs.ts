import type { ResolvedConfig } from '../config/index.ts';
import type { OrderInput, PayoutInput } from './shapes.ts';

type Configured = Pick<ResolvedConfig, 'capabilities' | 'profile'>;

/** What somebody wishes for; whatever is left out comes from the profile. */
type Wish<Input extends { readonly reference: string }> = Pick<Input, 'reference'> & {
  readonly [K in keyof Input]?: Input[K] | undefined;
};

/** What `POST /orders` is asked for: 10.50 in the first currency of the profile, by its payway, in one step. */
export function orderInput({ profile }: Configured, wish: Wish<OrderInput>): OrderInput {
  const isHold = wish.mode === 'hold';
  return {
    ...wish,
    mode: isHold ? 'hold' : undefined,
    amount: wish.amount ?? '10.50',
    currency: wish.currency ?? profile.currencies[0] ?? 643,
    payway: wish.payway ?? (isHold ? profile.payways.hold : profile.payways.invoice),
  };
}

/** What `POST /payouts` is asked for: 10.50 in the first currency of the profile, by its payway. */
export function payoutInput({ profile, capabilities }: Configured, wish: Wish<PayoutInput>): PayoutInput {
  const canSet = (type: PayoutInput['amount_type']): boolean => capabilities.includes(`payout.${type}`);
  const usual = canSet('ps_amount') && !canSet('shop_amount') ? 'ps_amount' : 'shop_amount';
  return {
    ...wish,
    amount: wish.amount ?? '10.50',
    amount_type: wish.amount_type ?? usual,
    currency: wish.currency ?? profile.currencies[0] ?? 643,
    payway: wish.payway ?? profile.payways.payout,
    account: wish.account ?? '79001234567',
  };
}
