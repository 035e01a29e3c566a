import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { shopsFromFiles } from '../../cli/simulate-shops.ts';
import { defaultShop, makePayway, parseDateTime, resolveReadings } from '../../simulator/index.ts';
import { notificationUrl } from '../../simulator/protocol/notifications.ts';
import { type Bench, plainInvoice, secret, signedBody, startBench } from './server-support.ts';

/** Where the gateway differed from the specification, or from what recorded traffic of the stand shows. */

const withBench = async (
  options: Parameters<typeof startBench>[0],
  run: (bench: Bench) => Promise<void>,
): Promise<void> => {
  const bench = await startBench(options);
  try {
    await run(bench);
  } finally {
    await bench.stop();
  }
};

const post = async (bench: Bench, path: string, body: string) => {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${bench.simulator.baseUrl}/${path}`, { method: 'POST', headers, body });
  return (await response.json()) as { error_code: number; message: string };
};

test('a shop_id that no shop can have is code 11, as a wrong one is (Errors 4)', () =>
  withBench({}, async (bench) => {
    const body = signedBody('invoice/create', plainInvoice);
    for (const id of ['"abc"', 'null', '5.5', '""', '[5]', '77']) {
      const { error_code, message } = await post(
        bench,
        'invoice/create',
        body.replace('"shop_id":5', `"shop_id":${id}`),
      );
      assert.equal(error_code, 11, `${id}: ${message}`);
    }
    assert.equal((await post(bench, 'invoice/create', body.replace(/"shop_id":5,?/, ''))).error_code, 11);
  }));

test('a charge that moves the status is notified, as invoice/check shows it (Events, trigger table)', () =>
  withBench({}, async (bench) => {
    const { data } = await bench.call('invoice/hold', { ...plainInvoice, shop_order_id: 'held' });
    const paymentId = Number(data?.id);
    await bench.control('POST', `/invoices/${paymentId}/payer`, { action: 'pay' });
    const now = '2026-03-01T12:00:00+03:00';
    const charged = await bench.call('invoice/charge', { invoice_id: paymentId, now });
    const checked = await bench.call('invoice/check', { shop_order_id: 'held', now });
    assert.equal(charged.data?.status, 2);
    assert.equal(checked.data?.status, 2);
    await bench.receiver.reached(2);
    const told = bench.receiver.seen.map(({ body }) => (JSON.parse(body) as { status: number }).status);
    assert.deepEqual(told, [8, 2]);
  }));

test('an invoice goes on after a status that a tester made up, 7 too', () =>
  withBench({}, async (bench) => {
    for (const status of [7, 9, 42]) {
      const id = await bench.invoice(`made-up-${status}`);
      await bench.control('POST', `/invoices/${id}/status`, { status });
      const { invoice } = await bench.control<{ invoice: { status: number } }>(
        'POST',
        `/invoices/${id}/status`,
        { status: 4 },
      );
      assert.equal(invoice.status, 4);
    }
  }));

test('an address has one type, and keeps the rest of its query', () => {
  for (const [address, url] of [
    ['http://a/n', 'http://a/n?type=refund'],
    ['http://a/n?x=1', 'http://a/n?x=1&type=refund'],
    ['http://a/n?type=invoice', 'http://a/n?type=refund'],
    ['http://a/n?type', 'http://a/n?type=refund'],
    ['http://a/n?x=%20&type=mine&y=2#top', 'http://a/n?x=%20&y=2&type=refund#top'],
    ['http://a/n?subtype=3', 'http://a/n?subtype=3&type=refund'],
  ] as const) {
    assert.equal(notificationUrl(address, 'refund'), url);
  }
});

test('a card is judged by an interpretation, and one that is no object is told so', () =>
  withBench({}, async (bench) => {
    const hold = (card: string, order: string) =>
      post(
        bench,
        'invoice/hold',
        `${signedBody('invoice/hold', { ...plainInvoice, shop_order_id: order }).slice(0, -1)},"card":${card}}`,
      );
    const members = /card="it is no object with number, cardholder, expiry_month, expiry_year, cvv"/;
    for (const [index, card] of ['4111', '"4111"', '[]', 'true'].entries())
      assert.match((await hold(card, `a-${index}`)).message, members);
    assert.match(
      (await hold('{"number":4111111111111111}', 'n')).message,
      /card="Its member "number" is a number where a text is expected"/,
    );
    assert.match((await hold('{"number":"4111"}', 'b')).message, /number is not 12 to 19 digits/);
    await withBench(
      { readings: resolveReadings('spec', { 'hold.card-format': 'any-text' }) },
      async (other) => {
        const body = signedBody('invoice/hold', { ...plainInvoice, shop_order_id: 'c' });
        const answer = await post(other, 'invoice/hold', `${body.slice(0, -1)},"card":{"number":"4111"}}`);
        assert.equal(answer.error_code, 0, answer.message);
      },
    );
  }));

test('week dates, ordinal dates and 24:00 are ISO 8601', () => {
  const at = (text: string) => {
    const found = parseDateTime(text);
    return found === undefined ? undefined : new Date(found.instant).toISOString().slice(0, 16);
  };
  for (const [text, instant] of [
    ['2026-W09-7T12:00:00Z', '2026-03-01T12:00'],
    ['2026W097T120000Z', '2026-03-01T12:00'],
    ['2026-060T12:00Z', '2026-03-01T12:00'],
    ['2026060T1200Z', '2026-03-01T12:00'],
    ['2020-W53-5T00:00Z', '2021-01-01T00:00'],
    ['2026-02-28T24:00:00Z', '2026-03-01T00:00'],
    ['2026-02-28T24:00+03:00', '2026-02-28T21:00'],
    ['2026-02-28T24:01Z', undefined],
    ['2026-W54-1T00:00Z', undefined],
    ['2026-W53-8T00:00Z', undefined],
    ['2026-366T00:00Z', undefined],
    ['2026-000T00:00Z', undefined],
  ] as const) {
    assert.equal(at(text), instant, text);
  }
});

const exchanging = makePayway(701, 'exchange_rub', {
  fee: { percent: '5', fix: '0' },
  rates: { 840: '90.338' },
});
const shopWith = (inputs: (typeof exchanging)[], outputs = inputs) => [
  { ...defaultShop(5, secret), inputs, outputs },
];

test('an invoice in a currency that its payway exchanges is calculated, created, shown and notified', () =>
  withBench({ shops: shopWith([exchanging]) }, async (bench) => {
    const callback_url = bench.receiver.url;
    const fields = { shop_order_id: 'dollars', amount: '299.45', currency: 840, payway: 'exchange_rub' };
    const tried = await bench.call('invoice/try', fields);
    assert.deepEqual([tried.data?.payer_price, tried.data?.ps_currency], [27051.71, 643]);
    const { data } = await bench.call('invoice/create', { ...fields, callback_url });
    await bench.control('POST', `/invoices/${Number(data?.id)}/payer`, { action: 'pay' });
    await bench.receiver.reached(1);
    const now = '2026-03-01T12:00:00+03:00';
    const checked = await bench.call('invoice/check', { shop_order_id: 'dollars', now });
    const told = JSON.parse(bench.receiver.seen[0]?.body ?? '') as typeof checked.data;
    for (const record of [checked.data, told]) {
      assert.deepEqual(
        [
          record?.client_price,
          record?.ps_currency,
          record?.shop_amount,
          record?.shop_currency,
          record?.shop_refund,
        ],
        [27051.71, 643, 299.45, 840, 284.48],
      );
    }
    const other = await bench.call('invoice/create', { ...fields, shop_order_id: 'tenge', currency: 398 });
    assert.equal(other.error_code, 16);
  }));

test('the limits of a payway are for what it is passed, and a payout says ps_amount', () =>
  withBench({ shops: shopWith([{ ...exchanging, minAmount: '5000' }]) }, async (bench) => {
    const payout = { shop_currency: 643, payway: 'exchange_rub', amount: '1.00', amount_type: 'ps_amount' };
    const refused = await bench.call('withdraw/create', {
      ...payout,
      account: '79001234567',
      shop_payment_id: 'p',
    });
    assert.equal(refused.error_code, 4);
    assert.equal(refused.message, 'ps_amount is too small, min: 5000.0');
    const invoice = { shop_order_id: 'small', currency: 840, payway: 'exchange_rub' };
    assert.equal((await bench.call('invoice/create', { ...invoice, amount: '50.00' })).error_code, 4);
    assert.equal((await bench.call('invoice/create', { ...invoice, amount: '60.00' })).error_code, 0);
  }));

test('an account entry of account_info_config describes the account of the request itself', () =>
  withBench(
    {
      magic: true,
      shops: shopWith([
        makePayway(702, 'phone_rub', { accountInfo: { account: { regex: '^\\d{11}$', title: 'Phone' } } }),
      ]),
    },
    async (bench) => {
      const payout = { shop_currency: 643, payway: 'phone_rub', amount: '10.00', amount_type: 'ps_amount' };
      const make = (account: string) =>
        bench.call('withdraw/create', { ...payout, account, shop_payment_id: account });
      assert.equal((await make('79001234567')).message, 'Ok');
      assert.match((await make('x')).message, /account="It does not match/);
      const check = (account: string) =>
        bench.call('check_account', { payway: 'phone_rub', amount: '10.00', account });
      assert.match((await check('x')).message, /account="It does not match/);
      const ordinary = { account_info: {}, result: true, provider_status: 1 };
      assert.deepEqual((await check('79001234567')).data, ordinary);
      assert.deepEqual((await check('79000000013')).data, {
        ...ordinary,
        result: false,
        provider_status: 13,
      });
      assert.deepEqual((await check('79000000021')).data, {
        ...ordinary,
        account_info: { first_name: 'Anna', last_name: 'Ivanova' },
      });
    },
  ));

test('check_account judges the account details that it is given', () =>
  withBench({}, async (bench) => {
    const check = (more: Record<string, unknown>) =>
      bench.call('check_account', { payway: 'bank_rub', amount: '10.00', account: '40817', ...more });
    assert.equal((await check({})).message, 'Ok');
    assert.equal((await check({ account_details: { bic: '044525225' } })).message, 'Ok');
    const { message } = await check({ account_details: { bic: '1' } });
    assert.match(message, /account_details\.bic="It does not match/);
  }));

test('payment_token is no field of invoice/hold: one that is sent charges nothing', () =>
  withBench({}, async (bench) => {
    const held = await bench.call('invoice/hold', { ...plainInvoice, payment_token: 'of-nobody' });
    assert.equal(held.message, 'Ok');
    assert.equal(typeof held.data?.url, 'string');
    const created = await bench.call('invoice/create', {
      ...plainInvoice,
      shop_order_id: 'by-token',
      payment_token: 'of-nobody',
    });
    assert.match(created.message, /payment_token="It is not a token of this shop"/);
  }));

test('ps_data names the account of the payer once it was paid, also without a card in the request', () =>
  withBench({}, async (bench) => {
    const { data } = await bench.call('invoice/create', plainInvoice);
    const psData = async () => {
      const asked = { shop_order_id: plainInvoice.shop_order_id, now: '2026-03-01T12:00:00+03:00' };
      const { data: record } = await bench.call('invoice/check', asked);
      return JSON.parse(String(record?.ps_data)) as Record<string, unknown>;
    };
    assert.equal((await psData()).ps_payer_account, undefined);
    await bench.control('POST', `/invoices/${Number(data?.id)}/status`, { status: 4 });
    assert.equal((await psData()).ps_payer_account, '411111******1111');
  }));

test('what varies in answers is no text for the payer', () =>
  withBench({ variation: true }, async (bench) => {
    let grown = 0;
    for (let turn = 0; turn < 30; turn += 1) {
      const fields = { shop_order_id: `v-${turn}`, amount: '10.00', currency: 643, payway: 'phone_rub' };
      const { data } = await bench.call('invoice/try', fields);
      if (data?.new_field !== undefined) grown += 1;
      const { add_ons_config, info, manual, warning } = data ?? {};
      assert.doesNotMatch(JSON.stringify({ add_ons_config, info, manual, warning }), /new_/);
    }
    assert.ok(grown > 0, 'no answer had new fields');
  }));

test('a payment method has an id of its own, where its payway says so', () =>
  withBench({ shops: shopWith([{ ...exchanging, paymethodId: 12 }]) }, async (bench) => {
    const fields = { shop_order_id: 'm', amount: '10.00', currency: 643, payway: 'exchange_rub' };
    const { data } = await bench.call('invoice/try', fields);
    assert.equal(data?.paymethod_id, 12);
  }));

describe('answers are written as they were recorded, by the preset observed alone', () => {
  const fields = { shop_currency: 643, payway: 'card_rub', amount: '100.23', amount_type: 'ps_amount' };
  const tried = async (bench: Bench): Promise<string> =>
    (
      await fetch(`${bench.simulator.baseUrl}/withdraw/try`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: signedBody('withdraw/try', fields),
      })
    ).text();

  test('sorted keys, a line end, floats as 0.0, and an info', () =>
    withBench({ readings: resolveReadings('observed'), variation: true }, async (bench) => {
      for (let turn = 0; turn < 8; turn += 1) {
        const body = await tried(bench);
        const envelope = JSON.parse(body) as { data: Record<string, unknown> };
        assert.match(body, /\}\n$/);
        for (const value of [envelope, envelope.data]) {
          assert.deepEqual(Object.keys(value), Object.keys(value).toSorted());
        }
        assert.ok('info' in envelope.data, body);
      }
    }));

  test('neither by the specification', () =>
    withBench({}, async (bench) => {
      const body = await tried(bench);
      assert.match(
        body,
        /^\{"result":true,"message":"Ok","error_code":0,"data":\{"account_info_config".*\}$/,
      );
      assert.doesNotMatch(body, /"info"/);
    }));
});

describe('aliases of the stand', () => {
  test('the suffix decides what happens, and stays in the payway everywhere', () =>
    withBench({ magic: true }, async (bench) => {
      const payway = 'card_rub[mock_server,success_with_callback]';
      const { data } = await bench.call('invoice/create', { ...plainInvoice, payway });
      assert.equal(typeof data?.id, 'number');
      await bench.control('POST', '/clock/advance', { byMs: 10_000 });
      await bench.receiver.reached(2);
      const last = JSON.parse(bench.receiver.seen.at(-1)?.body ?? '') as { status: number; payway: string };
      assert.deepEqual([last.status, last.payway], [4, payway]);
    }));

  test('without a callback nobody is told, and a refusal is one', () =>
    withBench({ magic: true }, async (bench) => {
      const quiet = { ...plainInvoice, payway: 'card_rub[mock_server,success]' };
      await bench.call('invoice/create', quiet);
      await bench.control('POST', '/clock/advance', { byMs: 10_000 });
      const now = '2026-03-01T12:00:00+03:00';
      const checked = await bench.call('invoice/check', { shop_order_id: 'order-1', now });
      assert.equal(checked.data?.status, 4);
      assert.equal(bench.receiver.seen.length, 0);
      const absent = { ...quiet, shop_order_id: 'x', payway: 'card_rub[mock_server,wallet_does_not_exist]' };
      assert.equal((await bench.call('invoice/create', absent)).error_code, 13);
      const unknown = { ...quiet, shop_order_id: 'y', payway: 'card_rub[mock_server,nonsense]' };
      assert.equal((await bench.call('invoice/create', unknown)).error_code, 1);
    }));
});

test('a sibling of the API has no prefix, and repeated ids; never by default', async () => {
  const create = (bench: Bench, base: string) =>
    fetch(`${bench.simulator.origin}${base}/invoice/create`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: signedBody('invoice/create', plainInvoice),
    }).then(async (response) => ((await response.json()) as { error_code: number }).error_code);
  await withBench({}, async (bench) => {
    assert.deepEqual(
      [await create(bench, ''), await create(bench, '/gateway/v1'), await create(bench, '/gateway/v1')],
      [10, 0, 6],
    );
  });
  await withBench({ bareBase: true, repeatedOrderIds: true }, async (bench) => {
    assert.deepEqual([await create(bench, ''), await create(bench, '/gateway/v1')], [0, 0]);
  });
});

describe('payways from files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatecheck-payways-'));
  after(() => rmSync(folder, { recursive: true }));
  const fileOf = (name: string, value: unknown): string => {
    const path = join(folder, name);
    writeFileSync(path, JSON.stringify(value));
    return path;
  };
  const shop = defaultShop(5, secret);
  const recordedInput = {
    add_ons_config: null,
    alias: 'card_core_payin_rub',
    currency: 643,
    fee_config: { fix: 0, percent: 5.0 },
    fee_part_config: { fix_part: 1, percent_part: '1.0' },
    id: 41,
    is_active: true,
    max_amount: 15000.5,
    min_amount: 1.0,
  };
  const recordedOutput = {
    alias: 'qiwi_topup_rub',
    currency: 643,
    min_amount: 1,
    max_amount: 100,
    fee_config: { percent: 2, fix: 0 },
    account_info_config: { account: { regex: '^\\d{10,15}$', title: 'Account' } },
  };

  test('a recorded answer is taken as it is', () => {
    const answer = { result: true, data: [{ id: 1, name: 'Cards', rating: 1, payways: [recordedInput] }] };
    const file = fileOf('recorded.json', answer);
    const [given] = shopsFromFiles([shop], undefined, [file, fileOf('out.json', [recordedOutput])]);
    const payway = given?.inputs.find(({ alias }) => alias === 'card_core_payin_rub');
    assert.deepEqual(
      [payway?.id, payway?.minAmount, payway?.maxAmount, payway?.fee, payway?.feePart, payway?.active],
      [41, '1', '15000.5', { percent: '5', fix: '0' }, { percent: '1', fix: '1' }, true],
    );
    const out = given?.outputs.find(({ alias }) => alias === 'qiwi_topup_rub');
    assert.equal(out?.accountInfo.account?.title, 'Account');
  });

  test('a recorded list gives the recorded prices, and a share of a fee is at most all of it', async () => {
    const shops = shopsFromFiles([shop], undefined, [fileOf('recorded.json', [recordedInput])]);
    await withBench({ shops, readings: resolveReadings('observed') }, async (bench) => {
      const { data } = await bench.call('invoice/create', {
        ...plainInvoice,
        amount: '299.45',
        payway: 'card_core_payin_rub',
      });
      const paymentId = Number(data?.id);
      await bench.control('POST', `/invoices/${paymentId}/status`, { status: 4 });
      const { data: record } = await bench.call('invoice/check', {
        shop_order_id: plainInvoice.shop_order_id,
        now: '2026-03-01T12:00:00+03:00',
      });
      assert.deepEqual([record?.client_price, record?.shop_refund].map(Number), [299.45, 284.48]);
    });
    const wrong = { ...recordedInput, fee_part_config: { fix_part: 1, percent_part: '2.5' } };
    assert.throws(
      () => shopsFromFiles([shop], undefined, [fileOf('wrong.json', [wrong])]),
      /fee_part_config\.percent_part: expected the shop's share of the fee, from 0 to 1/,
    );
  });

  test('our own shape needs the alias only, and a configuration replaces whole lists', () => {
    const own = fileOf('own.json', {
      alias: 'to_usd',
      direction: 'output',
      currency: 840,
      rates: { 643: '0.01' },
    });
    const config = fileOf('shop.json', {
      inputs: [recordedInput],
      outputs: [],
      balances: { 643: { available: 10 } },
    });
    assert.throws(() => shopsFromFiles([shop], config, [own]), /outputs names no payway/);
    const inputsOnly = fileOf('inputs.json', {
      inputs: [recordedInput],
      balances: { 643: { available: 10, hold: 2.5 } },
    });
    const [given] = shopsFromFiles([shop], inputsOnly, [own]);
    assert.deepEqual(
      given?.inputs.map(({ alias }) => alias),
      ['card_core_payin_rub'],
    );
    assert.equal(given?.outputs.at(-1)?.rates?.[643], '0.01');
    assert.deepEqual(given?.balances[643], { available: '10', hold: '2.5' });
  });

  test('what is wrong is named', () => {
    const bad = fileOf('bad.json', [{ alias: 'a', fees: 1 }]);
    assert.throws(() => shopsFromFiles([shop], undefined, [bad]), /--payway: ".*bad\.json".*fees/);
    assert.throws(
      () => shopsFromFiles([shop], undefined, [join(folder, 'none.json')]),
      /none\.json" cannot be used/,
    );
  });

  test('the command refuses a preset that does not exist', () => {
    const command = fileURLToPath(new URL('../../cli/gatecheck.mjs', import.meta.url));
    const { status, stderr } = spawnSync(process.execPath, [command, 'simulate', '--preset', 'stand'], {
      encoding: 'utf8',
    });
    assert.equal(status, 2);
    assert.match(stderr, /--preset: "stand" is not a preset: expected spec or observed/);
  });
});
