import type { PayerAction } from '../../core/types.ts';

/** What one button of the payer's pages does. */
export interface Choice {
  /** What the payer does, in order. */
  readonly actions: readonly PayerAction[];
  /** Where the payer goes then: back to the shop at once, or to a page from which to go back later. */
  readonly then: 'return' | 'stay';
  readonly says: string;
}

const choice = (says: string, actions: readonly PayerAction[], then: Choice['then'] = 'return'): Choice => ({
  says,
  actions,
  then,
});

/** The buttons of the payment page, by the value that its form sends as `action`. */
export const payChoices: Readonly<Record<string, Choice>> = {
  pay: choice('Pay', ['pay']),
  decline: choice('Decline', ['decline']),
  'insufficient-funds': choice('Insufficient funds', ['insufficient-funds']),
  expire: choice('Let it expire', ['expire']),
  'pay-twice': choice('Pay twice', ['pay', 'pay'], 'stay'),
  'pay-late': choice('Pay, return late', ['pay'], 'stay'),
};

/** The buttons of the 3-D Secure page, by the value that its form sends as `PaRes`. */
export const secureChoices: Readonly<Record<string, Choice>> = {
  Y: choice('Confirm', ['pay']),
  N: choice('Fail', ['fail-3ds']),
  insufficient: choice('Insufficient funds', ['insufficient-funds']),
  expire: choice('Let it expire', ['expire']),
  twice: choice('Confirm twice', ['pay', 'pay'], 'stay'),
  late: choice('Confirm, return late', ['pay'], 'stay'),
};
