import { check } from '../../suite/engine/index.ts';

export default check('time.expires-at', {
  title: 'The shop interprets times from the gateway in their time zone.',
  must: ['transport.4', 'fields.invoice.expires-at'],
  capabilities: ['invoice'],
  rule: 'Transport rule 4: a time without a zone means UTC+03:00; Invoice record: expires_at may carry an offset.',
  expectation:
    'An expires_at with +05:00 and one without a zone are shown as the same instants, and one that the shop sends without a zone has not passed in UTC+03:00. Not judged when the shop shows no deadline.',
  fix: 'Parse the offset when there is one, assume +03:00 when there is none, and store instants, not local times.',
  story: async (t) => {
    // Whole minutes after an order is when a session of the shop's own may end: it must not look like one.
    const second = (await t.gatewayNow()) % 60_000;
    if (second < 20_000 || second > 40_000) await t.advance((90_000 - second) % 60_000);
    const now = await t.gatewayNow();
    // No session of a shop is this long, so that a deadline of its own is never taken for this one in another zone.
    const deadline = now - (now % 60_000) + (2 * 60 + 17) * 60_000;
    const local = (hours: number): string =>
      new Date(deadline + hours * 3_600_000).toISOString().slice(0, 19);
    let isShown = false;
    // Without a zone it is in UTC+03:00.
    for (const text of [`${local(5)}+05:00`, local(3)]) {
      const payment = await t.order();
      await t.everyCall(
        'invoice/check',
        { kind: 'answer', set: { 'data.expires_at': text } },
        {
          shopOrderId: payment.shopOrderId,
          unless: 'the merchant goes by the notification and does not ask',
        },
      );
      const label = `genuine, pending, with expires_at ${text}`;
      await t.genuine(payment, { label, status: 2, set: { expires_at: text } })();
      const order = await t.settled(payment);
      const shown = order.expires_at;
      // Who cannot read the one may read the other, and wrongly.
      if (shown === null) continue;
      isShown = true;
      const instant = Date.parse(/(?:Z|[+-]\d{2}:?\d{2})$/i.test(shown) ? shown : `${shown}+03:00`);
      // A deadline of the shop's own, such as the end of its session, is none of the gateway's.
      const off = (instant - deadline) / 60_000;
      if (off % 30 !== 0 || Math.abs(off) > 14 * 60) {
        return t.notSeen(`The merchant shows a deadline of its own: ${shown}.`);
      }
    }
    if (!isShown) t.notSeen('The merchant shows no deadline of an order (expires_at).');
  },
});
