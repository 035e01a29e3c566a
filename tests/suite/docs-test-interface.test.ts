import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { capabilities } from '../../ledger/index.ts';
import { examplesOf } from '../../scripts/docs/test-interface/examples.ts';
import { operations } from '../../scripts/docs/test-interface/operations.ts';
import { isExampleOf, openApi } from '../../scripts/docs/test-interface.ts';
import { calls, driverCalls } from '../../suite/drivers/calls.ts';

const page = readFileSync('docs/test-interface.md', 'utf8');

interface Media {
  readonly schema: object;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
  readonly example?: unknown;
}
type Content = { readonly content: { readonly 'application/json': Media } };
interface Document {
  readonly openapi: string;
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          { operationId: string; requestBody?: Content; responses: Readonly<Record<string, Content>> }
        >
      >
    >
  >;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly responses: Readonly<Record<string, Content>>;
  };
}
const document = openApi(page) as unknown as Document;

function validator() {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
  addFormats.default(ajv);
  ajv.addVocabulary(['components']);
  ajv.addSchema({ $id: 'interface', components: document.components }, undefined, undefined, false);
  const absolute = (schema: object): object =>
    JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"interface#/components/')) as object;
  return (schema: object, value: unknown): string => {
    const validate = ajv.compile(absolute(schema));
    return validate(value) ? '' : ajv.errorsText(validate.errors);
  };
}

test('the document has every call of the driver, once', () => {
  const ids = Object.values(document.paths).flatMap((item) =>
    Object.values(item).map(({ operationId }) => operationId),
  );
  assert.deepEqual([...ids].sort(), [...driverCalls].sort());
  assert.equal(document.openapi, '3.1.0');
});

test('every example of the document fits its schema', () => {
  const problemOf = validator();
  let checked = 0;
  const media: Media[] = [
    ...Object.values(document.paths).flatMap((item) =>
      Object.values(item).flatMap(({ requestBody, responses }) =>
        [requestBody, responses['200']].flatMap((content) =>
          content === undefined ? [] : [content.content['application/json']],
        ),
      ),
    ),
    ...Object.values(document.components.responses).map(({ content }) => content['application/json']),
  ];
  for (const { schema, examples = {}, example } of media) {
    for (const value of [
      ...Object.values(examples).map((each) => each.value),
      ...(example === undefined ? [] : [example]),
    ]) {
      assert.equal(problemOf(schema, value), '', JSON.stringify(value));
      checked += 1;
    }
  }
  assert.ok(checked > 30, `${checked} examples`);
});

test("every worked example of the page is an answer that the suite's driver accepts, under a heading of its own", () => {
  for (const example of examplesOf(page)) {
    const operation = operations().find((each) => isExampleOf(each, example));
    assert.ok(operation, `${example.method} ${example.path} is no call of the interface`);
    const parsed = calls[operation.call].answer.safeParse(example.answer);
    assert.ok(parsed.success, `${example.method} ${example.path}: ${parsed.error?.message}`);
    const query = operation.parameter?.in === 'query' ? `?${operation.parameter.name}=` : '';
    assert.match(
      page,
      new RegExp(
        `^### ${operation.method} ${operation.path.replace('/', '\\/')}${query.replace('?', '\\?')}$`,
        'm',
      ),
    );
    assert.match(page, new RegExp(`\\*Driver method: \`${operation.call}\``));
  }
});

test('the page tells of every capability', () => {
  const unnamed = capabilities.filter(({ id }) => !page.includes(`\`${id}\``)).map(({ id }) => id);
  assert.deepEqual(unnamed, []);
});
