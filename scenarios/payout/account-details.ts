import { check, type Exchange, type Verbs } from '../../suite/engine/index.ts';
import { isFailed } from '../steps/payout-steps.ts';

/** A creation that came to nothing on its way, and may be sent again, has the same details again. */
async function detailsEachTime(t: Verbs, accountDetails: Readonly<Record<string, string>>): Promise<void> {
  await t.gateway.arm([
    { where: { operation: 'withdraw/create' }, effect: { kind: 'reset', committed: false } },
  ]);
  const since = await t.now();
  await t.askPayout({ accountDetails });
  for (let round = 0; round < 3; round++) await t.runJobsNow({ advancePolls: 1 });
  const [first, ...again] = await t.calls({ operation: 'withdraw/create', after: since });
  sameDetails(t, first, again);
}

function sameDetails(t: Verbs, first: Exchange | undefined, again: readonly Exchange[]): void {
  const shown = (details: unknown): string => JSON.stringify(details ?? null);
  const wanted = shown(first?.request.fields?.account_details);
  for (const { request } of again) {
    const found = shown(request.fields?.account_details);
    if (found === wanted) continue;
    t.fail(`withdraw/create was sent with account_details ${wanted} and again with ${found}.`, {
      about: [String(request.fields?.shop_payment_id), request.exchange],
    });
  }
}

/** Without any details there are none, or an object of none. */
async function detailsAreAnObject(t: Verbs): Promise<void> {
  const since = await t.now();
  await t.askPayout();
  for (const { request } of await t.calls({ operation: 'withdraw/create', after: since })) {
    const details = request.fields?.account_details;
    if (!Array.isArray(details)) continue;
    t.fail(`A payout without details was sent with account_details ${JSON.stringify(details)}, a list.`, {
      about: [request.exchange],
    });
  }
}

/** A payout that was rejected is tried again with the same details. */
async function detailsWhenRetried(t: Verbs, accountDetails: Readonly<Record<string, string>>): Promise<void> {
  const since = await t.now();
  const made = await t.payout({ accountDetails });
  await t.movePayout(made, 6);
  await t.payoutBecomes(made, 'The payout was rejected (status 6)', isFailed);
  await t.driver.retryPayout(made.payoutId);
  await t.runJobsNow({ advancePolls: 1 });
  const [first, ...again] = await t.calls({ operation: 'withdraw/create', after: since });
  sameDetails(t, first, again);
}

/** The details that the payway asks for are sent inside account_details, as they were given, and each time. */
async function detailsArrive(
  t: Verbs,
  accountDetails: Readonly<{ bic: string; payee: string }>,
): Promise<void> {
  const { bic, payee } = accountDetails;
  const since = await t.now();
  const { answer, reference } = await t.askPayout({ accountDetails });
  const [create] = await t.calls({ operation: 'withdraw/create', after: since });
  if (create === undefined) {
    return answer.kind === 'refused'
      ? t.notApplicable('The merchant itself refuses payouts with account details.')
      : t.inconclusive('The merchant never called withdraw/create.');
  }
  const { account_details: details, ...rest } = create.request.fields ?? {};
  const about = [reference, create.request.exchange];
  if (JSON.stringify(rest).includes(bic)) {
    t.fail(
      'The detail bic of the account is sent beside the other fields; it belongs inside account_details.',
      { about },
    );
  }
  const placed = typeof details === 'object' && details !== null ? Reflect.get(details, 'bic') : undefined;
  const named = Reflect.get(Object(details), 'payee');
  if (placed !== undefined && named !== payee) {
    t.fail(`The detail payee was ${payee}, and account_details carries ${JSON.stringify(named)}.`, {
      about,
    });
  }
  if (String(placed) === bic) {
    if (t.claims('jobs')) await detailsEachTime(t, accountDetails);
    return t.claims('payout.retry') ? detailsWhenRetried(t, accountDetails) : undefined;
  }
  if (placed !== undefined) {
    t.fail(`The detail bic was ${bic}, and account_details carries ${JSON.stringify(placed)}.`, {
      about,
    });
  }
  if (JSON.stringify(details ?? null).includes(bic)) {
    t.fail(`account_details is ${JSON.stringify(details)}, and the detail is called bic.`, { about });
  }
  t.fail('The detail bic of the account was given to the merchant, and withdraw/create does not carry it.', {
    about,
  });
}

export default check('payout.account-details', {
  title: 'Values that a payway requires are sent inside account_details.',
  requirements: ['fields.descriptor.account-details', 'endpoint.withdraw.create.request'],
  level: 'must',
  capabilities: ['payout'],
  rule: 'Resources, Extra-field descriptor: values collected for account_info_config go inside account_details.',
  expectation:
    'A payout with the detail bic, which withdraw/try and the list of payways describe, carries it as account_details.bic and nowhere else, also when the request was lost and is sent again, and when the payout was rejected and is retried. A name in letters arrives unchanged, and a payout without details sends no array as account_details.',
  fix: 'Send { "account_details": { "bic": "…" } }, not { "bic": "…" }.',
  story: async (t) => {
    const value = '044525225';
    const payee = 'Иван Ё.';
    const config = {
      bic: { regex: '^\\d{9}$', title: 'BIC of the bank' },
      // Counted in characters or in bytes, the name fits.
      payee: { regex: '^.{2,60}$', title: 'Name of the recipient' },
    };
    const given = { bic: value, payee };
    await detailsAreAnObject(t);
    await t.withPayoutPayway({ accountInfo: config }, () => detailsArrive(t, given));
  },
});
