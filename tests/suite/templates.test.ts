import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expandTemplate, templateProblems } from '../../suite/config/templates.ts';

const env = { TOKEN: 'from-env', EMPTY: '' };
const values = { port: '8041', 'merchant.url': 'http://127.0.0.1:8041', 'slot.dir': '/tmp/slot 1' };

const expansions: readonly [text: string, expected: string][] = [
  ['', ''],
  ['plain } text', 'plain } text'],
  ['{port}', '8041'],
  ['{merchant.url}/payments?a={port}', 'http://127.0.0.1:8041/payments?a=8041'],
  ['{slot.dir}/shop.db', '/tmp/slot 1/shop.db'],
  ['{env.TOKEN}', 'from-env'],
  ['[{env.EMPTY}]', '[]'],
  ['{{port}', '{port}'],
  ['{{{{', '{{'],
  ['{{"a": {port}}', '{"a": 8041}'],
  ['a{{b{port}c{{d', 'a{b8041c{d'],
  ['query { port { number } }', 'query { port { number } }'],
  ['{\n  port: {port}\n}', '{\n  port: 8041\n}'],
];

for (const [text, expected] of expansions) {
  test(`expands ${JSON.stringify(text)}`, () => {
    assert.equal(expandTemplate(text, values, env), expected);
    assert.deepEqual(templateProblems(text, env), []);
  });
}

const problems: readonly [text: string, expected: ReturnType<typeof templateProblems>][] = [
  ['{ports}', [{ name: 'ports', reason: 'unknown' }]],
  ['{}', [{ name: '', reason: 'unknown' }]],
  [
    '{constructor}{toString}',
    [
      { name: 'constructor', reason: 'unknown' },
      { name: 'toString', reason: 'unknown' },
    ],
  ],
  ['{env.NOPE}', [{ name: 'env.NOPE', reason: 'not-set' }]],
  ['{env.}', [{ name: 'env.', reason: 'unknown' }]],
  ['{merchant.url}', [{ name: 'merchant.url', reason: 'not-here' }]],
  ['open {port', [{ name: 'port', reason: 'not-here' }]],
];

for (const [text, expected] of problems) {
  test(`finds what is wrong with ${JSON.stringify(text)}`, () => {
    const found = templateProblems(text, env, { notHere: ['merchant.url', 'port'] });
    assert.deepEqual(found, expected);
  });
}

test('a variable without a value is an error, not an empty text', () => {
  assert.throws(() => expandTemplate('{shop.id}', values, env), /\{shop\.id\} has no value/);
});
