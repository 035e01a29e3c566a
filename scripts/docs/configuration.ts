import { z } from 'zod';
import { capabilities } from '../../ledger/index.ts';
import { configSchema, templateVariables } from '../../suite/config/index.ts';
import { lookupOperations } from '../../suite/config/lookups.ts';
import { mayBeLeftOut } from '../../suite/config/problems.ts';
import { stepKinds } from '../../suite/config/recipe-schema.ts';
import { describeType, unwrapped } from './configuration/describe-type.ts';
import { table } from './markdown.ts';
import { type Generator, readProjectFile } from './page.ts';

interface Row {
  readonly key: string;
  readonly schema: z.ZodType;
  readonly required: boolean;
}

/** A group of keys that stand under one key. */
interface Group {
  readonly key: string;
  readonly says: string;
  readonly rows: readonly Row[];
}

const saysOf = (schema: unknown): string => {
  if (!(schema instanceof z.ZodType)) return '';
  const inner = mayBeLeftOut(schema) ? saysOf(schema.unwrap()) : '';
  return schema.description ?? inner;
};

function rowsOf(shape: Readonly<Record<string, z.ZodType>>, prefix: string): Row[] {
  return Object.entries(shape).map(([name, schema]) => ({
    key: prefix === '' ? name : `${prefix}.${name}`,
    schema,
    required: !mayBeLeftOut(schema),
  }));
}

/** All objects of the configuration, the outer before the inner. */
function groupsOf(key: string, given: unknown): Group[] {
  const schema = unwrapped(given);
  if (schema instanceof z.ZodArray) return groupsOf(`${key}[]`, schema.element);
  if (schema instanceof z.ZodDiscriminatedUnion) {
    return schema.options.flatMap((option) => {
      if (!(option instanceof z.ZodObject)) return [];
      const type = describeType(option.shape.type).replaceAll(/[`"]/g, '');
      const [group, ...inner] = groupsOf(`${key} (type ${type})`, option);
      return group === undefined ? [] : [{ ...group, says: saysOf(option.shape.type) }, ...inner];
    });
  }
  if (!(schema instanceof z.ZodObject)) return [];
  const bare = key.replace(/ \(type .*\)$/, '');
  const rows = rowsOf(schema.shape, bare);
  const inner = rows.flatMap((row) => groupsOf(row.key, row.schema));
  return [{ key, says: saysOf(given), rows }, ...inner];
}

/** A default that is a plain value, as it would be written. */
function plainDefault(schema: z.ZodType): string {
  const text = schema instanceof z.ZodDefault ? JSON.stringify(schema.def.defaultValue) : '';
  return text === '[]' || text === '{}' ? '' : text;
}

/** What a description says, and the default: a value, or its last words. */
function splitDefault(schema: z.ZodType): { says: string; otherwise: string } {
  const description = saysOf(schema);
  const at = description.indexOf('Default: ');
  if (at < 0) return { says: description, otherwise: plainDefault(schema) };
  return {
    says: description.slice(0, at).trim(),
    otherwise: description.slice(at + 'Default: '.length).replace(/\.$/, ''),
  };
}

/** Text without marks of Markdown. */
const literally = (text: string): string => text.replaceAll('*', '\\*');

const isObject = (schema: unknown): boolean => describeType(schema) === 'object';

function groupText({ key, says, rows }: Group): string {
  const lines = rows.map((row) => {
    const { says: text, otherwise } = splitDefault(row.schema);
    const fallback = row.required ? '**required**' : isObject(row.schema) ? 'see below' : 'none';
    const shown = otherwise === '' ? fallback : literally(otherwise);
    return [`\`${row.key}\``, describeType(row.schema), shown, literally(text)];
  });
  const heading = key === '' ? 'The whole file' : `\`${key}\``;
  return `### ${heading}\n\n${says === '' ? '' : `${says}\n\n`}${table(['key', 'value', 'default', 'meaning'], lines)}`;
}

function capabilityTable(): string {
  const needs = (each: { needs: readonly string[]; needsOneOf?: readonly string[] }): string =>
    [...each.needs, ...(each.needsOneOf === undefined ? [] : [`one of ${each.needsOneOf.join(', ')}`])].join(
      '; ',
    );
  return table(
    ['capability', 'what it promises', 'needs'],
    capabilities.map((each) => [`\`${each.id}\``, each.promises, needs(each)]),
  );
}

const variables = (): string =>
  table(
    ['variable', 'value'],
    [
      ...Object.entries(templateVariables).map(([name, says]) => [`\`{${name}}\``, says]),
      ['`{env.NAME}`', 'environment variable NAME of gatecheck itself'],
    ],
  );

export const generateConfiguration: Generator = async () => {
  const intro = await readProjectFile('scripts/docs/configuration/intro.md');
  const groups = groupsOf('', configSchema).map(groupText);
  const steps = Object.entries(stepKinds).map(([kind, { shape }]) =>
    groupText({ key: `${kind} step`, says: '', rows: rowsOf(shape, '') }),
  );
  const text = [
    intro.trim(),
    '## All keys',
    ...groups,
    '## Steps of recipes',
    'A recipe is a step or an array of steps, each of one of these kinds ([recipes](recipes.md)).',
    ...steps,
    '## Capabilities',
    'What the shop claims to do, and the means that it offers for testing. At least one of `invoice`, `hold`, `hold.auto`, `payout` is needed; `hold` and `hold.auto` exclude each other. [test-interface.md](test-interface.md#capabilities-and-what-to-leave-out) says what each costs to offer, and to leave out.',
    capabilityTable(),
    '## Lookups',
    `Operations that \`profile.lookups\` may list: ${lookupOperations.map((each) => `\`${each}\``).join(', ')}.`,
    '## Template variables',
    variables(),
    'Without `merchant.start` there are no `{port}` and `{port2}`. An unknown variable is an error.',
  ].join('\n\n');
  return [{ path: 'docs/configuration.md', text: `${text}\n` }];
};
