import { check } from '../../suite/engine/index.ts';
import { SILENCE } from '../steps/effects.ts';
import { beginCreate } from '../steps/races.ts';

export default check('notification.reply.while-busy', {
  title: 'A notification is answered while another gateway call of the shop is still open.',
  should: ['events.6', 'law.23'],
  whyShould:
    'How long a reply may take is not shown, and the next attempt makes up for one that comes too late.',
  rule: 'Events 6: a notification that is not answered in time is sent again.',
  expectation:
    "While invoice/create of another order is still open and invoice/check does not answer, a notification is answered at the latest soon after the shop's read timeout, and its order is paid.",
  fix: 'Do nothing slow before the reply: no lock that is held during a gateway call, no mail, no gateway call whose answer you wait for.',
  story: async (t) => {
    const payment = await t.order();
    const { tempo } = t.slot.config;
    const unless = 'the merchant calls nothing before it replies';
    await t.everyCall('invoice/check', SILENCE, { unless });
    const { asking, invoice } = await beginCreate(t, {}, { unless: 'the merchant does one thing at a time' });
    const begun = performance.now();
    // Whatever it replies, 503 too, is a reply in time.
    const { reply } = await t.gateway.setInvoiceStatus(payment.paymentId, {
      status: 4,
      notify: 'deliver',
      unless: 'the merchant is busy, and says so',
    });
    const tookMs = Math.round(performance.now() - begun);
    await t.gateway.clearFaults();
    await asking;
    if (invoice === undefined) t.inconclusive('No create was open when the notification came.');
    // What waits for one or two calls that end with the read timeout is in time.
    const limitMs = 2 * tempo.settleMs + 2 * tempo.readTimeoutMs + 500;
    if (reply === null || reply.outcome !== 'replied' || tookMs > limitMs) {
      t.late(
        `While a create was open and invoice/check did not answer, the notification got ${reply === null ? 'no reply' : t.describeReply(reply)} after ${tookMs} ms; ${limitMs} ms were allowed.`,
        { about: t.aboutPayment(payment) },
      );
    }
    await t.honours(payment, () => t.repeatNews(payment));
  },
});
