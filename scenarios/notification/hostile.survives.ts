import { check, type Payment, type Verbs } from '../../suite/engine/index.ts';
import { messagesOf } from '../steps/forgery.ts';

const HOSTILE = ['hostile', 'encoding', 'compressed', 'odd.character', 'http.media-type.multipart'];

const MOST_LOOKS = 40;

/** Whether the merchant is still there; one that died is started again, so that later checks find it alive. */
async function survived(t: Verbs, payment: Payment): Promise<boolean> {
  const { process } = t.slot;
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    if ((await t.driver.getOrder(payment.orderId)).kind === 'ok') return true;
    if (process !== null && !(await process.running())) {
      await process.start();
      return false;
    }
    await t.pause(50);
  }
  return false;
}

export default check('notification.hostile.survives', {
  title: 'The receiver survives hostile bodies and accepts the next genuine notification.',
  should: ['law.24', 'events.6'],
  whyShould:
    'The specification does not speak of bodies that the gateway never sends. Only time is lost: the gateway sends its notification again when the receiver is back.',
  rule: 'Events 6: whatever arrived before, a genuine notification is received and answered with OK.',
  expectation:
    'After bodies that are empty, malformed, huge, deeply nested, compressed or in other encodings, the genuine notification pays the order.',
  fix: 'Limit the size and the depth of a body, catch every parsing error for that one request, and copy parsed keys only into plain maps, never into objects with prototypes.',
  story: async (t) => {
    await t.pay(await t.order());
    const payment = await t.order();
    // None of them is signed, so that no receiver can be right to believe one.
    const crafts = messagesOf(t, ...HOSTILE).map(({ rows = [] }) => ({
      payment,
      craft: { rows: ['sign.wrong.random', ...rows] },
    }));
    await t.sendTogether(crafts);
    if (!(await survived(t, payment))) {
      t.fail('After hostile bodies the merchant no longer answered.', { about: t.aboutPayment(payment) });
    }
    await t.settled(payment);
    await t.stillHonours([payment]);
  },
});
