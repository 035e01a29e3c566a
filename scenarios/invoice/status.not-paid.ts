import { check } from '../../suite/engine/index.ts';
import { watchBalances } from '../steps/invoices.ts';

export default check('invoice.status.not-paid', {
  title: 'Only status 4 pays an order.',
  must: [
    'states.invoice.1',
    'states.invoice.2',
    'states.invoice.3',
    'states.invoice.5',
    'states.invoice.6',
    'law.2',
  ],
  rule: 'States and transitions, Invoice statuses: 4 alone means that the payment is successful.',
  expectation:
    'Genuine notifications with 1, 2, 3, 5 and 6 credit neither the order nor the wallet of its customer.',
  fix: 'Read the status of the verified notification and credit only on 4. A valid signature alone says nothing about the payment.',
  story: async (t) => {
    const statuses = [1, 2, 3, 5, 6];
    const payments = await t.orders(statuses.length);
    const nothingIsRaised = await watchBalances(t, payments);
    for (const [index, status] of statuses.entries()) {
      const payment = payments[index];
      if (payment === undefined) continue;
      if (status === 1) await t.send(payment, { label: 'genuine, status 1', status, genuine: true });
      else await t.report(payment, status);
    }
    await t.paidAmong(payments);
    await nothingIsRaised('none of their payments has status 4');
    await t.pay(await t.order());
  },
});
