import { check } from '../../suite/engine/index.ts';
import { startsHere } from '../steps/checkout.ts';

export default check('checkout.failure', {
  title: 'The status page shows the payer that the payment was not created.',
  must: ['errors.2.invoice'],
  capabilities: ['invoice', 'checkout'],
  expectation:
    'After invoice/create was answered with code 1, the status page of the order shows that it failed.',
  fix: 'Mark the order as failed on a fatal code, and show that on its status page instead of letting the payer wait.',
  story: async (t) => {
    const { checkout: shown } = t.slot.config.merchant;
    await t.everyCall(['invoice/create', 'invoice/try'], { kind: 'error', code: 1 });
    const { answer } = await t.ask();
    if (answer.kind === 'refused') return t.notApplicable('The shop refuses such an order at once.');
    if (answer.kind === 'unknown')
      return t.inconclusive(`POST /orders had no known outcome (${answer.reason}).`);
    const page = await t.browser();
    await startsHere(t, page, answer.value);
    const { status_url: url } = answer.value;
    if (await t.comesToShow(page, url, shown?.failed)) return;
    t.late(
      `The status page never showed the failure ("${shown?.failed}"); the order is ${t.orderInWords(answer.value)}.`,
    );
  },
});
