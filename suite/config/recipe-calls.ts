/** What a call of the test interface is about, which says how its answer is read and completed. */
export type Subject = 'order' | 'refund' | 'payout' | 'customer' | 'lookup' | 'jobs';

interface RecipeCall {
  readonly about: Subject;
  /** The call as the documents name it. */
  readonly http: string;
  /** What a recipe's templates may use of what the call is given. */
  readonly variables: readonly string[];
  /** True when it answers any number of them. */
  readonly list?: true;
  readonly says: string;
}

const onOrder = (action: string, says: string): RecipeCall => ({
  about: 'order',
  http: `POST /orders/{order_id}/${action}`,
  variables: ['order_id'],
  says,
});

const amounts = ['amount', 'amount.minor', 'amount.number'];

/** The calls that a recipe may carry out, by the names that driver modules give them. */
export const recipeCalls = {
  createOrder: {
    about: 'order',
    http: 'POST /orders',
    variables: [
      'reference',
      ...amounts,
      'currency',
      'payway',
      'description',
      'mode',
      'customer',
      'save_instrument',
      'instrument_of',
      'extra',
      'card',
      'items',
    ],
    says: 'Makes an order, up to where the payer is sent on.',
  },
  getOrder: {
    about: 'order',
    http: 'GET /orders/{order_id}',
    variables: ['order_id'],
    says: 'Reads an order.',
  },
  findOrders: {
    about: 'order',
    http: 'GET /orders?reference=',
    variables: ['reference'],
    list: true,
    says: 'Finds the orders of a reference.',
  },
  charge: onOrder('charge', 'Charges a held order.'),
  unhold: onOrder('unhold', 'Releases a held order.'),
  cancel: onOrder('cancel', 'Gives an order up.'),
  retry: onOrder('retry', 'Tries an order again.'),
  amend: {
    about: 'order',
    http: 'POST /orders/{order_id}/amend',
    variables: ['order_id', ...amounts],
    says: 'Changes the amount of an order.',
  },
  createRefund: {
    about: 'refund',
    http: 'POST /orders/{order_id}/refunds',
    variables: ['order_id', ...amounts, 'currency'],
    says: 'Asks for a refund.',
  },
  listRefunds: {
    about: 'refund',
    http: 'GET /orders/{order_id}/refunds',
    variables: ['order_id'],
    list: true,
    says: 'Reads the refunds of an order.',
  },
  createPayout: {
    about: 'payout',
    http: 'POST /payouts',
    variables: [
      'reference',
      ...amounts,
      'amount_type',
      'currency',
      'payway',
      'account',
      'account_details',
      'description',
      'customer',
    ],
    says: 'Makes a payout.',
  },
  getPayout: {
    about: 'payout',
    http: 'GET /payouts/{payout_id}',
    variables: ['payout_id'],
    says: 'Reads a payout.',
  },
  findPayouts: {
    about: 'payout',
    http: 'GET /payouts?reference=',
    variables: ['reference'],
    list: true,
    says: 'Finds the payouts of a reference.',
  },
  retryPayout: {
    about: 'payout',
    http: 'POST /payouts/{payout_id}/retry',
    variables: ['payout_id'],
    says: 'Tries a failed payout again.',
  },
  getCustomer: {
    about: 'customer',
    http: 'GET /customers/{customer}',
    variables: ['customer'],
    says: "Reads a customer's balance.",
  },
  lookup: {
    about: 'lookup',
    http: 'POST /lookups',
    variables: ['operation', 'parameters'],
    says: 'Uses a reading operation of the gateway.',
  },
  runJobs: {
    about: 'jobs',
    http: 'POST /jobs/run',
    variables: ['at'],
    says: 'Runs the background jobs.',
  },
} as const satisfies Readonly<Record<string, RecipeCall>>;

export type RecipeCallName = keyof typeof recipeCalls;

/** What is known of a call, whichever it is. */
export const recipeCall = (name: RecipeCallName): RecipeCall => recipeCalls[name];

export const recipeCallNames: readonly RecipeCallName[] = Object.keys(recipeCalls).filter(
  (name): name is RecipeCallName => name in recipeCalls,
);
