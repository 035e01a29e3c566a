import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { skim } from '../../history/skim.ts';

const NAMES = ['id', 'status'] as const;

/** What the parser finds, in the form of `skim`; undefined where the text is no JSON. */
function parsed(text: string): Record<string, unknown> | null | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const data = isObject(value) ? value.data : undefined;
  if (!isObject(data)) return null;
  return Object.fromEntries(
    NAMES.flatMap((name) => {
      const found = Object.hasOwn(data, name) ? data[name] : undefined;
      return found === undefined || (typeof found === 'object' && found !== null) ? [] : [[name, found]];
    }),
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const skimmed = (text: string): Record<string, unknown> | null | undefined => {
  const found = skim(text, 'data', NAMES);
  if (found === undefined || found === null) return found;
  return Object.fromEntries(Object.entries(found).map(([name, literal]) => [name, JSON.parse(literal)]));
};

/** Where `skim` finds something it is what the parser finds; what is no JSON it never takes. */
function agrees(text: string): void {
  const found = skimmed(text);
  if (found !== undefined) assert.deepEqual(found, parsed(text), text);
}

const name = fc.constantFrom('data', 'id', 'status', 'other', 'da"ta', 'é', '');
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(fc.string({ unit: 'binary' }), fc.double(), fc.integer(), fc.boolean(), fc.constant(null)),
    fc.array(tie('any'), { maxLength: 3 }),
    fc.array(fc.tuple(name, tie('any')), { maxLength: 4 }).map((members) => new Map(members)),
  ),
})).any;

/** JSON in which a member may occur twice, with white space where it may stand. */
function written(some: unknown, space: string): string {
  if (some instanceof Map) {
    const members = [...some].map(([key, each]) => `${JSON.stringify(key)}${space}:${written(each, space)}`);
    const twice = members.length > 1 ? [...members, members[0]] : members;
    return `{${space}${twice.join(`,${space}`)}${space}}`;
  }
  if (Array.isArray(some)) return `[${some.map((each) => written(each, space)).join(`${space},`)}${space}]`;
  return JSON.stringify(some) ?? 'null';
}

const space = fc.constantFrom('', ' ', '\n\t', ' \r');

test('what is read of a text without building it is what the parser reads', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value), { maxLength: 4 }), space, (members, gap) => {
      const text = gap + written(new Map([...members]), gap) + gap;
      const found = skimmed(text);
      if (found === undefined) assert.match(text, /\\/, `${text} was left to the parser`);
      agrees(text);
    }),
    { seed: 7, numRuns: 2_000 },
  );
});

test('a text that was cut, or of which a character was changed, is taken only where the parser takes it', () => {
  const change = fc.tuple(
    fc.nat(),
    fc.constantFrom('', '"', '\\', '{', '}', ',', '0', '-', 'e', '.', '\u0001', 'u'),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value), { maxLength: 3 }), change, (members, [place, character]) => {
      const text = written(new Map(members), '');
      const at = place % (text.length + 1);
      agrees(text.slice(0, at));
      agrees(text.slice(0, at) + character + text.slice(at + 1));
      agrees(text.slice(0, at) + character + text.slice(at));
    }),
    { seed: 7, numRuns: 2_000 },
  );
});

test('numbers, escapes and depth as the parser has them', () => {
  const numbers = [
    '01',
    '1.',
    '.5',
    '-',
    '+1',
    '1e',
    '1e+',
    '1E-2',
    '-0',
    '0.0',
    '1 2',
    'Infinity',
    'nul',
    'truex',
  ];
  const strings = ['"\\x"', '"\\u12g4"', '"\\u00e9"', '"\t"', '"', '"\\"', '"\\\\"'];
  for (const each of [...numbers, ...strings]) agrees(`{"data":{"id":${each}}}`);
  assert.deepEqual(skimmed('{"data":{"id":1,"id":"2"},"data":{"status":4}}'), { status: 4 });
  assert.deepEqual(skimmed('{"data":{"id":1,"id":{}}}'), {});
  assert.equal(skimmed('{"data":[{"id":1}]}'), null);
  assert.equal(skimmed('{"data":{"id":1}}, '), undefined);
  assert.equal(skimmed('{"\\u0064ata":{"id":1}}'), undefined);
  assert.equal(skimmed(`{"a":${'['.repeat(100_000)}`), undefined);
});
