import { check } from '../../suite/engine/index.ts';

export default check('notification.reply.exact', {
  title: 'The shop answers a notification with HTTP 200 and the body OK as text/plain.',
  must: ['events.6', 'events.address', 'events.1'],
  readings: ['notification.media-type-strict', 'notification.reply-body-strict'],
  expectation:
    'Genuine notifications of a payment and of a rejection are answered with status 200 and exactly OK. A trailing line break or another media type is a warning.',
  fix: 'Reply with status 200, Content-Type: text/plain and the two letters OK: no JSON, no quotes, no HTML around them, no 201, 202 or 204, and no redirect, login or CSRF check on this route.',
  story: async (t) => {
    const payment = await t.order();
    const again = () => t.repeatNews(payment);
    let reply = await t.acceptedReply(await t.report(payment, 4), again);
    // Who asks to be told later may be at work on it, but not when the order shows it as paid.
    if (!t.isAccepted(reply) && (await t.becomes(payment, t.isPaidOnce)).met)
      reply = await t.acceptedReply(await again(), again);
    const rejected = await t.order();
    const tell = () => t.report(rejected, 6);
    await t.acceptedReply(await tell(), tell);
    if (!t.isAccepted(reply)) return;
    if (reply.body !== 'OK') t.warn(`The reply's body is ${JSON.stringify(reply.body)}, not exactly "OK".`);
    const type = reply.headers['content-type'] ?? '';
    if (!/^text\/plain\s*(;|$)/i.test(type))
      t.warn(`The reply's Content-Type is ${JSON.stringify(type)}, not text/plain.`);
  },
});
