/** Writes the published JSON Schema of result.json; a test keeps it in step with the code. */
import { writeFileSync } from 'node:fs';
import { resultJsonSchema } from '../reports/result-schema.ts';

const file = new URL('../reports/schema/result.schema.json', import.meta.url);
writeFileSync(file, resultJsonSchema());
