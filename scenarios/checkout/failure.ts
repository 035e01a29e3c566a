import { check } from '../../suite/engine/index.ts';
import { distinct, startsHere } from '../steps/checkout.ts';

export default check('checkout.failure', {
  title: 'The pages of the order tell the payer that the payment was not created.',
  must: ['errors.2.invoice'],
  capabilities: ['invoice', 'checkout'],
  expectation:
    'After invoice/create was answered with code 1, the status page of the order, or the page on which the payer pays, shows that it failed.',
  fix: 'Mark the order as failed on a fatal code, and show that on its page instead of letting the payer wait.',
  story: async (t) => {
    const { checkout: shown } = t.slot.config.merchant;
    await t.everyCall(['invoice/create', 'invoice/try'], { kind: 'error', code: 1 });
    const { answer } = await t.ask();
    if (answer.kind === 'refused') return t.notSeen('The shop refuses such an order at once.');
    if (answer.kind === 'unknown')
      return t.inconclusive(`POST /orders had no known outcome (${answer.reason}).`);
    if (distinct([answer.value.status_url, answer.value.pay_url]).length === 0)
      return t.inconclusive('The order gives no address of a page.');
    const page = await t.browser();
    await startsHere(t, page, answer.value);
    // Where the payer is told is the shop's: on the page where he pays, or on that of the order.
    for (const url of distinct([answer.value.status_url, answer.value.pay_url]))
      if (await t.comesToShow(page, url, shown?.failed)) return;
    t.late(
      `No page of the payer ever showed the failure ("${shown?.failed}"); the order is ${t.orderInWords(answer.value)}.`,
    );
  },
});
