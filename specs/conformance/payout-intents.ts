import type { Effect } from '../../simulator/index.ts';
import type { Exchange, PayoutInHand, Verbs } from '../../suite/engine/index.ts';
import type { Bodies } from './bodies.ts';
import { codesThatWait } from './non-fatal-codes.ts';
import {
  ASKING,
  askBeside,
  claimedTypes,
  fundsAreBack,
  idsSent,
  isFailed,
  isPaid,
  lost,
  type Standing,
  sameEachTime,
  wisher,
} from './payout-steps.ts';
import { refusing } from './refusing.ts';

async function oneIdOnly(t: Verbs, since: number, reference: string, when: string): Promise<void> {
  const ids = await idsSent(t, since);
  if (ids.length <= 1) return;
  t.fail(
    `${when} one payout request was sent under ${ids.length} ids (${ids.join(', ')}): it can be paid twice.`,
    {
      about: [reference, ...ids],
    },
  );
}

interface Way {
  readonly says: string;
  readonly effect: Effect;
}

const HOUR_MS = 3_600_000;

/** The payout that the gateway completes must end as paid at the merchant. */
async function completes(t: Verbs, made: Standing, what: string): Promise<void> {
  await t.movePayout(made, 5);
  await t.payoutBecomes(made, `${what}, and then the payout was completed (status 5)`, isPaid);
}

/** The new attempt of a payout that failed, as the gateway has it. */
async function newAttempt(t: Verbs, made: PayoutInHand, since: number): Promise<Standing> {
  let ids = await idsSent(t, since);
  for (let round = 0; round < 2 && ids.length === 0; round++) {
    await t.runJobsNow({ advancePolls: 1 });
    ids = await idsSent(t, since);
  }
  const about = [...t.aboutPayout(made), ...ids];
  const [id] = ids;
  if (id === undefined)
    return t.late('The payout was to be retried, and the merchant sent nothing.', { about });
  if (id === made.shopPaymentId) {
    return t.fail(`The payout was rejected (status 6) and is retried under the same id ${id}.`, {
      about,
    });
  }
  await sameEachTime(t, [String(made.shopPaymentId), id], 'The payout was rejected and retried');
  // A merchant that reads from a replica may still show the attempt before, which has failed.
  if (isFailed(await t.lookAtPayout(made))) await t.askEveryone();
  const view = await t.payoutView(id);
  return view === undefined
    ? t.inconclusive(`The new attempt ${id} does not exist at the gateway.`)
    : { ...made, shopPaymentId: id, view };
}

async function triedAgain(t: Verbs, made: PayoutInHand): Promise<Standing> {
  const since = await t.now();
  const answer = await t.driver.retryPayout(made.payoutId);
  if (answer.kind === 'ok') return newAttempt(t, made, since);
  const why = answer.kind === 'unknown' ? answer.reason : `${answer.status} ${answer.message}`;
  return t.inconclusive(`The rejected payout could not be retried: ${why}.`);
}

async function balanceIs(t: Verbs, customer: string, expected: string, what: string): Promise<void> {
  let seen = await t.balance(customer);
  for (let round = 0; round < 3 && !t.sameAmount(seen, expected); round++) {
    await t.runJobsNow({ advancePolls: 1 });
    seen = await t.balance(customer);
  }
  if (t.sameAmount(seen, expected)) return;
  t.fail(`${what}, and the customer's balance is ${seen} instead of ${expected}.`, { about: [customer] });
}

/** Two clicks on the button that tries a rejected payout again. */
async function clickedTwice(t: Verbs): Promise<void> {
  const made = await t.payout(await wisher(t));
  await t.movePayout(made, 6);
  await t.payoutBecomes(made, 'The payout was rejected (status 6)', isFailed);
  const since = await t.now();
  await Promise.all([t.driver.retryPayout(made.payoutId), t.driver.retryPayout(made.payoutId)]);
  await t.runJobsNow({ advancePolls: 1 });
  const ids = await idsSent(t, since);
  const standing = (await Promise.all(ids.map((id) => t.payoutView(id)))).filter(
    (view) => view !== undefined && view.status !== 6,
  );
  if (standing.length <= 1) return;
  t.fail(
    `A rejected payout was retried twice at once and became ${standing.length} payouts (${ids.join(', ')}): it can be paid twice.`,
    { about: [made.reference, ...ids] },
  );
}

/** The answer to a new attempt is lost. */
async function lostWhenTriedAgain(t: Verbs): Promise<void> {
  const made = await t.payout(await wisher(t));
  await t.movePayout(made, 6);
  await t.payoutBecomes(made, 'The payout was rejected (status 6)', isFailed);
  await t.gateway.arm([
    { where: { operation: 'withdraw/create' }, effect: { kind: 'reset', committed: true } },
  ]);
  const since = await t.now();
  await t.driver.retryPayout(made.payoutId);
  for (let round = 0; round < 2; round++) await t.runJobsNow({ advancePolls: 1 });
  const what = 'Retried after a rejection, with an answer that was lost,';
  await oneIdOnly(t, since, made.reference, what);
  const [id] = await idsSent(t, since);
  const view = await t.payoutView(id);
  if (id === undefined || view === undefined) return;
  await completes(t, { ...made, shopPaymentId: id, view }, 'The payout was retried and the answer was lost');
}

/** New attempts that come to nothing at once. */
const AT_ONCE: readonly Way[] = [
  { says: 'was refused with the fatal code 4', effect: { kind: 'error', code: 4 } },
  { says: 'was answered with the final status 6', effect: { kind: 'statuses', sequence: [6] } },
];

async function refusedWhenTriedAgain(t: Verbs): Promise<void> {
  const who = await wisher(t);
  const before = await t.balance(who.customer);
  const made = await t.payout(who);
  await t.movePayout(made, 6);
  await t.payoutBecomes(made, 'The payout was rejected (status 6)', isFailed);
  for (const { says, effect } of AT_ONCE) {
    await t.gateway.clearFaults();
    await t.gateway.arm([{ where: { operation: 'withdraw/create' }, effect }]);
    const since = await t.now();
    await t.driver.retryPayout(made.payoutId);
    await t.runJobsNow({ advancePolls: 1 });
    if ((await idsSent(t, since)).length === 0) continue;
    await t.payoutBecomes(made, `The payout was retried and ${says}`, isFailed);
    await fundsAreBack(t, made, before, `The payout was retried and ${says}`);
  }
  await t.gateway.clearFaults();
}

async function triedOtherwise(t: Verbs): Promise<void> {
  await clickedTwice(t);
  await lostWhenTriedAgain(t);
  await refusedWhenTriedAgain(t);
}

/** What came back of a rejected payout is spent otherwise before the payout is tried again. */
async function triedAgainLater(t: Verbs): Promise<void> {
  const { customer = '' } = await wisher(t);
  const wish = { customer, amount: '80.00' };
  const rejected = await t.payout(wish);
  await t.movePayout(rejected, 6);
  await t.payoutBecomes(rejected, 'The payout was rejected (status 6)', isFailed);
  const since = await t.now();
  const other = await t.payout(wish);
  await t.movePayout(other, 5);
  await t.payoutBecomes(other, 'The other payout was completed (status 5)', isPaid);
  await t.driver.retryPayout(rejected.payoutId);
  await t.runJobsNow({ advancePolls: 1 });
  const views = await Promise.all((await idsSent(t, since)).map((id) => t.payoutView(id)));
  const accepted = views.flatMap((view) => (view === undefined ? [] : [view.amount]));
  if (accepted.length <= 1) return;
  t.fail(
    `The customer had 100.00, a payout of 80.00 was rejected, another one completed, and the first was retried: the gateway accepted payouts of ${t.sumOf(accepted)}; the balance is ${await t.balance(customer)}.`,
    { about: [customer] },
  );
}

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

/** A payout whose creation has this end, and about which every question fails until the faults are cleared. */
async function unanswered(
  t: Verbs,
  effect: Effect = { kind: 'reset', committed: true },
  who: { customer?: string } = {},
): Promise<Standing> {
  const mute = { kind: 'http-status', status: 500, committed: true } as const;
  await t.gateway.arm([
    { where: { operation: 'withdraw/create' }, effect },
    { where: { operation: [...ASKING] }, times: null, effect: mute },
  ]);
  const since = await t.now();
  return lost(t, await askBeside(t, who), since);
}

export const payoutIntents: Bodies = {
  'payout.restart.followed': async (t) => {
    const made = await t.payout();
    await t.movePayout(made, 3);
    const rejected = await t.payout();
    await t.movePayout(rejected, 6);
    await t.runJobsNow({ advancePolls: 1 });
    // Nothing that is open is too old to be followed.
    if (t.claims('clock')) await t.advance(2 * HOUR_MS, HOUR_MS);
    const open = await t.payout();
    await t.movePayout(open, 3);
    await t.runJobsNow({ advancePolls: 1 });
    const silent = await unanswered(t);
    await t.restart();
    await t.gateway.clearFaults();
    await completes(t, made, 'The merchant was killed and restarted while the payout was in status 3');
    await completes(t, silent, 'The merchant was killed and restarted while it did not know of the payout');
    await t.payoutBecomes(
      rejected,
      'The payout was rejected (status 6), and the merchant was killed and restarted',
      (payout) => isFailed(payout) && t.isReturned(payout),
    );
    await t.movePayout(open, 6);
    await t.payoutBecomes(
      open,
      'The merchant was killed and restarted while the payout was in status 3, and then the payout was rejected (status 6)',
      (payout) => isFailed(payout) && t.isReturned(payout),
    );
  },

  'payout.killed-in-create': async (t) => {
    const reference = t.unique('payout');
    const wish = { reference, ...(await wisher(t)) };
    await t.gateway.arm([
      {
        where: { operation: 'withdraw/create' },
        effect: { kind: 'kill-merchant', when: 'before-answer', restart: false },
      },
    ]);
    const since = await t.now();
    const asked = await t.askPayout(wish);
    await t.restart();
    const when = 'After a kill between withdraw/create and its answer';
    for (let round = 0; round < 2; round++) await t.runJobsNow({ advancePolls: 1 });
    await oneIdOnly(t, since, reference, when);
    const known = asked.answer.kind === 'ok' ? [asked.answer.value] : await t.driver.findPayouts(reference);
    if (!Array.isArray(known) && known.kind !== 'ok')
      return t.inconclusive('The payout could not be looked for by its reference (GET /payouts?reference=).');
    const [sent] = await idsSent(t, since);
    const view = await t.payoutView(sent);
    if (view === undefined) return t.inconclusive('The payout did not reach the gateway before the kill.');
    const found = Array.isArray(known) ? known : known.value;
    if (found.length === 0) {
      return t.fail(`${when} the gateway has the payout ${sent}, and the merchant shows no such payout.`, {
        about: [reference, sent],
      });
    }
    if (t.claims('intents')) {
      await t.askPayout(wish);
      await t.runJobsNow({ advancePolls: 1 });
      await oneIdOnly(t, since, reference, `${when} and a second submission`);
    }
    await completes(t, await lost(t, asked, since), when);
  },

  'payout.retry.rejected': async (t) => {
    const who = await wisher(t);
    const before = await t.balance(who.customer);
    const [amountType] = claimedTypes(t);
    const made = await t.payout({ ...who, ...(amountType === undefined ? {} : { amountType }) });
    await t.movePayout(made, 6);
    await t.payoutBecomes(made, 'The payout was rejected (status 6)', isFailed);
    const second = await triedAgain(t, made);
    await t.movePayout(second, 6);
    await t.payoutBecomes(second, 'The second attempt of the payout was rejected, too (status 6)', isFailed);
    if (before !== undefined && who.customer !== undefined) {
      await balanceIs(t, who.customer, before, 'A payout was rejected twice');
    }
    const again = await triedAgain(t, second);
    await completes(t, again, 'The payout was rejected twice and retried');
    const seen = await t.lookAtPayout(again);
    if (before === undefined) return triedOtherwise(t);
    // A payout by ps_amount may cost the customer what the gateway writes off for it.
    const costs = [made.amount, again.view.shopWriteOff].map(String);
    if (!costs.some((cost) => t.sameAmount(seen.debited, cost))) {
      t.fail(
        `The payout of ${made.amount} was rejected twice and then completed, and debited is ${seen.debited}.`,
        {
          about: t.aboutPayout(again),
        },
      );
    }
    await balanceIs(
      t,
      who.customer ?? '',
      t.amountOf(before)?.minus(seen.debited).toString() ?? '',
      `A payout of ${made.amount} was rejected twice and then completed`,
    );
    await triedOtherwise(t);
  },

  'payout.retry.open': async (t) => {
    const who = await wisher(t);
    const start = await t.now();
    const open = await t.payout(who);
    await t.movePayout(open, 3);
    await t.driver.retryPayout(open.payoutId);
    await t.runJobsNow({ advancePolls: 1 });
    await oneIdOnly(t, start, open.reference, 'Retried while it was in status 3,');
    const codes = await codesThatWait(t);
    for (const { says, effect } of [
      { says: 'a read timeout', effect: { kind: 'read-timeout', committed: true } } as const,
      ...codes.slice(0, 1).map((code) => ({ says: `the non-fatal code ${code}`, effect: refusing(code) })),
    ]) {
      const since = await t.now();
      const silent = await unanswered(t, effect, who);
      const onlyOne = (when: string) => oneIdOnly(t, since, silent.reference, `Retried after ${when},`);
      await t.driver.retryPayout(silent.payoutId);
      await onlyOne(`${says}, while the merchant could not learn its status`);
      await t.gateway.clearFaults();
      await completes(t, silent, `The payout was retried after ${says}`);
      await onlyOne(says);
      await t.driver.retryPayout(silent.payoutId);
      await t.runJobsNow({ advancePolls: 1 });
      await onlyOne('it was completed');
    }
  },

  'payout.account-details': async (t) => {
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

  'wallet.overdraw': async (t) => {
    const { customer = '' } = await wisher(t);
    const wish = { customer, amount: '80.00' };
    const since = await t.now();
    const types = claimedTypes(t);
    for (const amountType of types.length === 0 ? [undefined] : types) {
      await t.askPayout({
        customer,
        amount: '100.60',
        ...(amountType === undefined ? {} : { amountType }),
      });
    }
    const asked = await Promise.all((await idsSent(t, since)).map((id) => t.payoutView(id)));
    // By ps_amount it is what the gateway writes off that counts.
    const beyond = asked.find((view) => t.amountOf(view?.shopWriteOff ?? '0')?.gt('100') === true);
    if (beyond !== undefined) {
      t.fail(
        `The customer had 100.00, and the gateway accepted a payout of ${beyond.amount} (${beyond.amountType}); the balance is ${await t.balance(customer)}.`,
        { about: [customer] },
      );
    }
    await Promise.all([t.askPayout(wish), t.askPayout(wish)]);
    await t.askPayout(wish);
    const views = await Promise.all((await idsSent(t, since)).map((id) => t.payoutView(id)));
    const accepted = views.flatMap((view) => (view === undefined ? [] : [view.amount]));
    if (accepted.length === 0) t.inconclusive('The gateway accepted no payout of 80.00 at all.');
    if (accepted.length > 1) {
      t.fail(
        `The customer had 100.00, and the gateway accepted payouts of ${t.sumOf(accepted)}; the balance is ${await t.balance(customer)}.`,
        { about: [customer] },
      );
    }
    if (t.claims('payout.retry')) await triedAgainLater(t);
  },

  'wallet.parallel-payouts': async (t) => {
    const { customer = '' } = await wisher(t);
    const wishes = Array.from({ length: 8 }, () => ({ customer, amount: '5.00' }));
    const asked = await Promise.all(wishes.map((wish) => t.askPayout(wish)));
    const made: PayoutInHand[] = [];
    for (const each of asked) if (each.answer.kind !== 'refused') made.push(await t.inHand(each));
    if (made.length === 0) t.inconclusive('None of eight simultaneous payouts was created.');
    const shown = await Promise.all(made.map((each) => t.lookAtPayout(each)));
    const debited = t.sumOf(shown.map((payout) => payout.debited));
    const left = t.amountOf('100')?.minus(debited).toString() ?? '';
    await balanceIs(t, customer, left, `${made.length} payouts at once debited ${debited} of 100.00`);
    const [done, ...rejected] = made;
    for (const { payoutId, view } of made) {
      // A create that was not answered in time may yet be made again, and that payout nobody here rejects.
      if (view === undefined) return t.inconclusive(`The payout ${payoutId} does not exist at the gateway.`);
      await t.movePayout({ view }, payoutId === done?.payoutId ? 5 : 6);
    }
    const others = `the other ${rejected.length} were rejected`;
    for (const each of rejected) await t.payoutBecomes(each, 'The payout was rejected (status 6)', isFailed);
    if (done === undefined) return;
    await t.payoutBecomes(done, `One payout was completed (status 5), and ${others}`, isPaid);
    const taken = (await t.lookAtPayout(done)).debited;
    const rest = t.amountOf('100')?.minus(taken).toString() ?? '';
    await balanceIs(t, customer, rest, `One payout took ${taken} of 100.00, and ${others}`);
  },
};
