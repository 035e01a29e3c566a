import { z } from 'zod';
import { mayBeLeftOut } from '../../../suite/config/problems.ts';

/** Takes away what only says that a value may be left out. */
export const unwrapped = (schema: unknown): unknown =>
  mayBeLeftOut(schema) ? unwrapped(schema.unwrap()) : schema;

const accepts = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success;

/** Forms of text that a schema knows only by what it accepts: the first that fits. */
const textForms: readonly { readonly name: string; readonly yes: readonly string[]; readonly no: string }[] =
  [
    { name: 'duration', yes: ['300ms', '2s'], no: 'x' },
    { name: 'day', yes: ['2027-01-31'], no: '31.1.2027' },
    { name: 'IP address', yes: ['127.0.0.1'], no: 'localhost' },
    { name: 'path or address', yes: ['/health', 'http://a/'], no: 'health' },
    { name: 'address', yes: ['http://a/', '{merchant.url}/a'], no: '/a' },
    { name: 'payway alias', yes: ['card_rub'], no: 'card-rub' },
  ];

function textType(schema: z.ZodType): string {
  const form = textForms.find(
    ({ yes, no }) => yes.every((each) => accepts(schema, each)) && !accepts(schema, no),
  );
  return form?.name ?? 'text';
}

const isCommand = (schema: z.ZodType): boolean => accepts(schema, 'x') && accepts(schema, ['x', 'y']);
const isSecret = (schema: z.ZodType): boolean => accepts(schema, 'x') && accepts(schema, { env: 'NAME' });

const isRecipe = (schema: unknown): boolean =>
  schema instanceof z.ZodType &&
  accepts(schema, { sql: 'SELECT 1' }) &&
  !accepts(schema, 'x') &&
  !accepts(schema, null);
const isExpressions = (schema: z.ZodType): boolean => accepts(schema, 'x') && accepts(schema, { state: 'x' });

/** What a value of a schema is, in a few words. */
export function describeType(given: unknown): string {
  const schema = unwrapped(given);
  if (!(schema instanceof z.ZodType)) return 'value';
  if (schema instanceof z.ZodEnum) return schema.options.map((option) => `\`"${option}"\``).join(' or ');
  if (schema instanceof z.ZodLiteral) return [...schema.values].map((value) => `\`"${value}"\``).join(' or ');
  if (schema instanceof z.ZodBoolean) return 'true or false';
  if (schema instanceof z.ZodNumber) return 'whole number';
  if (schema instanceof z.ZodArray) return `array of: ${describeType(schema.element)}`;
  if (schema instanceof z.ZodRecord)
    return isRecipe(schema.valueType) ? 'object of recipes' : 'object of texts';
  if (schema instanceof z.ZodObject || schema instanceof z.ZodDiscriminatedUnion) return 'object';
  if (isRecipe(schema)) return 'recipe';
  if (accepts(schema, null)) return 'JSON';
  if (isExpressions(schema)) return 'expression, or object of them';
  if (isCommand(schema)) return 'command';
  if (isSecret(schema)) return 'secret';
  return textType(schema);
}
