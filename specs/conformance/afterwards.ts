import type { Payment, Verbs } from '../../suite/engine/index.ts';
import type { Bodies } from './bodies.ts';
import { nonFatalCodes, takenForFatal } from './non-fatal-codes.ts';
import {
  ASKING,
  askBeside,
  bare,
  idsSent,
  isFailed,
  isOver,
  isPaid,
  type Standing,
  wisher,
} from './payout-steps.ts';
import { NOT_FOUND_PAGE, refusing } from './refusing.ts';

/** A refund that the gateway has although it answered this code ends in SUCCESS. */
async function endsAfterCode(
  t: Verbs,
  code: number,
  givenUp: () => void = () => undefined,
): Promise<'judged' | 'refused'> {
  const what = `invoice/create-refund answered the code ${code}, and the refund took place`;
  const payment = await t.paid();
  await t.gateway.arm([{ where: { operation: 'invoice/create-refund' }, effect: refusing(code) }]);
  const answer = await t.askRefund(payment, payment.amount);
  await t.settle();
  await t.gateway.clearFaults();
  const about = t.aboutPayment(payment);
  const [view] = await t.refundViews(payment);
  if (view === undefined) return t.inconclusive('The merchant never requested the refund from the gateway.');
  if (answer.kind === 'refused') return 'refused';
  if (answer.kind === 'unknown')
    t.late(`${what}; the call that asked for it had no usable answer: ${answer.reason}.`, { about });
  if (answer.kind === 'ok') {
    const shown = await t.lookAtRefund({ payment, refundId: answer.value.refund_id });
    if (shown.state === 'failed') givenUp();
  }
  const { shopId, shopRefundId } = view;
  await t.gateway.setRefundStatus(shopId, shopRefundId, { status: 'SUCCESS', notify: 'deliver' });
  await t.mustBecome(payment, what, (order) => t.sameAmount(order.refunded, payment.amount));
  const views = await t.refundViews(payment);
  if (views.length > 1) t.fail(`${what}; the merchant requested it ${views.length} times.`, { about });
  return 'judged';
}

/** Waits until the gateway has so many payouts under these calls, at most as long as a merchant waits for an answer. */
async function standing(t: Verbs, since: number, count: number) {
  const until = performance.now() + t.slot.config.tempo.readTimeoutMs / 2;
  for (;;) {
    const views = await Promise.all((await idsSent(t, since)).map((id) => t.payoutView(id)));
    const there = views.filter((view) => view !== undefined);
    if (there.length >= count || performance.now() >= until) return there;
    await t.pause(10);
  }
}

/** For merchants that ask about an old payout more and more seldom. */
const PATIENT_ROUNDS = 12;

/** A phone, and accounts of twenty digits, too long for a number, of which one has zeros in front. */
const ACCOUNTS = ['79001234567', '40817810099910004312', '00817810099910004312'];

/** Whoever takes digits alone leaves the letters out; only another encoding is wrong. */
async function lettersArrive(t: Verbs, who: { customer?: string }): Promise<void> {
  const account = 'Счёт № 7';
  const spoilt = [Buffer.from('Счёт').toString('latin1'), '????', '\ufffd'];
  const since = await t.now();
  await askBeside(t, who, { account });
  for (const { request } of await t.calls({
    operation: ['withdraw/create', 'check_account'],
    after: since,
  })) {
    const found = String(request.fields?.account);
    if (!spoilt.some((text) => found.includes(text))) continue;
    t.fail(
      `A payout to the account ${account} was sent as ${request.operation} with account ${JSON.stringify(found)}.`,
      { about: [request.exchange] },
    );
  }
}

export const afterwards: Bodies = {
  'refund.restart': async (t) => {
    const made = await t.refund(await t.paid(), '100.00');
    const counted = await t.refund(await t.paid(), '100.00');
    await t.endRefund(counted, 'SUCCESS');
    const isBack = (order: Payment['order']): boolean => t.sameAmount(order.refunded, '100.00');
    await t.mustBecome(counted.payment, 'The refund ended in SUCCESS', isBack);
    const cutOff = await t.refund(await t.paid(), '100.00');
    const heard = await t.endRefund(cutOff, 'SUCCESS');
    await t.restart();
    // After OK the gateway sends nothing more.
    if (!t.isAccepted(heard)) await t.repeatNews(cutOff.payment, { type: 'refund' });
    await t.repeatNews(counted.payment, { type: 'refund' });
    await t.acceptedReply(await t.endRefund(made, 'SUCCESS'), () =>
      t.repeatNews(made.payment, { type: 'refund' }),
    );
    await t.mustBecome(
      made.payment,
      'The refund was WAITING when the merchant was killed and restarted, and it ended in SUCCESS',
      isBack,
    );
    await t.mustBecome(
      cutOff.payment,
      "The merchant was notified of a refund's SUCCESS, and was then killed and restarted",
      isBack,
    );
    const again = await t.settled(counted.payment);
    if (isBack(again)) return;
    t.fail(
      `The notification of the refund of 100.00 was repeated after the merchant was killed and restarted: the order is ${t.orderInWords(again)}.`,
      { about: [...t.aboutPayment(counted.payment), counted.view.shopRefundId], underAnyReading: true },
    );
  },

  'refund.later-success': async (t) => {
    if ((await endsAfterCode(t, 57)) === 'judged') return;
    t.notApplicable('The merchant itself refuses the refund after an unknown code.');
  },

  'refund.unknown-code': async (t) => {
    for (const code of [57, 99_999]) {
      const what = `invoice/create-refund answered the unknown error code ${code}`;
      const payment = await t.paid();
      await t.gateway.arm([
        {
          where: { operation: 'invoice/create-refund' },
          effect: { kind: 'error', code, message: 'Новый код' },
        },
      ]);
      const answer = await t.askRefund(payment, payment.amount);
      await t.gateway.clearFaults();
      const about = t.aboutPayment(payment);
      if ((await t.refundCalls(payment)).length === 0)
        t.inconclusive('The merchant never requested the refund from the gateway.');
      if (answer.kind === 'unknown')
        t.fail(`${what}, and the call that asked for it had no usable answer: ${answer.reason}.`, { about });
      await t.settle();
      const order = await t.look(payment);
      const isDone = (await t.listRefunds(payment)).some(({ state }) => state === 'done');
      if (isDone || !t.sameAmount(order.refunded, '0'))
        t.fail(`${what}, and the order is ${t.orderInWords(order)}.`, { about });
    }
    const plain = await t.paid();
    await t.refund(plain, plain.amount);
  },

  'refund.non-fatal-code': async (t) => {
    for (const { code, isStated } of await nonFatalCodes(t)) {
      const ended = await endsAfterCode(
        t,
        code,
        isStated ? undefined : () => takenForFatal(t, code, 'the refund'),
      );
      if (ended === 'judged') continue;
      if (!isStated) takenForFatal(t, code, 'the refund');
      t.fail(
        `invoice/create-refund answered the non-fatal code ${code}, and the merchant refused the refund.`,
      );
    }
  },

  'payout.account': async (t) => {
    const who = await wisher(t);
    let judged = 0;
    for (const account of ACCOUNTS) {
      const since = await t.now();
      await askBeside(t, who, { account });
      const seen = await t.calls({ operation: ['withdraw/create', 'check_account'], after: since });
      // Not every shop pays out to every kind of account.
      if (seen.length > 0) judged += 1;
      for (const { request } of seen) {
        const found = String(request.fields?.account);
        if (bare(found) === bare(account)) continue;
        t.fail(`A payout to the account ${account} was sent as ${request.operation} with account ${found}.`, {
          about: [request.exchange],
        });
      }
    }
    await lettersArrive(t, who);
    if (judged === 0) t.inconclusive('The merchant created none of the payouts, so no account was seen.');
  },

  'payout.read-timeout.status': async (t) => {
    const statuses = [3, 4, 9, 6];
    // Each is another customer's: some shops have one open payout for each of them.
    const wishers = await Promise.all(statuses.map(() => wisher(t)));
    const before = await Promise.all(wishers.map(({ customer }) => t.balance(customer)));
    await t.gateway.arm([
      {
        where: { operation: 'withdraw/create' },
        times: statuses.length,
        effect: { kind: 'read-timeout', committed: true },
      },
    ]);
    const since = await t.now();
    const asking = wishers.map((who) => t.askPayout(who));
    // The question about the status comes when the merchant has waited long enough for the answer.
    const views = await standing(t, since, statuses.length);
    for (const [index, view] of views.entries()) await t.movePayout({ view }, statuses[index] ?? 3);
    const made: Standing[] = [];
    for (const asked of await Promise.all(asking)) {
      const one = await t.inHand(asked);
      if (one.view === undefined) return t.inconclusive('A payout does not exist at the gateway.');
      made.push({ ...one, view: one.view });
    }
    for (let round = 0; round < 2; round++) await t.runJobsNow({ advancePolls: 1 });
    const what = (status: number): string =>
      `withdraw/create had no answer, and the gateway has the payout in status ${status}`;
    const open: (Standing & { readonly status: number })[] = [];
    for (const one of made) {
      const { status } = (await t.payoutView(one.shopPaymentId)) ?? one.view;
      if (status !== 6) open.push({ ...one, status });
      else await t.payoutBecomes(one, what(6), isFailed);
    }
    for (const one of open) {
      const seen = await t.lookAtPayout(one);
      if (isOver(seen)) {
        t.fail(
          `${what(one.status)}, which is not final; the merchant shows it as ${t.describePayout(seen)}.`,
          {
            about: t.aboutPayout(one),
          },
        );
      }
    }
    for (const one of open) await t.movePayout(one, 5);
    for (const one of open) {
      await t.payoutBecomes(one, `${what(one.status)} and then in 5`, isPaid, PATIENT_ROUNDS);
    }
    for (const [index, { customer }] of wishers.entries()) {
      const one = made[index];
      const had = before[index];
      if (one === undefined || had === undefined) continue;
      const { debited } = open.some(({ reference }) => reference === one.reference)
        ? await t.lookAtPayout(one)
        : { debited: '0' };
      const left = t.amountOf(had)?.minus(debited).toString() ?? '';
      const after = await t.balanceBecomes(customer, left);
      if (t.sameAmount(after, left)) continue;
      t.fail(
        `A payout ${debited === '0' ? 'did not take place' : `took ${debited}`}: the customer's balance was ${had} before it and is ${after} now.`,
        { about: t.aboutPayout(one) },
      );
    }
  },

  'payout.read-timeout.code': async (t) => {
    const who = await wisher(t);
    let [, armed = ''] = await t.gateway.arm([
      { where: { operation: 'withdraw/create' }, effect: { kind: 'read-timeout', committed: true } },
      { where: { operation: [...ASKING] }, times: null, effect: refusing(57) },
    ]);
    const since = await t.now();
    const made = await t.inHand(await t.askPayout(who));
    const questions = (after: number) => t.calls({ operation: ASKING, after });
    const about = t.aboutPayout(made);
    let what = '';
    for (const [got, effect] of [
      ['the unknown error code 57', refusing(57)],
      ['HTTP 500', { kind: 'http-status', status: 500, committed: true }],
      ['an answer that is not valid JSON', { kind: 'malformed', committed: true }],
      ['an HTML page with HTTP 404', NOT_FOUND_PAGE],
    ] as const) {
      what = `withdraw/create had no answer, the status question was answered with ${got}, which does not say that there is no such payout`;
      // Only of a page that says 404 a reading could think otherwise: no reading has this code, or an answer without one.
      const isPage = effect === NOT_FOUND_PAGE;
      const former = armed;
      // One is there before the other goes: a question between them would be answered.
      [armed = ''] = await t.gateway.arm([{ where: { operation: [...ASKING] }, times: null, effect }]);
      await t.gateway.disarm(former);
      const before = await t.now();
      for (let round = 0; round < 2; round++) {
        await t.runJobsNow({ advancePolls: 1 });
      }
      if ((await questions(before)).length === 0) await t.askEveryone();
      const sent = await t.calls({ operation: 'withdraw/create', after: since });
      const wrong = { about, underAnyReading: !isPage };
      if (sent.length > 1) t.fail(`${what}, and withdraw/create was sent again.`, wrong);
      const seen = await t.lookAtPayout(made);
      if (isOver(seen)) t.fail(`${what}, and the merchant shows it as ${t.describePayout(seen)}.`, wrong);
    }
    if ((await questions(since)).length === 0)
      return t.inconclusive('The merchant never asked for the status.');
    await t.gateway.clearFaults();
    const { view } = made;
    if (view === undefined) return t.inconclusive('The payout does not exist at the gateway.');
    await t.movePayout({ view }, 5);
    await t.payoutBecomes(
      made,
      `${what}, and then the payout was completed (status 5)`,
      isPaid,
      PATIENT_ROUNDS,
    );
  },
};
