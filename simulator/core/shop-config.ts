/** Texts by language code. */
export type Texts = Readonly<Record<string, string>>;

/** A field that a payway needs besides the usual ones (specification, Extra-field descriptor). */
export interface FieldDescriptor {
  regex: string;
  prefix?: string;
  title?: string;
  label?: Texts;
  comment?: Texts;
  example?: string;
}

/** A fee: `percent` of the amount and a fixed sum, decimal text. */
export interface Fee {
  percent: string;
  fix: string;
}

/** What one unit of a currency of the shop, by its numeric code, is worth in another one: decimal text above 0. */
export type Rates = Readonly<Record<string, string>>;

/** Where the recipient of a payout is sent (specification, Payout creation record: `redirect_info`). */
export interface Redirect {
  method: string;
  url: string;
  data: Readonly<Record<string, string>>;
}

/** A payment way. Amounts are decimal text in its currency. */
export interface Payway {
  id: number;
  alias: string;
  name: string;
  /** What invoice/try answers as `paymethod_id`. Default: the payway's own id. */
  paymethodId?: number;
  /** Numeric ISO 4217 code. */
  currency: number;
  minAmount: string;
  maxAmount: string;
  /** All fees of a payment. For payouts: what the shop pays on top, or the recipient gets less. */
  fee: Fee;
  /** The shop's share of each part of a payment's fee, from 0 to 1; the payer pays the rest on top of the amount. */
  feePart: Fee;
  /** Not active: error code 2. */
  active: boolean;
  /** Not available: error code 3. */
  available: boolean;
  twoStep: boolean;
  recurrent: boolean;
  addOns: Readonly<Record<string, FieldDescriptor>>;
  accountInfo: Readonly<Record<string, FieldDescriptor>>;
  /** What invoice/try says for the payer's form (Endpoints, invoice/try). Default: nothing. */
  info?: Readonly<Record<string, unknown>>;
  manual?: Texts;
  warning?: Readonly<Record<string, unknown>>;
  /** Currencies of the shop that the payway exchanges into its own, at these rates, in payments and payouts. Default: none. */
  rates?: Rates;
  /** The other currency in which payments are settled with the shop, from each of these. Default: not settled so. */
  settlement?: { readonly currency: number; readonly rates: Rates };
  /** What `redirect_info` says of a payout. Default: no address. */
  redirect?: Redirect;
}

/** Sums in one currency, decimal text. Their total is what the shop owns. */
export interface BalanceSums {
  available: string;
  frozen?: string;
  hold?: string;
}

/** A shop as the gateway knows it. */
export interface ShopConfig {
  id: number;
  secret: string;
  /** The secret of the test base; the same as the other's where it is left out. */
  testSecret?: string;
  active?: boolean;
  /** Where notifications go that name no address of their own. */
  callbackUrl?: string;
  /** Format of notifications; default JSON. */
  notifications?: 'json' | 'form';
  /** Default: both. */
  permissions?: { recurrent: boolean; balance: boolean };
  /** Payment ways to pay in. */
  inputs: readonly Payway[];
  /** Payment ways to pay out. */
  outputs: readonly Payway[];
  /** By numeric currency code. */
  balances: Readonly<Record<string, BalanceSums>>;
}
