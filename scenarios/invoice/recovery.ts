import { isOver } from '../../suite/drivers/index.ts';
import { check, type Payment, type Verbs } from '../../suite/engine/index.ts';
import { takesHolds } from '../steps/holds.ts';
import { secondTry } from '../steps/retries.ts';
import { renewal } from '../steps/stored-instruments.ts';

/** A payment whose end no notification tells. */
interface Lost {
  readonly payment: Payment;
  readonly status: 4 | 6;
  readonly wanted: (order: Payment['order']) => boolean;
}

/** Payments of every kind that this merchant takes, each about to end unheard. */
async function losing(t: Verbs): Promise<readonly Lost[]> {
  const waiting: Lost[] = [
    { payment: await t.order(), status: 4, wanted: t.isPaidOnce },
    { payment: await t.order(), status: 6, wanted: isOver },
  ];
  const again = await secondTry(t);
  if (again !== undefined) {
    waiting.push({ payment: again, status: 4, wanted: t.isPaidOnce });
  }
  const renewed = await renewal(t);
  if (renewed !== undefined) {
    waiting.push({ payment: renewed, status: 4, wanted: t.isPaidOnce });
  }
  if (takesHolds(t)) {
    const held = await t.held();
    await t.charge(held);
    waiting.push({ payment: held, status: 4, wanted: t.isPaidOnce });
  }
  return waiting;
}

export default check('invoice.recovery', {
  title: 'A payment is found even if all its notifications are lost.',
  should: ['errors.3.wait', 'law.19', 'endpoint.invoice.check.request'],
  whyShould:
    'Errors 3 asks the shop to wait for a notification, and the gateway makes 25 attempts. No rule obliges the shop to call invoice/check; an order without a notification stays open, and a person can look it up.',
  means: ['jobs', 'clock'],
  rule: 'Errors 3 asks the shop to wait for a notification; invoice/check exists for the case that none arrives.',
  expectation:
    'All 25 attempts are lost: within its recovery time the shop calls invoice/check and pays the order on status 4, or fails it on 6. It finds the payment of a second attempt, the charge of a stored instrument and the outcome of a charge in the same way.',
  fix: 'Run a job that calls invoice/check for orders that have been pending for some minutes. Select them by state, for every attempt, single-step and two-step.',
  story: async (t) => {
    const waiting = await losing(t);
    for (const { payment, status } of waiting) {
      await t.loseNotifications({ shopOrderId: payment.shopOrderId });
      await t.gateway.setInvoiceStatus(payment.paymentId, { status, notify: 'deliver' });
    }
    const isFound = async ({ payment, wanted }: Lost): Promise<boolean> => wanted(await t.look(payment));
    // A third more than promised, so that a timer that was started a little late is not blamed.
    for (let step = 0; step < 8; step++) {
      await t.advance(t.slot.config.tempo.recoverMs / 6);
      const found = [];
      for (const each of waiting) found.push(await isFound(each));
      if (!found.includes(false)) return;
    }
  },
});
