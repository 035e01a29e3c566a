import type { Effect } from '../../simulator/index.ts';
import type { Verbs } from '../../suite/engine/index.ts';
import type { Bodies } from './bodies.ts';
import { nonFatalCodes, takenForFatal, type WaitingCode } from './non-fatal-codes.ts';
import {
  ASKING,
  askBeside,
  claimedTypes,
  fundsAreBack,
  idsSent,
  isFailed,
  isOver,
  isPaid,
  lost,
  payoutBeside,
  questions,
  SCENE,
  type Standing,
  sameEachTime,
  wisher,
} from './payout-steps.ts';
import { NOT_FOUND_PAGE, ODD, PROXY_JSON, refusing, timesOf } from './refusing.ts';

interface Way {
  readonly says: string;
  readonly effect: Effect;
}

/** Ends of a status question that say nothing about the payout. */
const MUTE: readonly Way[] = [
  { says: 'HTTP 500', effect: { kind: 'http-status', status: 500, committed: true } },
  { says: "a proxy's error page (HTTP 502)", effect: { kind: 'html', status: 502, committed: true } },
  { says: "a proxy's JSON error (HTTP 504)", effect: PROXY_JSON },
  { says: 'an HTML page with HTTP 404', effect: NOT_FOUND_PAGE },
  { says: 'a reset connection', effect: { kind: 'reset', committed: true } },
  { says: 'a cut answer', effect: { kind: 'truncate', committed: true } },
  { says: 'an answer that is not valid JSON', effect: { kind: 'malformed', committed: true } },
  { says: 'result true with data null', effect: { kind: 'answer', set: { data: null } } },
  { says: 'result true with data {}', effect: { kind: 'answer', set: { data: {} } } },
  { says: 'no answer at all (read timeout)', effect: { kind: 'read-timeout', committed: true } },
];

/** Ends of a creation that leave open whether the gateway has the payout; a read timeout has its own checks. */
const GARBLED: readonly Way[] = [
  { says: 'a reset connection', effect: { kind: 'reset', committed: true } },
  { says: "a proxy's error page (HTTP 502)", effect: { kind: 'html', status: 502, committed: true } },
  { says: 'a cut answer', effect: { kind: 'truncate', committed: true } },
  { says: 'an answer that is not valid JSON', effect: { kind: 'malformed', committed: true } },
  { says: "a proxy's JSON error (HTTP 504)", effect: PROXY_JSON },
];

const BORN_IN_2: Effect = { kind: 'statuses', sequence: [2] };
const CUT_OFF: Effect = { kind: 'reset', committed: true };

async function mustBeOpen(t: Verbs, made: Standing, what: string): Promise<void> {
  const seen = await t.lookAtPayout(made);
  if (!isOver(seen)) return;
  t.fail(
    `${what}: the gateway has the payout and it is not final, and the merchant shows it as ${t.describePayout(seen)}.`,
    { about: t.aboutPayout(made) },
  );
}

async function paysIn(t: Verbs, made: Standing, what: string): Promise<void> {
  await t.movePayout(made, 5);
  await t.payoutBecomes(made, `${what}, and then the payout was completed (status 5)`, isPaid);
}

/** As many failed questions as shops that count them are known to allow. */
const FAILING_ROUNDS = 12;
/** For merchants that ask more and more seldom. */
const PATIENT_ROUNDS = 40;

/**
 * Payouts whose status questions fail, each in one of these ways, for some rounds of jobs; then they are completed.
 * One about which nothing fails is completed meanwhile.
 */
async function failQuestions(t: Verbs, ways: readonly Way[]): Promise<void> {
  const who = await wisher(t, '200.00');
  const made: Standing[] = [];
  for (const { effect } of ways) {
    const one = await payoutBeside(t, who);
    await t.movePayout(one, 3, SCENE);
    made.push(one);
    const { payoutId, shopPaymentId } = one.view;
    const times = timesOf(effect);
    await t.gateway.arm([
      { where: { operation: [...ASKING], payoutId }, times, effect },
      { where: { operation: [...ASKING], shopPaymentId }, times, effect },
    ]);
  }
  const healthy = await payoutBeside(t, who);
  const since = await t.now();
  for (let round = 0; round < FAILING_ROUNDS; round++) await t.runJobsNow({ advancePolls: 1 });
  for (const one of made) if ((await questions(t, one, since)).length === 0) await t.askEveryone();
  await t.movePayout(healthy, 5);
  await t.payoutBecomes(
    healthy,
    'The payout was completed (status 5), while questions about older ones failed',
    isPaid,
    PATIENT_ROUNDS,
  );
  const unseen: string[] = [];
  for (const [index, one] of made.entries()) {
    const says = ways[index]?.says ?? '';
    await mustBeOpen(t, one, `The question about its status ended with ${says}`);
    if ((await questions(t, one, since)).length === 0) unseen.push(says);
  }
  await t.gateway.clearFaults();
  for (const one of made) await t.movePayout(one, 5);
  for (const [index, one] of made.entries()) {
    const says = ways[index]?.says ?? '';
    const what = `A question about the status ended with ${says}, and then the payout was completed (status 5)`;
    await t.payoutBecomes(one, what, isPaid, PATIENT_ROUNDS);
  }
  if (unseen.length > 0)
    t.inconclusive(`The merchant asked nothing that could end with ${unseen.join(', ')}.`);
}

/** A payout that the gateway does not have, and which it refused with this code. */
async function neverMade(t: Verbs, code: number) {
  const customer = await t.funded();
  const before = await t.balance(customer);
  await t.gateway.arm([{ where: { operation: 'withdraw/create' }, effect: { kind: 'error', code } }]);
  const asked = await t.askPayout(customer === undefined ? {} : { customer });
  return { asked, before };
}

/** Whoever gives such a payout up has taken nothing from the customer. */
async function returnsWhatFailed(
  t: Verbs,
  { asked, before }: Awaited<ReturnType<typeof neverMade>>,
  what: string,
): Promise<void> {
  if (asked.answer.kind !== 'ok') return;
  const made = { ...asked, payoutId: asked.answer.value.payout_id };
  const seen = await t.lookAtPayout(made);
  if (!isFailed(seen)) return;
  const about = [asked.reference];
  if (!t.isReturned(seen)) {
    t.fail(`${what} and has no payout; the merchant shows it as ${t.describePayout(seen)}.`, { about });
  }
  const after = await t.balanceBecomes(asked.customer, before ?? '');
  if (before === undefined || t.sameAmount(before, after)) return;
  t.fail(
    `${what} and has no payout, and the merchant shows it as failed: the customer's balance was ${before} before it and is ${after} now.`,
    { about },
  );
}

async function createFails(
  t: Verbs,
  effect: Effect,
  who: { customer?: string },
  wish?: Parameters<typeof askBeside>[2],
) {
  await t.gateway.clearFaults();
  await t.gateway.arm([{ where: { operation: 'withdraw/create' }, effect }]);
  const since = await t.now();
  return { since, asked: await askBeside(t, who, wish) };
}

/** A payout whose creation ended in this way although the gateway has it. */
async function createGarbled(t: Verbs, effect: Effect, who: { customer?: string }) {
  const { since, asked } = await createFails(t, effect, who);
  return { since, made: await lost(t, asked, since) };
}

type Asked = Awaited<ReturnType<typeof createFails>>['asked'];

/** Ends the check where the merchant has given up what a code has answered that nobody calls non-fatal. */
async function mayGiveUp(t: Verbs, { code, isStated }: WaitingCode, { answer }: Asked): Promise<void> {
  if (isStated || answer.kind === 'unknown') return;
  const isGivenUp =
    answer.kind === 'refused' || isFailed(await t.lookAtPayout({ payoutId: answer.value.payout_id }));
  if (isGivenUp) takenForFatal(t, code, 'the payout');
}

/**
 * A payout that the gateway has although its creation answered this code. Whatever the merchant takes the code for, it
 * does not send the payout again under another id.
 */
async function createdInWaiting(t: Verbs, each: WaitingCode, who: { customer?: string }) {
  const { since, asked } = await createFails(t, refusing(each.code), who);
  for (let round = 0; round < 2; round++) await t.runJobsNow({ advancePolls: 1 });
  const ids = await idsSent(t, since);
  if (ids.length > 1) {
    t.fail(
      `withdraw/create answered the code ${each.code} although the gateway has the payout, and one payout request was sent under ${ids.length} ids (${ids.join(', ')}): it can be paid twice.`,
      { about: [asked.reference, ...ids] },
    );
  }
  if (ids.length === 1) await mayGiveUp(t, each, asked);
  return { since, made: await lost(t, asked, since) };
}

export const payoutOutcomes: Bodies = {
  'payout.status-call.fails': (t) => failQuestions(t, MUTE),

  'payout.status-call.error-code': (t) =>
    failQuestions(
      t,
      [57, 11, 10, 8].map((code) => ({ says: `error code ${code}`, effect: refusing(code) })),
    ),

  'payout.create.unknown-outcome': async (t) => {
    const who = await wisher(t);
    for (const { says, effect } of GARBLED) {
      const { since, made } = await createGarbled(t, effect, who);
      await mustBeOpen(t, made, `withdraw/create ended with ${says}`);
      await t.runJobsNow({ advancePolls: 1 });
      await mustBeOpen(t, made, `withdraw/create ended with ${says}`);
      const calls = await t.calls({ operation: ['withdraw/create', ...ASKING], after: since });
      if (calls[1]?.request.operation === 'withdraw/create') {
        t.warn(`After ${says} withdraw/create was repeated before the merchant asked for the status.`);
      }
      await paysIn(t, made, `withdraw/create ended with ${says}`);
    }
  },

  'payout.create.one-id': async (t) => {
    const who = await wisher(t);
    for (const { says, effect } of GARBLED.slice(0, 2)) {
      const { since, made } = await createGarbled(t, effect, who);
      for (let round = 0; round < 2; round++) await t.runJobsNow({ advancePolls: 1 });
      const ids = await idsSent(t, since);
      if (ids.length > 1) {
        t.fail(
          `withdraw/create ended with ${says}, and one payout request was sent under ${ids.length} ids (${ids.join(', ')}): it can be paid twice.`,
          { about: [made.reference, ...ids] },
        );
      }
    }
    const [amountType] = claimedTypes(t);
    const wish = amountType === undefined ? {} : { amountType };
    const { since, asked } = await createFails(t, { kind: 'reset', committed: false }, who, wish);
    for (let round = 0; round < 3; round++) await t.runJobsNow({ advancePolls: 1 });
    const ids = await idsSent(t, since);
    await sameEachTime(t, ids, `The payout ${asked.reference} did not reach the gateway and was sent again`);
  },

  'payout.created-open': async (t) => {
    const who = await wisher(t);
    const made: Standing[] = [];
    for (const status of [3, 4, 9]) {
      await t.gateway.arm([
        { where: { operation: 'withdraw/create' }, effect: { kind: 'statuses', sequence: [status] } },
      ]);
      const one = await payoutBeside(t, who);
      made.push(one);
      await mustBeOpen(t, one, `withdraw/create answered status ${status}`);
    }
    for (const one of made) await t.movePayout(one, 5);
    for (const one of made) {
      const what = `withdraw/create answered status ${one.view.status}, and then the payout was completed`;
      await t.payoutBecomes(one, what, isPaid);
    }
  },

  'payout.status.unknown': async (t) => {
    const who = await wisher(t);
    const expected = await t.payout(who);
    await t.movePayout(expected, 2);
    const odd = await payoutBeside(t, who);
    await t.movePayout(odd, 7);
    await t.hearsOf(odd, 7);
    await t.hearsOf(expected, 2);
    const seen = await t.lookAtPayout(odd);
    if (isOver(seen))
      t.warn(
        `Status 7, which the specification does not explain, turned the payout into ${t.describePayout(seen)}.`,
      );
    const first = await t.lookAtPayout(expected);
    if (isOver(first)) {
      t.fail(`Status 2 is not shown as final, and the payout is ${t.describePayout(first)}.`, {
        about: t.aboutPayout(expected),
      });
    }
    await paysIn(t, expected, 'The payout was in status 2');
    for (const [says, effects] of [
      ['answered status 2', [BORN_IN_2]],
      ['was not answered, and the payout is in status 2', [BORN_IN_2, CUT_OFF]],
    ] as const) {
      await t.gateway.arm(effects.map((effect) => ({ where: { operation: 'withdraw/create' }, effect })));
      const since = await t.now();
      const one = await lost(t, await askBeside(t, who), since);
      await t.runJobsNow({ advancePolls: 1 });
      await mustBeOpen(t, one, `withdraw/create ${says}`);
      await paysIn(t, one, `withdraw/create ${says}`);
    }
  },

  'payout.non-fatal-code': async (t) => {
    const who = await wisher(t);
    const codes = await nonFatalCodes(t);
    for (const each of codes) {
      const { code } = each;
      const { since, made } = await createdInWaiting(t, each, who);
      await mustBeOpen(t, made, `withdraw/create answered the non-fatal code ${code}`);
      if ((await questions(t, made, since)).length === 0) await t.askEveryone();
      if ((await questions(t, made, since)).length === 0) {
        t.late(`After the non-fatal code ${code} the merchant never asked what became of the payout.`, {
          about: t.aboutPayout(made),
        });
      }
      await paysIn(t, made, `withdraw/create answered the non-fatal code ${code}`);
    }
    const [first] = codes;
    if (first === undefined) return;
    const more = await wisher(t);
    const before = await t.balance(more.customer);
    const { made } = await createdInWaiting(t, first, more);
    const { code } = first;
    await t.movePayout(made, 6);
    const what = `withdraw/create answered the non-fatal code ${code}, and then the payout was rejected (status 6)`;
    await t.payoutBecomes(made, what, isFailed);
    await fundsAreBack(t, made, before, what);
  },

  'payout.non-fatal-code.two-hours': async (t) => {
    const who = await wisher(t);
    const [first = { code: 8, isStated: false }] = await nonFatalCodes(t);
    const { code } = first;
    const { since: begun, asked } = await createFails(t, refusing(code), who);
    await mayGiveUp(t, first, asked);
    const made = await lost(t, asked, begun);
    const never = await neverMade(t, code);
    await t.gateway.arm([{ where: { operation: [...ASKING] }, times: null, effect: refusing(code) }]);
    await t.advance(80 * 60_000, 10 * 60_000);
    const since = await t.now();
    // Whoever asks more and more seldom has asked once in half an hour.
    await t.advance(30 * 60_000, 5 * 60_000);
    const about = t.aboutPayout(made);
    if ((await questions(t, made, since)).length === 0) {
      t.late(
        `An hour and fifty minutes after the non-fatal code ${code} the merchant has not asked about the payout for half an hour.`,
        {
          about,
        },
      );
    }
    await t.gateway.clearFaults();
    await mustBeOpen(t, made, `Within two hours of the non-fatal code ${code}`);
    await paysIn(t, made, `withdraw/create answered the non-fatal code ${code}`);
    await t.advance(60 * 60_000, 15 * 60_000);
    await returnsWhatFailed(t, never, `The gateway answered the non-fatal code ${code}`);
  },

  'error.payout-unknown-code': async (t) => {
    const who = await wisher(t);
    for (const code of [5, 11, 57, 99_999]) {
      await t.gateway.clearFaults();
      const effect: Effect = { kind: 'error', code, message: 'Новый код' };
      await t.gateway.arm([{ where: { operation: 'withdraw/create' }, effect }]);
      const since = await t.now();
      const { answer, reference } = await askBeside(t, who);
      const ids = await idsSent(t, since);
      if (ids.length === 0) t.inconclusive(`The merchant never called withdraw/create (code ${code}).`);
      const about = [reference, ...ids];
      if (answer.kind === 'unknown') {
        return t.fail(
          `The error code ${code} of withdraw/create left POST /payouts without a usable answer: ${answer.reason}.`,
          { about },
        );
      }
      await t.settle();
      const all = await idsSent(t, since);
      if (all.length > 1) {
        t.fail(
          `After error code ${code} one payout request was sent under ${all.length} ids (${all.join(', ')}).`,
          {
            about: [reference, ...all],
          },
        );
      }
      if (answer.kind === 'refused') continue;
      const seen = await t.lookAtPayout({ payoutId: answer.value.payout_id });
      if (isPaid(seen))
        t.fail(`After error code ${code} the payout is ${t.describePayout(seen)}.`, { about });
    }
    await t.gateway.clearFaults();
    const never = await neverMade(t, 57);
    await t.settle();
    await returnsWhatFailed(t, never, 'The gateway answered the error code 57');
    await t.gateway.clearFaults();
    await t.payout();
  },

  'compat.odd-data.payout': async (t) => {
    const who = await wisher(t);
    for (const data of ODD) {
      const shown = JSON.stringify(data);
      const { made } = await createGarbled(t, { kind: 'answer', set: { data } }, who);
      await mustBeOpen(t, made, `withdraw/create answered result true with data ${shown}`);
      await paysIn(t, made, `withdraw/create answered result true with data ${shown}`);
      await t.gateway.arm([{ where: { operation: 'withdraw/create' }, effect: refusing(57, data) }]);
      const { answer, reference } = await askBeside(t, who);
      if (answer.kind === 'unknown') {
        t.fail(
          `withdraw/create answered result false with data ${shown}, and POST /payouts had no usable answer: ${answer.reason}.`,
          { about: [reference] },
        );
      }
    }
  },
};
