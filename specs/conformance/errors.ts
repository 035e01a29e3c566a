import type { Verbs } from '../../suite/engine/index.ts';
import type { Bodies } from './bodies.ts';
import { isOver } from './new-tries.ts';
import { mustBeRefusedSo } from './refusing.ts';
import { renewable } from './renewed.ts';

const CREATE = ['invoice/create', 'invoice/hold'] as const;
/** The codes whose fatality the specification shows (Errors, table of codes). */
const FATAL = [1, 2, 3, 4];
/** Known codes whose fatality is not shown: the merchant may treat them either way, but not fall over. */
const OPEN = [5, 11];

async function refuse(
  t: Verbs,
  operation: readonly ('invoice/create' | 'invoice/hold' | 'withdraw/create')[],
  code: number,
) {
  await t.gateway.clearFaults();
  await t.gateway.arm([
    {
      where: { operation: [...operation] },
      effect: { kind: 'error', code, message: `The test says ${code}` },
    },
  ]);
}

/** The charge of a stored instrument ends with a fatal code, too. */
async function renewalIsRefusedOnce(t: Verbs): Promise<void> {
  const wish = await renewable(t);
  if (wish === undefined) return;
  await refuse(t, CREATE, 3);
  const since = await t.now();
  const asked = await t.ask(wish);
  await t.gateway.clearFaults();
  const about = [asked.reference];
  const sent = await t.calls({ operation: CREATE, after: since });
  if (sent.length > 1) {
    t.fail(
      `Error code 3 is fatal, and the merchant called the gateway ${sent.length} times to charge a stored instrument.`,
      { about },
    );
  }
  if (sent.length === 0 || asked.answer.kind !== 'ok') return;
  const { value } = asked.answer;
  const isTold = ({ state }: typeof value): boolean => state === 'failed';
  const seen = await t.becomes({ orderId: value.order_id, reference: asked.reference }, isTold);
  if (seen.met) return;
  t.fail(
    `Error code 3 is fatal: a stored instrument was not charged, and the order is ${t.orderInWords(seen.order)}.`,
    { about },
  );
}

/** The second try of a rejected order ends with a fatal code, too. */
async function secondTryIsRefusedOnce(t: Verbs): Promise<void> {
  if (!t.claims('order.retry')) return;
  const first = await t.order();
  await t.report(first, 6);
  await t.becomes(first, isOver);
  await refuse(t, CREATE, 3);
  const since = await t.now();
  const { kind } = await t.driver.retry(first.orderId);
  await t.gateway.clearFaults();
  const about = t.aboutPayment(first);
  const sent = await t.calls({ operation: CREATE, after: since });
  if (sent.length > 1) {
    t.fail(
      `Error code 3 is fatal, and the merchant called the gateway ${sent.length} times to retry an order.`,
      {
        about,
      },
    );
  }
  if (sent.length === 0 || kind !== 'ok') return;
  const seen = await t.becomes(first, isOver);
  if (seen.met) return;
  t.fail(
    `Error code 3 is fatal: the retry of an order was not created, and the order is ${t.orderInWords(seen.order)}.`,
    { about },
  );
}

/** A creation that did not arrive, and is refused with a fatal code when it is sent again. */
async function refusedWhenRepeated(t: Verbs): Promise<void> {
  await t.gateway.arm([
    { where: { operation: 'withdraw/create' }, effect: { kind: 'reset', committed: false } },
    { where: { operation: 'withdraw/create' }, skip: 1, times: null, effect: { kind: 'error', code: 4 } },
  ]);
  const since = await t.now();
  const asked = await t.askPayout();
  if (asked.answer.kind === 'refused') return void (await t.gateway.clearFaults());
  const made = await t.inHand(asked);
  for (let round = 0; round < 4; round++) await t.runJobsNow({ advancePolls: 1 });
  const sent = await t.calls({ operation: 'withdraw/create', after: since });
  await t.gateway.clearFaults();
  const about = t.aboutPayout(made);
  // To give the payout up instead is as right.
  if (sent.length < 2) return;
  const what =
    'withdraw/create did not reach the gateway, was sent again, and was refused with the fatal code 4';
  if (sent.length > 2) t.fail(`${what}; it was called ${sent.length} times.`, { about });
  const seen = await t.lookAtPayout(made);
  if (seen.state === 'failed' && t.isReturned(seen)) return;
  t.fail(`${what}; the merchant shows it as ${t.describePayout(seen)}.`, { about });
}

export const errors: Bodies = {
  'error.fatal-codes': async (t) => {
    for (const code of [...FATAL, ...OPEN]) {
      await refuse(t, CREATE, code);
      const since = await t.now();
      const asked = await t.ask();
      const first = (await t.calls({ operation: CREATE, after: since, fields: t.numberOf(asked.answer) }))[0];
      if (first === undefined)
        return t.inconclusive(`The merchant called neither invoice/create nor invoice/hold (code ${code}).`);
      mustBeRefusedSo(t, first, code);
      const about = [asked.reference, String(first.request.fields?.shop_order_id ?? '')];
      if (asked.answer.kind === 'unknown') {
        return t.fail(
          `Error code ${code} on invoice/create left POST /orders without a usable answer: ${asked.answer.reason}.`,
          { about },
        );
      }
      if (OPEN.includes(code)) continue;
      const calledOnce = async (): Promise<void> => {
        const calls = await t.calls({ operation: CREATE, after: since });
        if (calls.length <= 1) return;
        t.fail(`Error code ${code} is fatal, and the merchant called the gateway ${calls.length} times.`, {
          about,
        });
      };
      // Whoever sends it again at once may find it accepted, and is not to hear of a missing failure.
      await calledOnce();
      if (asked.answer.kind === 'ok') {
        const { value } = asked.answer;
        const seen = await t.becomes(
          { orderId: value.order_id, reference: asked.reference },
          (order) => order.state === 'failed',
        );
        if (!seen.met) {
          t.fail(
            `Error code ${code} is fatal: there is no invoice, and the order is ${t.orderInWords(seen.order)}.`,
            { about },
          );
        }
        if (seen.order.error === null)
          t.warn(`After code ${code} the order is failed but carries no error to show to the payer.`);
      }
      for (let round = 0; round < 2; round++) await t.runJobsNow();
      await calledOnce();
    }
    await t.gateway.clearFaults();
    await renewalIsRefusedOnce(t);
    await secondTryIsRefusedOnce(t);
    await t.pay(await t.order());
  },

  'error.unknown-code': async (t) => {
    for (const code of [57, 99_999]) {
      await t.gateway.clearFaults();
      await t.gateway.arm([
        {
          where: { operation: [...CREATE] },
          effect: {
            kind: 'answer',
            envelope: { result: false, error_code: code, message: 'Новый код', data: null },
          },
        },
      ]);
      const since = await t.now();
      const asked = await t.ask();
      const first = (await t.calls({ operation: CREATE, after: since, fields: t.numberOf(asked.answer) }))[0];
      if (first === undefined)
        return t.inconclusive('The merchant called neither invoice/create nor invoice/hold.');
      const shopOrderId = String(first.request.fields?.shop_order_id ?? '');
      const about = [asked.reference, shopOrderId];
      if (asked.answer.kind === 'unknown') {
        return t.fail(
          `The unknown error code ${code} left POST /orders without a usable answer: ${asked.answer.reason}.`,
          { about },
        );
      }
      if (asked.answer.kind === 'refused') continue;
      if (t.isPaid(asked.answer.value)) {
        t.fail(`After error code ${code} the order is ${t.orderInWords(asked.answer.value)}.`, { about });
      }
      await t.settle();
      const order = await t.look({ orderId: asked.answer.value.order_id, reference: asked.reference });
      if (t.isPaid(order))
        t.fail(`After error code ${code} the order is ${t.orderInWords(order)}.`, { about });
    }
    await t.gateway.clearFaults();
    await t.pay(await t.order());
  },

  'error.payout-fatal-codes': async (t) => {
    for (const code of FATAL) {
      const customer = await t.funded();
      const before = await t.balance(customer);
      await refuse(t, ['withdraw/create'], code);
      const since = await t.now();
      const asked = await t.askPayout(customer === undefined ? {} : { customer });
      const first = (
        await t.calls({ operation: 'withdraw/create', after: since, fields: t.numberOf(asked.answer) })
      )[0];
      if (first === undefined)
        return t.inconclusive(`The merchant never called withdraw/create (code ${code}).`);
      mustBeRefusedSo(t, first, code);
      const shopPaymentId = String(first.request.fields?.shop_payment_id ?? '');
      const about = [asked.reference, shopPaymentId];
      if (asked.answer.kind === 'unknown') {
        return t.fail(
          `Error code ${code} on withdraw/create left POST /payouts without a usable answer: ${asked.answer.reason}.`,
          { about },
        );
      }
      // A question may be due a moment after its interval, which makes it every second round.
      for (let round = 0; round < (t.claims('jobs') ? 4 : 2); round++)
        await t.runJobsNow({ advancePolls: 1 });
      const questions = await t.calls({
        operation: 'withdraw/shop_payment_status',
        fields: { shop_payment_id: shopPaymentId },
        after: since,
      });
      if (questions.length > 1) {
        t.fail(
          `Error code ${code} is fatal, and the merchant asked ${questions.length} times for the status of the payout.`,
          { about },
        );
      }
      const again = await t.calls({ operation: 'withdraw/create', after: since });
      if (again.length > 1)
        t.fail(`Error code ${code} is fatal, and withdraw/create was called ${again.length} times.`, {
          about,
        });
      if (asked.answer.kind === 'ok') {
        const seen = await t.lookAtPayout({ payoutId: asked.answer.value.payout_id });
        if (seen.state !== 'failed') {
          t.fail(
            `Error code ${code} is fatal: no payout was created, and the merchant shows it as ${t.describePayout(seen)}.`,
            { about },
          );
        }
        if (!t.isReturned(seen))
          t.fail(`No payout was created (code ${code}), and debited is ${seen.debited}.`, { about });
      }
      const after = await t.balance(customer);
      if (before !== undefined && !t.sameAmount(before, after)) {
        t.fail(
          `No payout was created (code ${code}): the balance was ${before} before it and is ${after} now.`,
          { about },
        );
      }
    }
    await t.gateway.clearFaults();
    if (t.claims('jobs')) await refusedWhenRepeated(t);
    await t.payout();
  },
};
