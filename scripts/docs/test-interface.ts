import { z } from 'zod';
import { plain, sectionsOf, tableOf } from './markdown.ts';
import { type Generator, readProjectFile } from './page.ts';
import { type Example, examplesOf } from './test-interface/examples.ts';
import { type Operation, operations, schemas } from './test-interface/operations.ts';

type Json = Record<string, unknown>;

const schemaRef = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

/** What the page's table says of each field. */
function meanings(page: string, section: string): Map<string, string> {
  const text = sectionsOf(page).find(({ heading }) => heading === section)?.text ?? '';
  return new Map(tableOf(text, 'field').map(([name = '', , meaning = '']) => [plain(name), plain(meaning)]));
}

/**
 * The schemas of what is sent and answered. Each field's description is the page's; one that the page does
 * not have, or has and the schema does not, is an error.
 */
function componentSchemas(page: string): Json {
  const registry = z.registry<{ id: string }>();
  for (const [id, { schema }] of Object.entries(schemas)) registry.add(schema, { id });
  const made = z.toJSONSchema(registry, {
    io: 'input',
    uri: (id) => `#/components/schemas/${id}`,
  }).schemas as Record<string, Json>;
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { section }]) => {
      const { $schema: _dialect, $id: _id, ...schema } = made[id] ?? {};
      if (section === undefined) return [id, schema];
      const said = meanings(page, section);
      const properties = schema.properties as Record<string, Json>;
      const missing = Object.keys(properties).filter((name) => !said.has(name));
      const unknown = [...said.keys()].filter((name) => !(name in properties));
      if (missing.length + unknown.length > 0) {
        throw new Error(
          `docs/test-interface.md, "${section}": no row for ${missing.join(', ') || 'none'}; no such field: ${unknown.join(', ') || 'none'}`,
        );
      }
      const described = Object.entries(properties).map(([name, property]) => {
        const description = said.get(name);
        return [name, description ? { ...property, description } : property];
      });
      return [id, { ...schema, properties: Object.fromEntries(described) }];
    }),
  );
}

/** True when the example calls the operation. */
export function isExampleOf(operation: Operation, example: Example): boolean {
  const pattern = operation.path.replace(/\{[a-z_]+\}/g, '[^/]+');
  const [path = '', query] = example.path.split('?');
  return (
    operation.method === example.method &&
    new RegExp(`^${pattern}$`).test(path) &&
    (operation.parameter?.in === 'query') === (query !== undefined)
  );
}

const asExamples = (values: readonly unknown[]): Json =>
  Object.fromEntries(values.map((value, index) => [`example${index + 1}`, { value }]));

function operationObject(operation: Operation, examples: readonly Example[]): Json {
  const { call, summary, body, answer, list, capability, parameter } = operation;
  const mine = examples.filter((example) => isExampleOf(operation, example));
  if (mine.length === 0) throw new Error(`docs/test-interface.md has no example of ${call}`);
  return {
    operationId: call,
    summary,
    'x-capability': capability,
    ...(parameter === undefined
      ? {}
      : { parameters: [{ ...parameter, required: true, schema: { type: 'string' } }] }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: schemaRef(body),
                examples: asExamples(mine.map((example) => example.body)),
              },
            },
          },
        }),
    responses: {
      200: {
        description:
          'Done, also when the gateway refused: that is a state and an error. Any 2xx status will do.',
        content: {
          'application/json': {
            schema: list ? { type: 'array', items: schemaRef(answer) } : schemaRef(answer),
            examples: asExamples(mine.map((example) => example.answer)),
          },
        },
      },
      ...Object.fromEntries(
        Object.keys(refusals).map((status) => [status, { $ref: `#/components/responses/Refusal${status}` }]),
      ),
    },
  };
}

const refusals = {
  404: 'There is no such order, payout, refund or customer.',
  409: 'Not in this state.',
  422: 'Not with these values.',
  501: 'The shop cannot do this.',
} as const;

const refusalSchema = {
  type: 'object',
  properties: { error: schemaRef('Problem') },
  required: ['error'],
};

/** The merchant test interface as an OpenAPI 3.1 document, from the page and the suite's own schemas. */
export function openApi(page: string): Json {
  const examples = examplesOf(page);
  const paths: Record<string, Json> = {};
  for (const operation of mergeSameAddress(operations())) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: operationObject(operation, examples),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Merchant test interface',
      version: '1.0.0',
      description:
        'What a shop offers so that gatecheck can drive it. Generated from docs/test-interface.md, which has the semantics, and from the schemas with which the suite reads answers.',
    },
    servers: [{ url: 'http://127.0.0.1:9000/test', description: 'merchant.interface.baseUrl' }],
    security: [{}, { token: [] }],
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'merchant.interface.token, when set.' },
      },
      schemas: { ...componentSchemas(page), Refusal: refusalSchema },
      responses: Object.fromEntries(
        Object.entries(refusals).map(([status, description]) => [
          `Refusal${status}`,
          {
            description,
            content: {
              'application/json': {
                schema: schemaRef('Refusal'),
                example: { error: { code: null, message: description } },
              },
            },
          },
        ]),
      ),
    },
  };
}

/** OpenAPI has one operation for a method and path; two calls that share them would lose one. */
function mergeSameAddress(all: readonly Operation[]): readonly Operation[] {
  const seen = new Set<string>();
  for (const { method, path, call } of all) {
    if (seen.has(`${method} ${path}`)) throw new Error(`${call}: a second operation on ${method} ${path}`);
    seen.add(`${method} ${path}`);
  }
  return all;
}

export const generateTestInterface: Generator = async () => {
  const page = await readProjectFile('docs/test-interface.md');
  return [{ path: 'docs/test-interface.openapi.json', text: `${JSON.stringify(openApi(page), null, 2)}\n` }];
};
