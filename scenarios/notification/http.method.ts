import { signNotification, textOf, type WireObject } from '../../simulator/index.ts';
import { check, type Payment } from '../../suite/engine/index.ts';

export default check('notification.http.method', {
  title: 'Only a POST with its data in the body counts as a notification.',
  requirements: ['events.address'],
  level: 'should',
  whyShould:
    'Only somebody who knows the secret can sign such a request, and the gateway sends none: no money moves that it did not report.',
  capabilities: ['invoice'],
  rule: 'Events: server notifications are HTTP POST requests; their data is in the body.',
  expectation:
    'A validly signed "paid" sent by GET, by PUT, or with all its data in the query does not pay the order; the POST does.',
  fix: 'Register the route for POST only, and read only the body, never the merged parameters of query and body: addresses end up in logs, and log entries can be replayed.',
  story: async (t) => {
    const inAddress = async (payment: Payment): Promise<Record<string, string>> => {
      const body = await t.genuineBody(payment, 4);
      const signed: WireObject = { ...body, sign: signNotification(body, t.slot.shop.secret) };
      const pairs = Object.entries(signed).map(([name, value]): [string, string] => [
        name,
        textOf(value) ?? '',
      ]);
      return Object.fromEntries(pairs.filter(([, text]) => text !== ''));
    };
    const payments = await t.orders(3);
    const [first, second, third] = payments;
    if (first === undefined || second === undefined || third === undefined) return;
    const nothing = () => '';
    await t.send(first, {
      verdict: 'either',
      label: 'by GET, all in the address',
      method: 'GET',
      query: await inAddress(first),
      encode: nothing,
    });
    await t.send(second, { verdict: 'either', label: 'by PUT', method: 'PUT' });
    await t.send(third, {
      verdict: 'either',
      label: 'by POST without a body, all in the address',
      query: await inAddress(third),
      encode: nothing,
    });
    const [paid] = await t.paidAmong(payments);
    if (paid !== undefined) {
      const how = ['by GET with its data in the address', 'by PUT', 'with all its data in the address'];
      t.fail(
        `A validly signed notification ${how[payments.indexOf(paid[0])]} marked the order as paid: it is ${t.orderInWords(paid[1])}.`,
        { about: t.aboutPayment(paid[0]) },
      );
    }
    await t.stillHonours(payments);
  },
});
