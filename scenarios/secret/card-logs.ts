import { check, type Verbs } from '../../suite/engine/index.ts';
import { pagesOf } from '../steps/secrets.ts';

interface Canary {
  readonly name: string;
  readonly value: string;
}

async function tokenCanary(t: Verbs): Promise<Canary> {
  const token = `canary${Buffer.from(t.unique('token')).toString('hex')}`;
  const customer = t.unique('customer');
  const payment = await t.order({ saveInstrument: true, customer });
  const data = { ps_payer_account: '4111******1111', payment_token: token };
  await t.genuine(payment, {
    label: 'genuine, with a payment token that can be recognised',
    set: { ps_data: JSON.stringify(data) },
  })();
  await t.settle();
  for (const { where, text } of await pagesOf(t, payment)) {
    if (text.includes(token))
      t.fail(`A payment token is shown on ${where}.`, { about: t.aboutPayment(payment) });
  }
  await t.ask({ customer, instrumentOf: payment });
  return { name: 'a payment token', value: token };
}

async function cardCanary(t: Verbs): Promise<Canary> {
  const { profile } = t.slot.config;
  const number = '4000001234567899';
  const holdWithCard = () =>
    t.driver.createOrder({
      reference: t.unique('card'),
      amount: '10.50',
      currency: profile.currencies[0] ?? 643,
      payway: profile.payways.hold,
      mode: 'hold',
      card: { number, cardholder: 'IVAN IVANOV', expiry_month: '12', expiry_year: '2035', cvv: '917' },
    });
  await holdWithCard();
  // What goes wrong is logged in more detail.
  for (const effect of [
    { kind: 'error', code: 57 },
    { kind: 'malformed', committed: false },
  ] as const) {
    await t.nextCall('invoice/hold', effect);
    await holdWithCard();
    await t.gateway.clearFaults();
  }
  await t.settle();
  return { name: 'a card number', value: number };
}

export default check('secret.card-logs', {
  title: 'Card numbers and payment tokens are not logged or shown.',
  should: ['fields.token.place'],
  whyShould: 'The specification does not say what a log may contain; the rules of the card schemes do.',
  capabilities: [],
  anyOf: ['recurrent', 'card'],
  means: ['logs'],
  rule: 'Resources, Payment token object, and invoice/hold, card: a payer can be charged with a token or card data.',
  expectation:
    'After a notification with a payment token, and after holds with card data, also holds that are refused or get no usable answer, no log and no page contains the token or the card number.',
  fix: 'Mask payment_token and card before you log a notification or a request, and never log raw bodies.',
  story: async (t) => {
    const canaries = [
      ...(t.claims('recurrent') ? [await tokenCanary(t)] : []),
      ...(t.claims('card') ? [await cardCanary(t)] : []),
    ];
    const files = await t.logs();
    if (files.length === 0) t.inconclusive('No log could be read (merchant.logs).');
    for (const { file, text } of files) {
      const found = canaries.find(({ value }) => text.includes(value));
      if (found !== undefined) {
        t.fail(
          `The log ${file} contains ${found.name}: ${t.lineWith(text, found.value, '<hidden>').slice(0, 200)}.`,
        );
      }
    }
  },
});
