import assert from 'node:assert/strict';
import { test } from 'node:test';
import { proofFields } from '../../reports/proof-fields.ts';

const rows: readonly [
  what: string,
  text: string,
  before: string,
  fields: Readonly<Record<string, string>>,
  after: string,
][] = [
  ['no JSON', 'invoice 17: status none → 1', 'invoice 17: status none → 1', {}, ''],
  [
    'what stands before and after',
    'merchant → gateway: POST /x {"amount":"10.50","shop_id":5} · signature right',
    'merchant → gateway: POST /x',
    { amount: '"10.50"', shop_id: '5' },
    '· signature right',
  ],
  [
    'names that lead to a value, numbers as they were written, and what is empty',
    'HTTP 200 {"data":{"id":1.50,"url":"http://a/b?c=1"},"list":[1,{"a":null}],"none":{},"nil":[]}',
    'HTTP 200',
    {
      'data.id': '1.50',
      'data.url': 'http://a/b?c=1',
      'list[0]': '1',
      'list[1].a': 'null',
      none: '{}',
      nil: '[]',
    },
    '',
  ],
  ['quotes inside a text stay', 'x {"m":"a \\"b\\" c"}', 'x', { m: '"a \\"b\\" c"' }, ''],
  [
    'texts that look like something else',
    'x {"a":"true","b":"1","c":""}',
    'x',
    { a: '"true"', b: '"1"', c: '""' },
    '',
  ],
  [
    'what was cut off, as far as it goes',
    'x {"a":1,"b":"cut of… (1200 characters)',
    'x',
    { a: '1' },
    ',"b":"cut of… (1200 characters)',
  ],
  ['no JSON after all', 'x {oops', 'x', {}, '{oops'],
  ['a list of objects', 'x [{"a":1},{"a":2}]', 'x', { '[0].a': '1', '[1].a': '2' }, ''],
];

for (const [what, text, before, fields, after] of rows) {
  test(`a line of proof is taken apart: ${what}`, () => {
    const parts = proofFields(text);
    assert.deepEqual(
      [parts.before, Object.fromEntries(parts.fields.map(({ name, value }) => [name, value])), parts.after],
      [before, fields, after],
    );
  });
}
