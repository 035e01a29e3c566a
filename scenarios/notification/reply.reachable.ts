import type { DeliveryReply } from '../../simulator/index.ts';
import { check } from '../../suite/engine/index.ts';

export default check('notification.reply.reachable', {
  title: 'The notification address accepts a POST from a machine.',
  must: ['events.address', 'events.6'],
  rule: 'Events, introduction and 6: notifications are HTTP POST requests from the service to the callback address; it sends no cookies, follows no redirects and knows no form tokens.',
  expectation: 'A genuine notification is not answered with a redirect, 401, 403, 404, 405, 410 or 419.',
  fix: 'Route POST to the notification address, exclude it from login, CSRF and bot protection, and check the callback address in your settings.',
  story: async (t) => {
    const closed = new Set([401, 403, 404, 405, 407, 410, 419]);
    const payment = await t.order();
    let reply = await t.report(payment, 4);
    const isShut = ({ status }: DeliveryReply): boolean =>
      status !== null && (closed.has(status) || (status >= 300 && status < 400));
    for (let attempt = 0; attempt < 3 && isShut(reply); attempt++) {
      await t.pause(t.stage.settleMs / 4);
      reply = await t.repeatNews(payment);
    }
    if (!isShut(reply) && reply.outcome === 'replied') return;
    const { location } = reply.headers;
    t.late(
      `A genuine notification as POST to ${payment.invoice.callbackUrl ?? 'the callback address'} got ${t.describeReply(reply)}${location === undefined ? '' : `, a redirect to ${location}`}.`,
      { about: t.aboutPayment(payment) },
    );
  },
});
