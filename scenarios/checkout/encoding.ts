import { check } from '../../suite/engine/index.ts';
import { arrivesWhole } from '../steps/checkout.ts';

const strange = `+/= "quotes" & 'apostrophes' <b>&amp;</b> ключ 😀`;

export default check('checkout.encoding', {
  title: 'Characters of every script survive the redirect form.',
  should: ['endpoint.invoice.hold.redirect', 'transport.2'],
  whyShould:
    'The specification does not say that the values of the form go beyond ASCII; those of a bank are base64 and addresses. A payer who cannot go on has lost no money.',
  capabilities: ['checkout'],
  anyOf: ['hold', 'hold.auto'],
  expectation:
    'A value with quotes, angle brackets, plus signs, Cyrillic letters and an emoji arrives at the gateway unchanged, for a payer whose browser is set to Russian.',
  fix: 'Declare the pages as UTF-8, escape values where they are put into HTML, and neither decode nor encode them yourself.',
  story: async (t) => {
    await t.nextCall('invoice/hold', { kind: 'answer', set: { 'data.data.PaReq': strange } });
    const payment = await t.order({ mode: 'hold' });
    await arrivesWhole(t, await t.browser({ locale: 'ru-RU' }), payment);
  },
});
