import type { RouteConfig } from '@hono/zod-openapi';
import { z } from 'zod';
import { faultSchema } from '../../faults/fault.ts';

type Media = NonNullable<NonNullable<NonNullable<RouteConfig['request']>['body']>['content'][string]>;
type Schema = Exclude<Extract<Media, { schema?: unknown }>['schema'], z.ZodType | undefined>;

/** A fault, or several, as JSON Schema. Members that may hold any JSON have no schema of their own. */
export function describeFaults(): Schema {
  const described = JSON.stringify(z.toJSONSchema(faultSchema, { io: 'input', override: leaveOpen }));
  const {
    $schema: _schema,
    $defs: _defs,
    ...fault
  } = JSON.parse(described.replace(/\{"\$ref":"#\/\$defs\/[^"]*"\}/g, '{}'));
  return { anyOf: [fault, { type: 'array', items: fault, minItems: 1 }] } as Schema;
}

/** Any JSON is described by itself, which a reference within OpenAPI could not say. */
function leaveOpen({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: object }): void {
  if (zodSchema._zod.def.type !== 'lazy') return;
  for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
}
