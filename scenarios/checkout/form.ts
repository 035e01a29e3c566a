import { check } from '../../suite/engine/index.ts';
import { arrivesWhole } from '../steps/checkout.ts';
import { takesHolds } from '../steps/holds.ts';
import { CREATE } from '../steps/operations.ts';

export default check('checkout.form', {
  title:
    "The payer's browser reaches the gateway with the method, the url and every key of data from the answer.",
  must: ['flow.single.redirect', 'endpoint.invoice.hold.redirect'],
  capabilities: ['checkout'],
  anyOf: ['invoice', 'hold', 'hold.auto'],
  rule: 'Endpoints, invoice/hold: MD, PaReq and TermUrl are used for a redirect form; invoice/create answers method, url and data.',
  expectation:
    'When the payer presses the pay button, the browser calls the gateway with the method and the url of the answer, query included, and every key of data arrives with its value unchanged.',
  fix: 'Build the form from the answer: its method, its url, and one hidden input for each key of data. Do not rename, trim or drop any of them.',
  story: async (t) => {
    const plain = t.claims('invoice') ? 'single' : 'hold';
    await arrivesWhole(t, await t.browser(), await t.order({ mode: plain }));
    const { origin } = await t.gateway.health();
    const url = `${origin}/pay/on?from=shop&step=1`;
    for (const [method, mode] of [
      ['GET', plain],
      ['POST', takesHolds(t) ? 'hold' : plain],
    ] as const) {
      await t.nextCall(CREATE, {
        kind: 'answer',
        set: { 'data.method': method, 'data.url': url },
      });
      const payment = await t.order({ mode });
      await t.gateway.clearFaults();
      await arrivesWhole(t, await t.browser(), payment);
    }
  },
});
