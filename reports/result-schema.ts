import { z } from 'zod';
import { RESULT_SCHEMA, resultSchema } from './result.ts';

/** The published JSON Schema (draft 2020-12) of `result.json`, as the text of its file. */
export function resultJsonSchema(): string {
  const { $schema, ...schema } = z.toJSONSchema(resultSchema, { target: 'draft-2020-12' });
  const document = {
    $schema,
    title: RESULT_SCHEMA,
    description: 'What a run of gatecheck found.',
    ...schema,
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
