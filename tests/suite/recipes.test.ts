import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ConfigError, resolveConfig } from '../../suite/config/index.ts';
import { recipeCall, recipeCallNames } from '../../suite/config/recipe-calls.ts';
import { type Answer, calls, type MerchantDriver, requestOf } from '../../suite/drivers/index.ts';
import { plainDriver } from '../../suite/slots/assemble.ts';
import { openSlot, type Slot } from '../../suite/slots/index.ts';
import { lawsOf, recordsOf } from './strength/in-slot.ts';
import { plainConfig, plainEnv, plainRecipes } from './support/recipes.ts';

const work = mkdtempSync(join(tmpdir(), 'gatecheck-recipes-'));
after(() => rmSync(work, { recursive: true, force: true }));

const options = { file: null, dir: work, env: plainEnv };
const input = (reference: string, amount = '10.50') => ({
  reference,
  amount,
  currency: 643,
  payway: 'card_rub',
});

/** The value of a call that worked. */
function value<T>(answer: Answer<T>): T {
  assert.equal(answer.kind, 'ok', JSON.stringify(answer));
  return answer.kind === 'ok' ? answer.value : assert.fail();
}

const said = (answer: Answer<unknown>): string => {
  if (answer.kind === 'ok') return `ok: ${JSON.stringify(answer.value)}`;
  return answer.kind === 'unknown' ? answer.reason : `${answer.status}: ${answer.message}`;
};

describe('recipes', () => {
  let slot: Slot;
  const opened: MerchantDriver[] = [];

  before(async () => {
    const config = resolveConfig(plainConfig(), options);
    slot = await openSlot(config, { index: 0, dir: join(work, 'slot'), seed: 1, env: plainEnv });
    assert.equal(slot.setupProblem, null);
  });
  after(async () => {
    await Promise.all(opened.map((driver) => driver.close()));
    await slot.close();
  });

  /** A driver of the same shop by other recipes. */
  function by(recipes: object, changes: object = {}): MerchantDriver {
    const config = resolveConfig(
      plainConfig({ recipes: { ...plainRecipes, ...recipes }, ...changes }),
      options,
    );
    const { interface: given } = slot.descriptor;
    const chosen = config.merchant.interface;
    assert.ok(chosen.type === 'recipes' && given.type === 'recipes');
    // What is not about the slot stays as it is written.
    const own = Object.fromEntries(
      Object.keys(recipes).map((name) => [name, Reflect.get(chosen.recipes, name)]),
    );
    const sessions = { ...chosen.sessions, ...given.sessions };
    const { timeoutMs } = chosen;
    const driver = plainDriver({
      ...slot.descriptor,
      interface: { ...given, timeoutMs, sessions, recipes: { ...given.recipes, ...own } },
    });
    opened.push(driver);
    return driver;
  }

  it('makes an order through a form with a token and a cookie, and reads it as the staff sees it', async () => {
    const order = value(await slot.driver.createOrder(input('r-1')));
    assert.equal(order.state, 'pending');
    assert.equal(order.reference, 'r-1');
    assert.equal(order.amount, '10.50');
    assert.equal(order.credited, '0.00');
    const [invoice] = await slot.gateway.invoices({ shopOrderId: order.shop_order_id ?? '' });
    assert.ok(invoice !== undefined);
    await slot.gateway.setInvoiceStatus(invoice.paymentId, { status: 4, notify: 'deliver' });
    const paid = value(await slot.driver.getOrder(order.order_id));
    assert.deepEqual([paid.state, paid.credited, paid.credits], ['paid', '10.50', 1]);
    assert.equal(paid.reference, 'r-1');
  });

  it('knows the reference of an order that another process made', async () => {
    const order = value(await slot.driver.createOrder(input('r-elsewhere')));
    assert.equal(value(await by({}).getOrder(order.order_id)).reference, 'r-elsewhere');
  });

  it('keeps amounts to the last digit', async () => {
    const amount = '90071992547409.93';
    const order = value(await slot.driver.createOrder(input('r-exact', amount)));
    assert.equal(order.amount, amount);
  });

  it('logs in once, and again when the shop has forgotten the session', async () => {
    const driver = by({
      getCustomer: { http: 'GET /admin/1', session: 'staff', out: { balance: 'body.data.order.logins' } },
    });
    const logins = async () => Number(value(await driver.getCustomer('x')).balance);
    const first = await logins();
    assert.equal(await logins(), first);
    await fetch(`${slot.merchant.url}/forget`);
    assert.equal(await logins(), first + 1);
  });

  it('sends once what goes where its login went, as with GraphQL', async () => {
    const sent = async (): Promise<string[]> => (await fetch(`${slot.merchant.url}/echoed`)).json();
    const before = await sent();
    const call = { http: 'POST /echo', session: 'api', json: 'a refund', out: { balance: "'1'" } };
    const sessions = { staff: { http: 'POST /login' }, api: { http: 'POST /echo', json: 'a login' } };
    const driver = by({ getCustomer: call }, { sessions });
    value(await driver.getCustomer('x'));
    value(await driver.getCustomer('x'));
    const own = (await sent()).slice(before.length);
    assert.deepEqual(own, ['"a login"', '"a refund"', '"a refund"']);
  });

  it('completes what an action leaves out', async () => {
    const { order_id: id } = value(await slot.driver.createOrder(input('r-cancel')));
    assert.equal(value(await slot.driver.cancel(id)).state, 'cancelled');
  });

  const page = (out: object | string, more: object = {}) => ({
    getOrder: { http: 'GET /thanks/1', out, ...more },
  });
  const order =
    "'shop_order_id': 'S-1', 'state': 'pending', 'amount': '1', 'currency': 643, 'credits': 0, 'credited'";
  const one = (credited: string) => `{ 'order_id': '1', ${order}: ${credited} }`;

  const failures: readonly [what: string, recipes: object, expected: RegExp][] = [
    ['gives nothing', page('body.nothing'), /^404: \(GET http.*\/thanks\/1\) gave nothing, expected one$/],
    [
      'gives two',
      page(`[${one("'1'")}, ${one("'2'")}]`),
      /^recipe getOrder \(GET .*\) gave 2 objects, expected one$/,
    ],
    ['gives a text', page("'paid'"), /^recipe getOrder \(GET .*\) gave "paid", expected an object$/],
    [
      'gives an amount that arithmetic has rounded',
      page(one('1.1 + 2.2')),
      /^recipe getOrder gave a wrong answer: credited: found 3\.3\d+, expected a decimal number as text/,
    ],
    ['gives no number', page(one('true')), /credited: found true, expected a decimal/],
    [
      'gives a word that means nothing',
      page({ state: "'shipped'" }),
      /state: found "shipped", expected one of new, pending.*amount: missing/,
    ],
    [
      'gives minor units with a fraction',
      page(one("'10.50'"), { amounts: 'minor' }),
      /gave credited "10\.50", expected a whole number because of "amounts": "minor"/,
    ],
    ['cannot be evaluated', page('$sum(text)'), /out \$sum\(text\) cannot be evaluated: /],
    [
      'finds no page',
      { getOrder: { http: 'GET /nowhere', out: 'body' } },
      /^404: \(GET .*\/nowhere\) answered HTTP 404: nothing here$/,
    ],
    [
      'runs a command that fails',
      { getOrder: { command: 'echo locked >&2; exit 3', out: 'body' } },
      /^recipe getOrder \(echo locked >&2; exit 3\) ended with exit code 3: locked$/,
    ],
    [
      'runs no command',
      { getOrder: { command: ['/there/is/none'], out: 'body' } },
      /recipe getOrder \(\/there\/is\/none\) cannot be started: .*ENOENT/,
    ],
    [
      'runs a command that hangs',
      { getOrder: { command: ['sleep', '20'], out: 'body' } },
      /recipe getOrder \(sleep 20\) gave no answer within interface\.timeout/,
    ],
    [
      'fails in its second step',
      { getOrder: [{ http: 'GET /health' }, { http: 'GET /nowhere' }] },
      /^404: \(step 2: GET .*\/nowhere\) answered HTTP 404/,
    ],
  ];
  for (const [what, recipes, expected] of failures) {
    it(`says in one line what is wrong with a recipe that ${what}`, async () => {
      const changes = what.endsWith('hangs') ? { timeout: '200ms' } : {};
      assert.match(said(await by(recipes, changes).getOrder('1')), expected);
    });
  }

  it('takes for a refusal what a step says is one', async () => {
    assert.equal(
      said(await slot.driver.createOrder(input('r-empty', '0.00'))),
      `409: (step 2: POST ${slot.merchant.url}/checkout) refused: an empty basket`,
    );
  });

  it('gives a command what the call was given, in its environment and in its arguments', async () => {
    const driver = by({
      lookup: {
        command: ['sh', '-c', 'printf "%s|%s|%s" "$1" "$OPERATION" "$PAYWAY"', 'sh', '{parameters.payway}'],
        out: { result: 'text' },
      },
    });
    const payway = `a'b"c$(id) ;\n{x}`;
    const { result } = value(await driver.lookup('shop_balance', { payway }));
    assert.equal(result, `${payway}|shop_balance|${payway}`);
  });

  it('sends values as their types, and leaves out what there is none of', async () => {
    const json = {
      a: '{amount.number}',
      b: '{amount.minor}',
      c: 'for {reference}',
      d: '{customer}',
      e: ['{currency}'],
    };
    const driver = by({ createOrder: { http: 'POST /echo', json, out: { order_id: "'1'" } } });
    value(await driver.createOrder(input('ж', '10.50')));
    const sent = (await (await fetch(`${slot.merchant.url}/echoed`)).json()).at(-1);
    assert.equal(sent, '{"a":10.50,"b":1050,"c":"for ж","e":[643]}');
  });

  const untold: readonly [what: string, wish: object, says: string][] = [
    ['a card', { card: { number: '4111111111111111' } }, '501: recipe createOrder does not use {card}'],
    ['a hold', { mode: 'hold' }, '501: recipe createOrder does not use {mode}'],
    ['another currency', { currency: 392 }, '501: recipe createOrder does not use {currency}'],
    ['another payway', { payway: 'card_usd' }, '501: recipe createOrder does not use {payway}'],
  ];
  for (const [what, wish, says] of untold) {
    it(`refuses a wish that the shop would never be told of: ${what}`, async () => {
      assert.equal(said(await slot.driver.createOrder({ ...input('untold'), ...wish })), says);
    });
  }

  it('makes an order that is the same without what no step uses', async () => {
    const order = value(
      await slot.driver.createOrder({ ...input('told'), mode: 'single', description: 'Tea' }),
    );
    assert.equal(order.state, 'pending');
    const { events } = await slot.gateway.journal({ limit: 10_000, kind: 'call' });
    const asked = events.findLast((event) => event.kind === 'call' && event.name === 'createOrder');
    assert.ok(asked?.kind === 'call');
    // Nobody holds a shop to what it was never told.
    const { reference, amount, currency } = input('told');
    assert.deepEqual(asked.input, { reference, amount, currency, mode: 'single' });
  });

  it('does not judge what a shop is never told, and what it then does by itself', async () => {
    const ids = ['order.payway', 'order.description', 'order.payer-params', 'sign.invoice.non-ascii'];
    const env = { OWN_PAYWAY: 'wallet_rub', OWN_DESCRIPTION: 'Order of ours' };
    process.env.STAFF_PASSWORD = plainEnv.STAFF_PASSWORD;
    const records = await recordsOf(resolveConfig(plainConfig({}, env), options), { index: 0, seed: 7 }, ids);
    const untold = 'The merchant is told none: no step of recipe createOrder uses';
    assert.deepEqual(
      records.map(({ id, outcome, actual }) => [id, outcome, actual ?? '']),
      [
        ['order.payway', 'not-applicable', `${untold} {payway}.`],
        ['order.description', 'not-applicable', `${untold} {description}.`],
        ['order.payer-params', 'not-applicable', `${untold} {extra}.`],
        ['sign.invoice.non-ascii', 'pass', ''],
      ],
    );
    assert.deepEqual(lawsOf(records), []);
  });

  it('refuses a call that has no recipe', async () => {
    assert.equal(said(await slot.driver.retry('1')), '501: there is no recipe retry');
  });
});

it('knows every call by the name and address that the test interface has', () => {
  assert.deepEqual([...recipeCallNames].sort(), Object.keys(calls).sort());
  for (const name of recipeCallNames) {
    const { http, variables } = recipeCall(name);
    const sample = variables.includes('amount') && variables[0] !== 'order_id' ? {} : `{${variables[0]}}`;
    const { method, path } = requestOf(name, [name === 'runJobs' ? {} : sample, {}]);
    assert.equal(`${method} ${decodeURIComponent(path)}`.replace('={reference}', '='), http);
  }
});

const wrong: readonly [what: string, changes: object, expected: RegExp][] = [
  [
    'an unknown call',
    { recipes: { order: { http: 'GET /' } } },
    /recipes\.order: unknown key; (did you mean|known here)/,
  ],
  [
    'an unknown key of a step',
    { recipes: { ...plainRecipes, cancel: { http: 'GET /', outt: 'x' } } },
    /recipes\.cancel\.outt: unknown key; did you mean "out"\?/,
  ],
  [
    'an unknown key of a later step',
    { recipes: { ...plainRecipes, cancel: [{ http: 'GET /' }, { command: 'x', outt: 'x' }] } },
    /recipes\.cancel\[1\]\.outt: unknown key; did you mean "out"\?/,
  ],
  [
    'no method',
    { recipes: { ...plainRecipes, cancel: { http: '/orders' } } },
    /recipes\.cancel\.http: found "\/orders", expected a method and a path or address/,
  ],
  [
    'a value that nobody gives',
    { recipes: { ...plainRecipes, cancel: { http: 'GET /{ordr_id}' } } },
    /recipes\.cancel\.http: \{ordr_id\} is not given to this step; did you mean \{order_id\}\?/,
  ],
  [
    'a value in a shell command',
    { recipes: { ...plainRecipes, cancel: { command: 'cancel {order_id}' } } },
    /recipes\.cancel\.command: \{order_id\} stands in a text for \/bin\/sh.*"\$ORDER_ID"/,
  ],
  [
    'no expression',
    { recipes: { ...plainRecipes, cancel: { http: 'GET /', out: { state: 'body.(' } } } },
    /recipes\.cancel\.out\.state: found "body\.\(", expected a JSONata expression/,
  ],
  [
    'an unknown session',
    { recipes: { ...plainRecipes, cancel: { http: 'GET /', session: 'boss' } } },
    /recipes\.cancel\.session: found "boss", expected one of merchant\.interface\.sessions: staff/,
  ],
  [
    'two bodies',
    { recipes: { ...plainRecipes, cancel: { http: 'POST /', form: {}, json: {} } } },
    /recipes\.cancel\.form: found beside json/,
  ],
  [
    'a claim without its recipe',
    { recipes: { createOrder: plainRecipes.createOrder, getOrder: plainRecipes.getOrder } },
    /recipes: "order\.cancel" is claimed, and there is no recipe cancel/,
  ],
  ['an unset variable', { baseUrl: '{env.NOT_SET_HERE}' }, /baseUrl: \{env\.NOT_SET_HERE\} is not set/],
];
for (const [what, changes, expected] of wrong) {
  it(`finds ${what} before anything runs`, () => {
    assert.throws(
      () => resolveConfig(plainConfig(changes), options),
      (error) => error instanceof ConfigError && error.problems.some((problem) => expected.test(problem)),
    );
  });
}
