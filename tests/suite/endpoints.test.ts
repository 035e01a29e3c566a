import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { resolveReadings } from '../../simulator/protocol/readings.ts';
import {
  type CampaignResult,
  EndpointTarget,
  fuzzNotifications,
  TargetError,
} from '../../suite/fuzz/index.ts';
import { type Call, type Habits, handlerWith, type Stored, serve } from './support/small-handlers.ts';

const COUNT = 26;

const stored = (amount: string): Map<string, Stored> =>
  new Map(
    Array.from({ length: COUNT }, (_, index) => [
      `o-${index}`,
      { amount, currency: 643, state: 'pending', credits: 0 },
    ]),
  );

interface Seen {
  readonly result: CampaignResult;
  readonly notes: readonly string[];
}

async function fuzzed(habits: Habits, amount = '10.50', path = '/notify'): Promise<Seen> {
  const endpoint = await serve(handlerWith(habits), stored(amount));
  const notes: string[] = [];
  const orders = [...endpoint.orders].map(([shop_order_id, order], index) => ({
    shop_order_id,
    payment_id: String(7700 + index),
    amount: order.amount,
    currency: order.currency,
    payway: 'card_rub',
    description: null,
    payer_price: null,
  }));
  const target = new EndpointTarget({
    callbackUrl: `${endpoint.origin}${path}`,
    shop: { id: 5, secret: 'SecretKey01' },
    orders,
    state: { kind: 'url', url: `${endpoint.origin}/state` },
    okMeansAccepted: false,
    readings: resolveReadings('spec', {}),
    format: 'json',
    settleMs: habits.later === undefined ? 15 : habits.later * 3,
    timeoutMs: 2_000,
  });
  try {
    const result = await fuzzNotifications(target, {
      runs: 70,
      timeMs: null,
      seed: 1,
      shard: null,
      corpus: [],
      onNote: (note) => notes.push(note),
    });
    return { result, notes };
  } finally {
    await target.close();
    endpoint.close();
  }
}

const musts = ({ found }: CampaignResult): string[] =>
  found
    .filter(({ finding }) => finding.expectation.level === 'must')
    .map(({ says, finding }) => says ?? `${finding.expectation.says}: ${finding.actual}`);

const loosely = ({ fields, expected }: Call): boolean => fields.sign === true || fields.sign === expected();

/** Endpoints that are right, each in its way, and what is found out about how they understand notifications. */
const right: readonly (readonly [name: string, habits: Habits, note: RegExp | null, amount?: string])[] = [
  ['JSON with integers', {}, null],
  [
    'a form with a textual status',
    { format: 'form', paid: 'success' },
    /as form.*"text".*"notifications":"form"/,
  ],
  [
    'a form, textual status, addons, amounts compared as they are written',
    {
      format: 'form',
      paid: 'success',
      wants: (fields) => 'addons' in fields && 'ps_data' in fields,
      amount: (told, { amount }) => told === `${Number(amount)}.0`,
    },
    /"notifications":"form","readings":\{"notification.status":"text","notification.fields":"observed","notification.number-literals":"decimal"\}/,
    '10.00',
  ],
  ['500 for an unknown order', { unknown: [500, 'no such order'] }, null],
  ['OK to everything, and books what is right', { no: [200, 'OK'], unknown: [200, 'OK'] }, null],
  ['books after it has answered', { later: 20, no: [200, 'OK'] }, null],
  ['closes an order that was rejected', { closes: true }, null],
  [
    'compares the media type by its letters',
    { media: (media) => media.startsWith('application/json') },
    null,
  ],
];

/** Endpoints that are wrong, and every plain cause that has to be told. */
const wrong: readonly (readonly [
  name: string,
  habits: Habits,
  causes: readonly RegExp[],
  amount?: string,
])[] = [
  [
    'no signature is checked',
    { verifies: () => true },
    [/^It believes everything.*: (\d+) of \1 forgeries were believed/],
  ],
  [
    'nothing but the amount is checked, of a form',
    { verifies: () => true, format: 'form', paid: 'success', currency: false },
    [/^It believes everything/, /^It does not compare the currency/],
  ],
  [
    'MD5',
    { verifies: ({ fields, expected }) => fields.sign === expected({ hash: 'md5' }) },
    [/believes a notification that is signed with MD5, and none that is rightly signed/],
  ],
  [
    'a sign is checked where there is one',
    { verifies: (call) => call.fields.sign === undefined || rightlySigned(call) },
    [/^It believes some wrong signatures: 1 of \d+ forgeries were believed \(with no sign at all\)/],
  ],
  ['a loose comparison', { verifies: loosely }, [/^It believes some wrong signatures: .*\(with sign true\)/]],
  ['the amount is not compared', { amount: () => true }, [/^It does not compare the amount.*: (\d+) of \1 /]],
  [
    'the amount is compared in whole units',
    { amount: (told, { amount }) => Math.floor(Number(told)) === Math.floor(Number(amount)) },
    [/^It does not compare the amount exactly: .*over another amount/],
  ],
  ['every status is paid', { statuses: false }, [/^It takes every status for paid/]],
  ['credits again', { once: false }, [/^It credits a payment again when its notification is repeated/]],
  [
    'amount, currency and shop are believed, and repeats credited',
    { amount: () => true, currency: false, shop: false, once: false },
    [
      /does not compare the amount/,
      /does not compare the currency/,
      /does not look at shop_id/,
      /credits a payment again/,
    ],
  ],
  [
    'a schema without null',
    { wants: (fields) => !Object.values(fields).includes(null) },
    [/with null and empty fields, which take no part in the signature/],
  ],
  [
    'zeros take no part in the signature',
    {
      verifies: ({ fields, expected }) => fields.sign === expected({ only: (_, text) => Number(text) !== 0 }),
    },
    [/has ps_data, (error_code|shop_refund) beside the fields needed/],
  ],
];

function rightlySigned({ fields, expected }: Call): boolean {
  return fields.sign === expected();
}

describe('endpoints that are right', { concurrency: 2 }, () => {
  for (const [name, habits, note, amount] of right) {
    it(`leaves alone: ${name}`, async () => {
      const { result, notes } = await fuzzed(habits, amount);
      assert.deepEqual(musts(result), []);
      assert.ok(result.statistics.verdicts.accept.accepted > 0, 'nothing genuine was honoured');
      if (note === null) assert.deepEqual(notes, []);
      else assert.match(notes.join('\n'), note);
    });
  }
});

describe('endpoints that are wrong', { concurrency: 2 }, () => {
  for (const [name, habits, causes, amount] of wrong) {
    it(`tells the plain cause: ${name}`, async () => {
      const { result, notes } = await fuzzed(habits, amount);
      const told = musts(result);
      for (const [at, cause] of causes.entries())
        assert.match(told[at] ?? `nothing, of ${JSON.stringify([told, notes])}`, cause);
    });
  }
});

describe('endpoints at which nothing can be judged', () => {
  for (const [name, habits, path, message] of [
    ['another address', {}, '/notification', /\/notification answers HTTP 404 to every notification/],
    ['an endpoint that fails', { wants: () => false, no: [500, 'x'] }, '/notify', /HTTP 422 "not as wanted"/],
    [
      'one that knows no order',
      { verifies: () => false, no: [500, 'Undefined index'] },
      '/notify',
      /answers HTTP 500 .*Undefined index/,
    ],
  ] as const) {
    it(`says so: ${name}`, async () => {
      await assert.rejects(fuzzed(habits, '10.50', path), (error) => {
        assert.ok(error instanceof TargetError);
        assert.match(error.message, message);
        return true;
      });
    });
  }
});
