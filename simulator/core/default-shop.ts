import type { FieldDescriptor, Payway, ShopConfig } from './shop-config.ts';

const NOTHING = { percent: '0', fix: '0' } as const;
/** As a share of a fee. */
const ALL = { percent: '1', fix: '1' } as const;

/**
 * A payway with ordinary values: rubles, 0.01 to 100 000 000, no fees (and the shop's all), active, available, two-step and
 * recurrent. `id` and `alias` are needed; the rest is changed as wanted.
 */
export function makePayway(id: number, alias: string, changes: Partial<Payway> = {}): Payway {
  return {
    id,
    alias,
    name: alias,
    currency: 643,
    minAmount: '0.01',
    maxAmount: '100000000.00',
    fee: NOTHING,
    feePart: ALL,
    active: true,
    available: true,
    twoStep: true,
    recurrent: true,
    addOns: {},
    accountInfo: {},
    ...changes,
  };
}

const phone: FieldDescriptor = {
  label: { en: 'Phone', ru: 'Телефон' },
  comment: { en: 'Ten digits after the country code', ru: 'Десять цифр после кода страны' },
  example: '9001234567',
  regex: '^\\d{10}$',
  prefix: '7',
};

const bic: FieldDescriptor = { regex: '^\\d{9}$', title: 'BIC of the bank' };

const FEE_5 = { percent: '5', fix: '0' } as const;
const FEE_4 = { percent: '4', fix: '0' } as const;

/** Four digits, so that what is exchanged has to be rounded. */
const RUBLE_IN_DOLLARS = '0.0123';

const INPUTS: readonly Payway[] = [
  makePayway(101, 'card_rub', { name: 'Bank card', fee: FEE_5 }),
  makePayway(102, 'phone_rub', {
    name: 'Mobile phone',
    fee: FEE_4,
    feePart: NOTHING,
    addOns: { phone },
    info: { confirmation: 'sms' },
    manual: { en: 'Answer the message of your operator.', ru: 'Ответьте на сообщение оператора.' },
    warning: { en: 'The operator adds its fee.', ru: 'Оператор добавит свою комиссию.' },
    twoStep: false,
    recurrent: false,
  }),
  makePayway(103, 'card_usd', { name: 'Bank card, dollars', currency: 840 }),
  makePayway(104, 'card_kzt', { name: 'Bank card, tenge', currency: 398 }),
  makePayway(105, 'card_jpy', { name: 'Bank card, yen', currency: 392, minAmount: '1' }),
  makePayway(106, 'card_kwd', { name: 'Bank card, Kuwaiti dinar', currency: 414, minAmount: '0.001' }),
  makePayway(107, 'wallet_rub', { name: 'Wallet', twoStep: false, recurrent: false }),
  makePayway(108, 'closed_rub', { name: 'Closed', active: false }),
  makePayway(109, 'away_rub', { name: 'Away', available: false }),
  makePayway(110, 'narrow_rub', { name: 'Narrow', minAmount: '10.00', maxAmount: '20.00' }),
  makePayway(111, 'settled_rub', {
    name: 'Bank card, settled in dollars',
    settlement: { currency: 840, rates: { 643: RUBLE_IN_DOLLARS } },
  }),
];

const OUTPUTS: readonly Payway[] = [
  makePayway(201, 'card_rub', { name: 'To a bank card', fee: FEE_5 }),
  makePayway(202, 'phone_rub', { name: 'To a mobile phone' }),
  makePayway(203, 'card_usd', { name: 'To a bank card, dollars', currency: 840 }),
  makePayway(204, 'card_kzt', { name: 'To a bank card, tenge', currency: 398 }),
  makePayway(205, 'bank_rub', { name: 'To a bank account', accountInfo: { bic } }),
  makePayway(208, 'closed_rub', { name: 'Closed', active: false }),
  makePayway(209, 'away_rub', { name: 'Away', available: false }),
  makePayway(210, 'narrow_rub', { name: 'Narrow', minAmount: '10.00', maxAmount: '20.00' }),
  makePayway(211, 'exchange_usd', {
    name: 'To a bank card, rubles into dollars',
    currency: 840,
    fee: FEE_5,
    rates: { 643: RUBLE_IN_DOLLARS },
  }),
];

/** The balances that a shop starts with. */
const BALANCES = {
  643: { available: '1000000.00' },
  840: { available: '10000.00' },
  398: { available: '5000000.00' },
};

/**
 * A shop with everything: cards in several currencies (card_rub, card_usd, card_kzt, card_jpy, card_kwd),
 * add-ons (phone_rub), account details (bank_rub), an inactive payway (closed_rub), an unavailable one
 * (away_rub), a narrow range (narrow_rub, 10 to 20), a settlement in another currency (settled_rub), payouts in
 * another currency (exchange_usd), and balances in 643, 840 and 398.
 */
export function defaultShop(id: number, secret: string, callbackUrl?: string): ShopConfig {
  return {
    id,
    secret,
    active: true,
    ...(callbackUrl === undefined ? {} : { callbackUrl }),
    notifications: 'json',
    permissions: { recurrent: true, balance: true },
    inputs: INPUTS,
    outputs: OUTPUTS,
    balances: BALANCES,
  };
}
