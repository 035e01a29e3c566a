import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  isWireObject,
  LosslessNumber,
  parseForm,
  parseWire,
  stringifyWire,
  textOf,
  wireLimits,
} from '../../simulator/protocol/wire.ts';

fc.configureGlobal({ seed: 20_261_121 });

const read = (text: string | Uint8Array) => parseWire(typeof text === 'string' ? Buffer.from(text) : text);

function object(text: string) {
  const result = read(text);
  assert.ok(result.ok && isWireObject(result.value), JSON.stringify(result));
  return result.value;
}

describe('numbers keep their literals', () => {
  const literals = [
    '0',
    '-0',
    '6.0',
    '10.50',
    '1.05e1',
    '1E1',
    '1e-7',
    '9007199254740993',
    '0.30000000000000004',
  ];
  for (const literal of [...literals, `1${'0'.repeat(400)}`, '1e999']) {
    it(literal.slice(0, 30), () => {
      const { n } = object(`{ "n" : ${literal} }`);
      assert.ok(n instanceof LosslessNumber);
      assert.equal(textOf(n), literal);
      assert.equal(stringifyWire({ n }), `{"n":${literal}}`);
    });
  }
});

describe('scalars as text', () => {
  const { s, t, f, n, a, o } = object('{"s":"x","t":true,"f":false,"n":null,"a":[],"o":{}}');
  it('has a text for strings and booleans', () =>
    assert.deepEqual([s, t, f].map(textOf), ['x', 'true', 'false']));
  it('has none for the rest', () => {
    assert.deepEqual([n, a, o, undefined].map(textOf), Array(4).fill(undefined));
  });
});

describe('odd keys are ordinary keys', () => {
  for (const key of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'toJSON', 'length', '']) {
    it(JSON.stringify(key), () => {
      const value = object(`{${JSON.stringify(key)}:{"polluted":"yes"}}`);
      assert.equal(Object.getPrototypeOf(value), null);
      assert.deepEqual(Object.keys(value), [key]);
      assert.equal(stringifyWire(value), `{${JSON.stringify(key)}:{"polluted":"yes"}}`);
      assert.equal(Reflect.get({}, 'polluted'), undefined);
    });
  }
  it('nothing is inherited', () => assert.equal(object('{"a":1}').toString, undefined));
});

const bytes = (...values: number[]) => Uint8Array.from(values);
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

const refused: [name: string, body: string | Uint8Array, reason: RegExp][] = [
  ['nothing', '', /empty/],
  ['only space', ' \n', /empty/],
  ['a byte order mark', '\ufeff{}', /byte order mark/],
  ['UTF-16', Buffer.from('{}', 'utf16le'), /not JSON/],
  ['a byte that is not UTF-8', bytes(0x22, 0xc7, 0x22), /0x22 at offset 2|0xC7 at offset 1/],
  ['an overlong slash', bytes(0x22, 0xc0, 0xaf, 0x22), /0xC0 at offset 1/],
  ['an encoded surrogate', bytes(0x22, 0xed, 0xa0, 0x80, 0x22), /not UTF-8/],
  ['a cut character', bytes(0x22, 0xd0), /ends in the middle/],
  ['the same key, other values', '{"status":2,"status":4}', /"status" is twice/],
  ['the same key, same values', '{"a":{"status":4,"x":[{"status":1}],"status":4}}', /"status" is twice/],
  ['the same key, escaped', '{"a":1,"\\u0061":1}', /"a" is twice/],
  ['the same key __proto__', '{"__proto__":1,"__proto__":1}', /"__proto__" is twice/],
  ['deep nesting', nested(wireLimits.depth + 1), /deeper than 64/],
  ['very deep nesting', nested(100_000), /deeper than 64/],
  ['unclosed nesting', '{"a":'.repeat(100_000), /deeper than 64/],
  ['too many keys', `{${Array.from({ length: 10_001 }, (_, at) => `"k${at}":1`).join(',')}}`, /10001 keys/],
  ['a trailing comma', '{"a":1,}', /not JSON/],
  ['two texts', '{}{}', /not JSON/],
  ['a comment', '{/**/}', /not JSON/],
  ['single quotes', "{'a':1}", /not JSON/],
  ['a leading zero', '{"a":01}', /not JSON/],
  ['a leading dot', '{"a":.5}', /not JSON/],
  ['a trailing dot', '{"a":1.}', /not JSON/],
  ['a plus', '{"a":+1}', /not JSON/],
  ['NaN', '{"a":NaN}', /not JSON/],
  ['hex', '{"a":0x10}', /not JSON/],
  ['a raw control character', '{"a":"\n"}', /not JSON/],
  ['a bad escape', '{"a":"\\x41"}', /not JSON/],
  ['an open string', '{"a":"', /not JSON/],
  ['a form', 'a=1&b=2', /not JSON/],
  ['HTML', '<!doctype html>', /not JSON/],
];

describe('bodies that are refused, with the reason', () => {
  for (const [name, body, reason] of refused) {
    it(name, () => {
      const result = read(body);
      assert.ok(!result.ok, 'accepted');
      assert.match(result.reason, reason);
      assert.ok(result.reason.length < 300);
    });
  }
});

describe('bodies that are accepted', () => {
  const accepted: [name: string, body: string, value: string][] = [
    ['space around', ' \r\n{ "a" : [ 1 , 2 ] }\t', '{"a":[1,2]}'],
    ['escapes', '{"a":"\\u0041\\/\\n"}', '{"a":"A/\\n"}'],
    ['a lone surrogate, kept', '{"a":"\\ud83d"}', '{"a":"\\ud83d"}'],
    ['a pair of surrogates', '{"a":"\\ud83d\\ude00"}', '{"a":"😀"}'],
    ['U+0000', '{"a":"\\u0000"}', '{"a":"\\u0000"}'],
    ['equal keys in different objects', '{"a":{"x":1},"b":{"x":1}}', '{"a":{"x":1},"b":{"x":1}}'],
    [
      'brackets, colons and quotes in strings',
      '{"a":"[[{:\\"\\\\","b:":"]"}',
      '{"a":"[[{:\\"\\\\","b:":"]"}',
    ],
    ['the deepest nesting', nested(wireLimits.depth), nested(wireLimits.depth)],
    ['a bare text', '"x"', '"x"'],
  ];
  for (const [name, body, value] of accepted) {
    it(name, () => {
      const result = read(body);
      assert.ok(result.ok, JSON.stringify(result));
      assert.equal(stringifyWire(result.value), value);
    });
  }
  it('what JSON.parse reads is read alike', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (text) => {
        const result = read(text);
        assert.ok(result.ok, JSON.stringify(result));
        assert.deepEqual(JSON.parse(stringifyWire(result.value)), JSON.parse(text));
      }),
    );
  });
  it('any bytes get an answer', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (body) => typeof parseWire(body).ok === 'boolean'),
    );
  });
});

describe('forms', () => {
  const form = (text: string | Uint8Array) => parseForm(typeof text === 'string' ? Buffer.from(text) : text);
  const cases: [body: string, value: Record<string, string>, repeated?: string[]][] = [
    ['a=1&b=x+y%20z%2B', { a: '1', b: 'x y z+' }],
    ['a=&b', { a: '', b: '' }],
    ['a=b=c', { a: 'b=c' }],
    ['a=1;b=2', { a: '1;b=2' }],
    ['status=2&status=4&status=5&x=1', { status: '2', x: '1' }, ['status']],
    ['%D0%B0=%d0%b1', { а: 'б' }],
    ['__proto__=1&sign[]=x', { ['__proto__']: '1', 'sign[]': 'x' }],
    ['', {}],
    ['&&a=1&', { a: '1' }],
  ];
  for (const [body, value, repeated = []] of cases) {
    it(body || 'nothing', () => {
      const result = form(body);
      assert.ok(result.ok, JSON.stringify(result));
      assert.equal(Object.getPrototypeOf(result.value), null);
      assert.deepEqual(Object.entries(result.value), Object.entries(value));
      assert.deepEqual(result.repeated, repeated);
    });
  }
  for (const [name, body] of [
    ['a broken escape', 'a=%zz'],
    ['a cut escape', 'a=%D'],
    ['windows-1251', 'a=%C7%E0'],
    ['an overlong slash', 'a=%C0%AF'],
    ['raw bytes', bytes(0x61, 0x3d, 0xc7)],
    ['a byte order mark', '\ufeffa=1'],
  ] as const) {
    it(`refuses ${name}`, () => assert.equal(form(body).ok, false));
  }
});
