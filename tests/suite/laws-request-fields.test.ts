import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveReadings } from '../../simulator/protocol/readings.ts';
import {
  SPELLINGS,
  type SpellingAnswer,
  type SpellingId,
  spellingAnswer,
} from '../../simulator/protocol/spellings.ts';
import type { HistoryBuilder } from './support/history-builder.ts';
import { type Story, tellStories, verdictsOf } from './support/laws.ts';

const law = 'law.request-fields';

/** What each spelling counts for by the presets. */
const PRESETS: Readonly<Record<SpellingId, Readonly<Record<'spec' | 'observed', SpellingAnswer>>>> = {
  'integer-as-text': { spec: 'warn', observed: 'accept' },
  'amount-as-number': { spec: 'warn', observed: 'accept' },
  'spaced-date': { spec: 'warn', observed: 'warn' },
  'boolean-as-text': { spec: 'reject', observed: 'reject' },
  'text-as-number': { spec: 'reject', observed: 'reject' },
};

const OUTCOMES = { accept: 'pass', warn: 'warn', reject: 'fail' } as const;

const misfit = (field: string, reading: string | null) => ({ field, says: 'not as it is listed', reading });

const sends = (h: HistoryBuilder, ...misfits: ReturnType<typeof misfit>[]): void => {
  h.request('invoice/create', { shop_order_id: 'a', amount: '10.50' }, { misfits });
};

const hold = (h: HistoryBuilder) => {
  const order = h.order({ mode: 'hold' });
  h.report(order, 8);
  return order;
};

const charge = (h: HistoryBuilder, fields: object): void => {
  const order = hold(h);
  h.exchange('invoice/charge', { invoice_id: String(order.paymentId), ...fields }, { data: { status: 2 } });
};

const account_details = { bic: '044525225', payee: 'Иван Ё.' };
const paysOut =
  (create: object, details: object = account_details) =>
  (h: HistoryBuilder) => {
    h.payout({ input: { account_details: details }, create: { ...create } });
  };

const stories: Story[] = [
  ...(Object.keys(PRESETS) as SpellingId[]).flatMap((id) =>
    (['spec', 'observed'] as const).map(
      (preset): Story => ({
        law,
        says: `${id} under the preset ${preset}`,
        outcome: OUTCOMES[PRESETS[id][preset]],
        tell: (h) => sends(h, misfit('some_field', SPELLINGS[id].reading)),
        options: { readings: resolveReadings(preset) },
      }),
    ),
  ),
  { law, says: 'a field of no listed type', outcome: 'fail', tell: (h) => sends(h, misfit('card', null)) },
  { law, says: 'a request as it is listed', outcome: 'pass', tell: (h) => sends(h) },
  {
    law,
    says: 'requests of which nobody noted the types',
    outcome: 'not-applicable',
    tell: (h) => {
      h.request('invoice/create', { shop_order_id: 'a', amount: '10.50' });
    },
  },
  { law, says: 'a charge of another amount', outcome: 'fail', tell: (h) => charge(h, { amount: '5.25' }) },
  { law, says: 'a charge of the amount', outcome: 'warn', tell: (h) => charge(h, { amount: '10.5' }) },
  {
    law,
    says: 'a charge with an unknown field',
    outcome: 'not-failed',
    tell: (h) => charge(h, { note: 'x' }),
  },
  {
    law,
    says: 'a token for an order that is to be remembered',
    outcome: 'not-failed',
    tell: (h) => {
      h.order({ input: { save_instrument: true }, create: { issue_payment_token: true } });
      h.order({ create: { issue_payment_token: false } });
      h.order({ input: { instrument_of: 'order-1' }, create: { issue_payment_token: true } });
    },
  },
  { law, says: 'details of the account left out', outcome: 'fail', tell: paysOut({}) },
  {
    law,
    says: 'one detail of the account left out',
    outcome: 'fail',
    tell: paysOut({ account_details: { bic: '044525225' } }),
  },
  {
    law,
    says: 'a detail of the account cut off',
    outcome: 'fail',
    tell: paysOut({ account_details: { ...account_details, payee: 'Иван' } }),
  },
  {
    law,
    says: 'details of the account, and one more that check_account told',
    outcome: 'not-failed',
    tell: paysOut({ account_details: { ...account_details, owner: 'Ё.' } }),
  },
  {
    law,
    says: 'a card number among the details, masked by the gateway',
    outcome: 'not-failed',
    tell: paysOut({ account_details: { number: '411111***1111' } }, { number: '4111111111111111' }),
  },
];

tellStories(stories);

test('every spelling has a reading with the three answers, and the presets answer as they should', () => {
  for (const [id, { reading }] of Object.entries(SPELLINGS)) {
    for (const answer of ['accept', 'warn', 'reject']) {
      assert.equal(spellingAnswer(reading, { [reading]: answer }), answer, id);
    }
    for (const preset of ['spec', 'observed'] as const) {
      assert.equal(spellingAnswer(reading, resolveReadings(preset)), PRESETS[id as SpellingId][preset], id);
    }
    // A history from before may carry an answer that the reading no longer has.
    assert.equal(spellingAnswer(reading, { [reading]: 'either' }), PRESETS[id as SpellingId].spec, id);
  }
});

test('a mistake that every request makes is named once, with its reading, before what is only tolerated', () => {
  const integer = misfit('currency', 'request.integer-as-string');
  const verdict = verdictsOf((h) => {
    for (let n = 0; n < 3; n++) sends(h, integer, misfit('client_ip', 'request.text-as-number'));
  }).get(law);
  assert.deepEqual(
    verdict?.violations.map(({ actual }) => actual),
    [
      'invoice/create was sent with client_ip not as specified: not as it is listed (reading request.text-as-number = reject).',
    ],
  );
  const tolerated = verdictsOf((h) => {
    for (let n = 0; n < 3; n++) sends(h, integer);
  }).get(law);
  assert.equal(tolerated?.violations.length, 1);
  assert.match(tolerated?.violations[0]?.actual ?? '', /currency .*request\.integer-as-string = warn/);
});
