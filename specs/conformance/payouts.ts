import type { Effect } from '../../simulator/index.ts';
import type { PayoutInHand, Verbs } from '../../suite/engine/index.ts';
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
  payoutBeside,
  SCENE,
  type Standing,
  wisher,
} from './payout-steps.ts';
import { refusing } from './refusing.ts';

const HOUR_MS = 3_600_000;
/** More open payouts than a small page of them holds. */
const MANY = 10;

/** Calls that ask about this payout, by either of its ids. */
async function asked(t: Verbs, made: PayoutInHand, after = 0) {
  const seen = await t.calls({ operation: ASKING, after });
  const ids = new Set([made.shopPaymentId, made.view?.payoutId].map(String));
  return seen.filter(({ request }) => {
    const id = request.fields?.shop_payment_id ?? request.fields?.withdraw_id;
    return ids.has(String(id));
  });
}

const creates = (t: Verbs, after: number) => t.calls({ operation: 'withdraw/create', after });

async function beginTimeout(t: Verbs, ...committed: readonly boolean[]) {
  const customer = await t.funded();
  const before = await t.balance(customer);
  await t.gateway.arm(
    committed.map((each, skip) => ({
      where: { operation: 'withdraw/create' },
      skip,
      effect: { kind: 'read-timeout', committed: each },
    })),
  );
  const since = await t.now();
  const answer = await t.askPayout(customer === undefined ? {} : { customer });
  const first = (await creates(t, since))[0]?.request;
  if (first === undefined) return t.inconclusive('The merchant never called withdraw/create.');
  const id = String(first.fields?.shop_payment_id);
  t.stage.about.push(id);
  return { since, answer, id, first, before };
}

/** After a read timeout the next call about the intent asks whether the payout exists (Errors 5). */
async function asksFirst(t: Verbs, since: number, id: string): Promise<void> {
  const about = [id];
  const calls = await t.calls({ operation: ['withdraw/create', ...ASKING], after: since });
  const next = calls[1]?.request;
  if (next === undefined) return;
  if (next.operation === 'withdraw/create') {
    const again = String(next.fields?.shop_payment_id);
    t.fail(
      again === id
        ? 'After a read timeout withdraw/create was repeated without asking withdraw/shop_payment_status first.'
        : `After a read timeout the payout was sent again under a new shop_payment_id (${id}, then ${again}): it can be paid twice.`,
      { about: [...about, again], underAnyReading: true },
    );
  }
}

/** The first creation is lost on the way and may be repeated; the repeated one arrives, and has no answer either. */
async function unansweredTwice(t: Verbs): Promise<void> {
  const { since, answer, id } = await beginTimeout(t, false, true);
  const made = await t.inHand(answer);
  const about = [id, made.reference];
  const what = 'withdraw/create had no answer, was repeated, and had no answer again';
  for (let round = 0; round < 6; round++) {
    await t.runJobsNow({ advancePolls: 1 });
    const sent = await creates(t, since);
    if (sent.length < 2) continue;
    const ids = [...new Set(sent.map(({ request }) => String(request.fields?.shop_payment_id)))];
    const standing = (await Promise.all(ids.map((each) => t.payoutView(each)))).filter(
      (view) => view !== undefined,
    );
    if (standing.length > 1)
      t.fail(`${what}: one payout exists ${standing.length} times at the gateway.`, { about: ids });
    const seen = await t.lookAtPayout(made);
    if (standing.length > 0 && (isFailed(seen) || isPaid(seen))) {
      t.fail(
        `${what}; the gateway has the payout in status 1, and the merchant shows it as ${t.describePayout(seen)}.`,
        { about },
      );
    }
  }
  const [last] = (await creates(t, since)).slice(1);
  const view = last && (await t.payoutView(String(last.request.fields?.shop_payment_id)));
  if (view === undefined) return;
  await t.movePayout({ view }, 5);
  await t.payoutBecomes(made, `${what}; then the payout was completed (status 5)`, isPaid);
}

interface Open {
  readonly made: Standing;
  readonly status: number;
  readonly says: string;
}

/** A payout in status 3 whose creation was answered like this. */
async function createdWith(t: Verbs, says: string, effect: Effect): Promise<Open> {
  await t.gateway.arm([{ where: { operation: 'withdraw/create' }, effect }]);
  const since = await t.now();
  const made = await lost(t, await t.askPayout(), since);
  await t.movePayout(made, 3);
  return { made, status: 3, says };
}

/** Payouts in trouble, and those whose creation went wrong, in every way. */
async function openAllTheSame(t: Verbs): Promise<readonly Open[]> {
  const open = [
    await createdWith(t, ' after a read timeout of its creation', { kind: 'read-timeout', committed: true }),
  ];
  for (const status of [4, 9]) {
    const made = await t.payout();
    await t.gateway.setPayoutStatus(made.view.payoutId, { status, errorCode: 2000 });
    open.push({ made, status, says: '' });
  }
  const [code] = await codesThatWait(t);
  if (code !== undefined) {
    open.push(await createdWith(t, ` after the non-fatal code ${code} of its creation`, refusing(code)));
  }
  return open;
}

/** The answer to a wish is lost, and it is put again. */
async function submittedAgainWhenLost(t: Verbs): Promise<void> {
  const wish = { reference: t.unique('payout'), ...(await wisher(t)) };
  await t.gateway.arm([
    { where: { operation: 'withdraw/create' }, effect: { kind: 'reset', committed: true } },
  ]);
  const since = await t.now();
  for (let click = 0; click < 2; click++) {
    await t.askPayout(wish);
    await t.runJobsNow({ advancePolls: 1 });
  }
  const ids = await idsSent(t, since);
  if (ids.length <= 1) return;
  t.fail(
    `The connection of withdraw/create was reset, the payout (${wish.reference}) was submitted again and became ${ids.length} payouts: ${ids.join(', ')}.`,
    { about: ids },
  );
}

/** More than what is due twice, by a timer and by the run that was asked for. */
const MOST_AT_ONCE = 4;

interface Followed {
  readonly made: Standing;
  readonly says: string;
  /** How many calls a question may be: one that fails may be put again at once. */
  readonly tries: number;
}

/** Payouts about which there is reason to be impatient. */
async function openInEveryWay(t: Verbs): Promise<readonly Followed[]> {
  const who = await wisher(t);
  const plain = await payoutBeside(t, who);
  await t.movePayout(plain, 3);
  const troubled = await payoutBeside(t, who);
  await t.gateway.setPayoutStatus(troubled.view.payoutId, { status: 9, errorCode: 2000 });
  const mute = await payoutBeside(t, who);
  const { payoutId, shopPaymentId } = mute.view;
  const effect = { kind: 'http-status', status: 500, committed: true } as const;
  await t.gateway.arm([
    { where: { operation: [...ASKING], payoutId }, times: null, effect },
    { where: { operation: [...ASKING], shopPaymentId }, times: null, effect },
    { where: { operation: 'withdraw/create' }, effect: { kind: 'reset', committed: true } },
  ]);
  const since = await t.now();
  const silent = await lost(t, await askBeside(t, who), since);
  await t.gateway.arm([{ where: { operation: 'withdraw/create' }, effect: refusing(57) }]);
  const then = await t.now();
  const refused = await askBeside(t, who);
  const coded = refused.answer.kind === 'ok' ? [await lost(t, refused, then)] : [];
  return [
    { made: plain, says: 'in status 3', tries: 1 },
    { made: troubled, says: 'in status 9', tries: 1 },
    { made: mute, says: 'whose status questions fail', tries: 3 },
    { made: silent, says: 'whose creation had no answer', tries: 1 },
    ...coded.map((made) => ({ made, says: 'whose creation answered the unknown code 57', tries: 1 })),
  ];
}

const NOT_FINAL = [9, 4, 3].map((status) => ({ status, says: '' }));
const NUMBERED = { status: 9, says: ', in a record with an rrn,' };

/** The record of the payout has the numbers that a bank gives. */
async function numbered(t: Verbs, { view: { payoutId, shopPaymentId } }: Standing): Promise<void> {
  const set = { 'data.rrn': '912345678901', 'data.bank_transaction_id': 'B-77' };
  await t.gateway.arm(
    [{ payoutId }, { shopPaymentId }].map((of) => ({
      where: { operation: [...ASKING], ...of },
      times: null,
      effect: { kind: 'answer', set },
    })),
  );
}

/** A question may have been on its way, by either of the ids of a payout. */
const MOST_ON_THEIR_WAY = 2;

export const payouts: Bodies = {
  'payout.created-is-not-paid': async (t) => {
    const made = await t.payout();
    await t.settle();
    const created = await t.lookAtPayout(made);
    if (isPaid(created)) {
      t.fail(
        'withdraw/create answered result true with status 1 (created), and the merchant shows it as paid.',
        {
          about: t.aboutPayout(made),
        },
      );
    }
    await t.movePayout(made, 6);
    const rejected = await t.payoutBecomes(
      made,
      'The payout was rejected (status 6)',
      (payout) => !isPaid(payout) && isFailed(payout),
    );
    if (isPaid(rejected)) t.fail('A rejected payout is shown as paid.', { about: t.aboutPayout(made) });
  },

  'payout.status.not-final': async (t) => {
    const customer = await t.funded();
    const made = await t.payout(customer === undefined ? {} : { customer });
    const during = await t.balance(customer);
    for (const row of t.claims('jobs') ? [...NOT_FINAL, NUMBERED] : NOT_FINAL) {
      const { status, says } = row;
      if (row === NUMBERED) await numbered(t, made);
      // Trouble on the way has a code; it is the status that says whether it is the end.
      const errorCode = status === 3 ? 0 : 2000;
      await t.gateway.setPayoutStatus(made.view.payoutId, { status, errorCode });
      await t.hearsOf(made, status);
      await t.runJobsNow({ advancePolls: 1 });
      const seen = await t.lookAtPayout(made);
      const about = t.aboutPayout(made);
      if (isFailed(seen) || isPaid(seen)) {
        t.fail(`Status ${status}${says} is not final, and the payout is ${t.describePayout(seen)}.`, {
          about,
        });
      }
      const balance = await t.balance(customer);
      // What is taken with the wish or only when it is paid out is the shop's choice; to give back is too early.
      if (during !== undefined && balance !== undefined && t.amountOf(balance)?.gt(during)) {
        t.fail(
          `Status ${status}${says} is not final, and the customer's balance rose from ${during} to ${balance}.`,
          { about },
        );
      }
    }
    await t.movePayout(made, 5);
    await t.payoutBecomes(made, 'After statuses 9, 4 and 3 the payout was completed (status 5)', isPaid);
  },

  'payout.status.rejected': async (t) => {
    // Without jobs every look takes the merchant's whole poll interval.
    const types = t.claims('jobs') ? claimedTypes(t) : [];
    for (const amountType of types.length === 0 ? [undefined] : types) {
      const customer = await t.funded();
      const before = await t.balance(customer);
      const made = await t.payout({
        ...(amountType === undefined ? {} : { amountType }),
        ...(customer === undefined ? {} : { customer }),
      });
      await t.movePayout(made, 3, SCENE);
      await t.runJobsNow({ advancePolls: 1 });
      // A record of a rejection may have a code or none.
      const errorCode = amountType === 'ps_amount' ? 2000 : 0;
      await t.gateway.setPayoutStatus(made.view.payoutId, { status: 6, errorCode });
      await t.payoutBecomes(made, `The payout was rejected (status 6, error_code ${errorCode})`, isFailed);
      for (let round = 0; round < 2; round++) await t.runJobsNow({ advancePolls: 1 });
      await fundsAreBack(t, made, before);
    }
  },

  'payout.final-at-once': async (t) => {
    for (const [status, wanted] of [
      [5, 'paid'],
      [6, 'failed'],
    ] as const) {
      const customer = await t.funded();
      const before = await t.balance(customer);
      await t.gateway.arm([
        { where: { operation: 'withdraw/create' }, effect: { kind: 'statuses', sequence: [status] } },
      ]);
      const since = await t.now();
      const made = await t.payout(customer === undefined ? {} : { customer });
      const about = t.aboutPayout(made);
      // The answer of withdraw/create is final, so the merchant knows without any background job.
      let seen = await t.lookAtPayout(made);
      for (let wait = 0; wait < 5 && seen.state !== wanted; wait++) {
        await t.pause(t.stage.settleMs / 5);
        seen = await t.lookAtPayout(made);
      }
      if (seen.state !== wanted) {
        t.late(
          `withdraw/create answered the final status ${status}, and the payout is ${t.describePayout(seen)}.`,
          { about },
        );
      }
      await t.runJobsNow({ advancePolls: 1 });
      await t.runJobsNow({ advancePolls: 1 });
      const polls = await asked(t, made, since);
      if (polls.length > 1)
        t.warn(`A payout that withdraw/create ended with ${status} was asked about ${polls.length} times.`);
      if (wanted === 'failed') await fundsAreBack(t, made, before);
    }
  },

  'payout.read-timeout.stored': async (t) => {
    const { since, answer, id } = await beginTimeout(t, true);
    const made = await t.inHand(answer);
    for (let round = 0; round < 3; round++) {
      await t.runJobsNow({ advancePolls: 1 });
      await asksFirst(t, since, id);
      const seen = await t.lookAtPayout(made);
      if (isFailed(seen) || isPaid(seen)) {
        t.fail(
          `withdraw/create had no answer, the gateway has the payout in status 1, and the merchant shows it as ${t.describePayout(seen)}.`,
          { about: [id, made.reference] },
        );
      }
    }
    const all = await creates(t, since);
    const ids = new Set(all.map(({ request }) => String(request.fields?.shop_payment_id)));
    if (ids.size > 1) {
      t.fail(`One payout was sent under ${ids.size} ids (${[...ids].join(', ')}): it can be paid twice.`, {
        about: [...ids],
      });
    }
    const polls = () =>
      t.calls({
        operation: 'withdraw/shop_payment_status',
        fields: { shop_payment_id: id },
        after: since,
      });
    if ((await polls()).length === 0) await t.askEveryone();
    if ((await polls()).length === 0) {
      t.late(
        'After a read timeout of withdraw/create the merchant never asked withdraw/shop_payment_status.',
        { about: [id] },
      );
    }
    const view = (await t.payoutView(id)) ?? t.inconclusive('The gateway does not have the payout.');
    await t.movePayout({ view }, 5);
    await t.payoutBecomes(made, 'The payout whose answer was lost was completed (status 5)', isPaid);
    await unansweredTwice(t);
  },

  'payout.read-timeout.absent': async (t) => {
    const { since, answer, id, before } = await beginTimeout(t, false);
    const made = await t.inHand(answer);
    for (let round = 0; round < 4; round++) {
      await t.runJobsNow({ advancePolls: 1 });
      await asksFirst(t, since, id);
      const seen = await t.lookAtPayout(made);
      if (isPaid(seen)) {
        t.fail(
          'withdraw/create had no answer and the gateway has no completed payout, and the merchant shows it as paid.',
          {
            about: [id, made.reference],
            underAnyReading: true,
          },
        );
      }
    }
    const sent = await idsSent(t, since);
    const stored = await Promise.all(sent.map((each) => t.payoutView(each)));
    const live = stored.filter((view) => view !== undefined);
    if (live.length > 1) {
      t.fail(`One payout exists ${live.length} times at the gateway.`, {
        about: live.map((view) => view.shopPaymentId),
        underAnyReading: true,
      });
    }
    const [view] = live;
    if (view !== undefined) {
      await t.movePayout({ view }, 5);
      await t.payoutBecomes(made, 'The repeated payout was completed (status 5)', isPaid);
      return;
    }
    const seen = await t.lookAtPayout(made);
    if (isFailed(seen)) await fundsAreBack(t, made, before);
  },

  'payout.tracked': async (t) => {
    const who = await wisher(t, '300.00');
    const olders: Standing[] = [];
    for (let n = 0; n < (t.claims('jobs') ? MANY : 1); n++) {
      const older = await payoutBeside(t, who);
      await t.movePayout(older, 3);
      olders.push(older);
    }
    const made = await payoutBeside(t, who);
    await t.movePayout(made, 3);
    const since = await t.now();
    for (let round = 0; round < 3; round++) await t.runJobsNow({ advancePolls: 1 });
    // Behind many others it is the last one to be asked about.
    for (let more = 0; more < 3 && (await asked(t, made, since)).length === 0; more++) await t.askEveryone();
    const calls = await t.calls({ operation: ASKING, after: since });
    const mine = await asked(t, made, since);
    const about = t.aboutPayout(made);
    if (mine.length === 0) {
      const unknown = calls.filter(({ answer }) => answer?.result !== true);
      const ids = unknown.map(({ request: { fields } }) => fields?.shop_payment_id ?? fields?.withdraw_id);
      const instead =
        calls.length === 0
          ? 'never asked about it'
          : unknown.length === 0
            ? `asked ${calls.length} times about older ones and never about it`
            : `asked about another id: ${[...new Set(ids.map(String))].join(', ')}`;
      t.late(`The payout is not final, and the merchant ${instead}.`, { about });
    }
    await t.movePayout(made, 5);
    await t.payoutBecomes(
      made,
      `The payout was completed (status 5), while ${olders.length} older ones are still in status 3`,
      isPaid,
    );
    for (const older of olders) {
      const still = await t.lookAtPayout(older);
      if (!isFailed(still) && !isPaid(still)) continue;
      t.fail(
        `The newest of ${olders.length + 1} payouts was completed; this older one is in status 3, and the merchant shows it as ${t.describePayout(still)}.`,
        { about: t.aboutPayout(older) },
      );
    }
    for (const older of olders) await t.movePayout(older, 5);
    for (const older of olders) {
      await t.payoutBecomes(older, 'The older payout was completed, too (status 5)', isPaid);
    }
  },

  'payout.polling.beyond-2h': async (t) => {
    const plain = await t.payout();
    await t.movePayout(plain, 3);
    // Often enough that whoever counts questions instead of hours has counted far.
    await t.advance(3 * HOUR_MS, 150_000);
    const open: readonly Open[] = [{ made: plain, status: 3, says: '' }, ...(await openAllTheSame(t))];
    await t.advance(3 * HOUR_MS, HOUR_MS / 2);
    for (const { made, status, says } of open) {
      const during = await t.lookAtPayout(made);
      if (!isFailed(during) && !isPaid(during)) continue;
      t.fail(
        `After hours in status ${status}, which is not final, the payout${says} is ${t.describePayout(during)}.`,
        { about: t.aboutPayout(made) },
      );
    }
    for (const { made } of open) await t.movePayout(made, 5);
    const since = await t.now();
    const left = async () => {
      for (const each of open) if (!isPaid(await t.lookAtPayout(each.made))) return each;
      return undefined;
    };
    for (let hour = 0; hour < 6; hour++) {
      await t.advance(600_000, 300_000);
      if ((await left()) === undefined) return;
    }
    // Beyond two hours no interval is recommended: once a day is enough.
    for (let step = 0; step < 5; step++) {
      await t.advance(6 * HOUR_MS, 3 * HOUR_MS);
      if ((await left()) === undefined) return;
    }
    const unpaid = await left();
    if (unpaid === undefined) return;
    const { made, says } = unpaid;
    const polls = await asked(t, made, since);
    const seen = await t.lookAtPayout(made);
    t.late(
      `The payout${says} was completed after hours; more than a day later the merchant shows it as ${t.describePayout(seen)} and has asked ${polls.length} times.`,
      { about: t.aboutPayout(made) },
    );
  },

  'payout.polling.interval': async (t) => {
    const followed = await openInEveryWay(t);
    await t.runJobsNow();
    const since = await t.now();
    const minutes = 10;
    await t.advance(minutes * 60_000, 5_000);
    let seen = 0;
    for (const { made, says, tries } of followed) {
      const polls = await asked(t, made, since);
      seen += polls.length;
      const most = (minutes * 2 + 2) * tries;
      if (polls.length <= most) continue;
      t.fail(
        `In ${minutes} minutes the merchant asked ${polls.length} times about one payout ${says}; one call in 30 seconds is recommended.`,
        { about: [made.reference] },
      );
    }
    if (seen === 0) t.inconclusive('The merchant never asked for the status.');
    const later = await t.now();
    await t.runJobsNow({ advancePolls: Math.ceil(HOUR_MS / t.slot.config.tempo.pollMs) });
    for (const { made, says, tries } of followed) {
      const polls = await asked(t, made, later);
      if (polls.length <= MOST_AT_ONCE * tries) continue;
      t.fail(
        `After an hour in which none of its jobs ran the merchant asked ${polls.length} times at once about one payout ${says}; missed polls must not be made up for.`,
        { about: [made.reference] },
      );
    }
  },

  'payout.polling.ends': async (t) => {
    const made = await t.payout();
    await t.movePayout(made, 5);
    await t.payoutBecomes(made, 'The payout was completed (status 5)', isPaid);
    const rejected = await t.payout();
    await t.movePayout(rejected, 6);
    await t.payoutBecomes(rejected, 'The payout was rejected (status 6)', isFailed);
    await t.gateway.arm([
      { where: { operation: 'withdraw/create' }, effect: { kind: 'reset', committed: true } },
    ]);
    const begun = await t.now();
    const silent = await lost(t, await t.askPayout(), begun);
    await t.movePayout(silent, 5);
    const unheard = 'of a payout whose creation had no answer';
    await t.payoutBecomes(silent, `The payout was completed (status 5), ${unheard}`, isPaid);
    const since = await t.now();
    await t.advance(600_000, 60_000);
    for (const [each, status] of [
      [made, '5'],
      [rejected, '6'],
      [silent, `5 ${unheard}`],
    ] as const) {
      const polls = await asked(t, each, since);
      if (polls.length <= MOST_ON_THEIR_WAY) continue;
      t.fail(
        `After the final status ${status} the merchant asked ${polls.length} more times in ten minutes.`,
        {
          about: t.aboutPayout(each),
        },
      );
    }
  },

  'payout.amount-type': async (t) => {
    const types = claimedTypes(t);
    if (types.length === 0)
      t.notApplicable('The merchant claims neither payout.ps_amount nor payout.shop_amount.');
    // In floating-point cents this is one less.
    const amount = '17.08';
    for (const amountType of types) {
      const since = await t.now();
      const { answer } = await t.askPayout({ amountType, amount });
      // The create of an earlier wish may come late, after this one.
      const calls = t.calls({ operation: 'withdraw/create', after: since, fields: t.numberOf(answer) });
      const request = (await calls)[0]?.request;
      if (request === undefined) return t.inconclusive(`The payout by ${amountType} was not created.`);
      const { amount_type: sent, amount: found } = request.fields ?? {};
      if (sent !== amountType || !t.sameAmount(String(found), amount)) {
        t.fail(`A payout of ${amount} by ${amountType} was sent as amount ${found}, amount_type ${sent}.`, {
          about: [request.exchange],
        });
      }
    }
  },

  'payout.double-submit': async (t) => {
    const reference = t.unique('payout');
    const customer = await t.funded();
    const wish = customer === undefined ? { reference } : { reference, customer };
    const since = await t.now();
    const onePayout = async (how: string): Promise<void> => {
      const ids = await idsSent(t, since);
      if (ids.length === 0) t.inconclusive('The merchant created no payout.');
      if (ids.length === 1) return;
      t.fail(
        `One payout request (${reference}), submitted ${how}, became ${ids.length} payouts: ${ids.join(', ')}.`,
        {
          about: ids,
        },
      );
    };
    const clicks = await Promise.all([t.askPayout(wish), t.askPayout(wish)]);
    await t.askPayout(wish);
    await t.runJobsNow({ advancePolls: 1 });
    await onePayout('twice at once');
    // The second click may be refused, whichever that is.
    const taken = clicks.find(({ answer }) => answer.kind === 'ok');
    if (taken === undefined || !t.claims('jobs')) return;
    const made = await lost(t, taken, since);
    await t.movePayout(made, 5);
    await t.payoutBecomes(made, 'The payout was completed (status 5)', isPaid);
    await t.runJobsNow({ advancePolls: 1 });
    await t.askPayout(wish);
    await t.runJobsNow({ advancePolls: 1 });
    await onePayout('again after it was paid');
    await submittedAgainWhenLost(t);
  },
};
