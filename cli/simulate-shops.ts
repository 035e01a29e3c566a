/** Payways and shops that `gatecheck simulate` takes from files, in our own shape or as a stand answered them. */
import { z } from 'zod';
import { makePayway, type Payway, type ShopConfig } from '../simulator/index.ts';
import { fieldDescriptorSchema, paywaySchema, shopPatchSchema } from '../simulator/server/control/schemas.ts';
import { readText } from '../suite/config/read-text.ts';
import { usageError } from './support/exit.ts';

type Direction = 'inputs' | 'outputs';

const anyDecimal = z
  .union([z.number(), z.string()])
  .transform(plainDecimal)
  .pipe(z.string().regex(/^\d+(\.\d+)?$/));
const anyShare = anyDecimal.refine(
  (text) => Number(text) <= 1,
  "expected the shop's share of the fee, from 0 to 1",
);
const recordedFields = z.record(z.string(), fieldDescriptorSchema).nullish();

/** A payway as the answers of shop_input_config and shop_output_config have it. */
const recordedSchema = z.object({
  alias: z.string().min(1),
  currency: z.coerce.number().int(),
  min_amount: anyDecimal,
  max_amount: anyDecimal,
  id: z.number().int().optional(),
  fee_config: z.object({ percent: anyDecimal, fix: anyDecimal }).nullish(),
  fee_part_config: z.object({ percent_part: anyShare, fix_part: anyShare }).nullish(),
  is_active: z.union([z.boolean(), z.enum(['true', 'false'])]).optional(),
  add_ons_config: recordedFields,
  account_info_config: recordedFields,
});

/** Our own shape: what is left out is ordinary (rubles, no fees, active). */
const ownSchema = paywaySchema
  .partial()
  .required({ alias: true })
  .extend({
    direction: z.enum(['input', 'output']).optional(),
  });

const shopFileSchema = shopPatchSchema.omit({ inputs: true, outputs: true }).extend({
  inputs: z.unknown().optional(),
  outputs: z.unknown().optional(),
  balances: z
    .record(
      z.string().regex(/^\d{1,3}$/),
      z.strictObject({ available: anyDecimal, hold: anyDecimal.default('0') }),
    )
    .optional(),
});

const FIRST_ID = 701;
const nothing = { percent: '0', fix: '0' };

/** Shortest decimal text; `1e-7` and `5.0` too. */
function plainDecimal(value: number | string): string {
  return typeof value === 'number' ? String(value) : value.replace(/^(\d+)\.0+$/, '$1');
}

/**
 * The shops with what the files say of them: `--shop-config` replaces whole lists, `--payway` adds to them.
 *
 * @throws CliError that names the option, the file and what is wrong in it.
 */
export function shopsFromFiles(
  shops: readonly ShopConfig[],
  shopFile: string | undefined,
  paywayFiles: readonly string[],
): ShopConfig[] {
  const patch = shopFile === undefined ? {} : readShopFile(shopFile);
  const added = paywayFiles.flatMap((file) =>
    paywaysIn(readJson('--payway', file), undefined, `--payway: "${file}"`),
  );
  return shops.map((shop) => {
    const whole = { ...shop, ...patch };
    for (const { direction, payway } of added) {
      const others = whole[direction].filter(({ alias }) => alias !== payway.alias);
      whole[direction] = [...others, payway];
    }
    return whole;
  });
}

function readShopFile(file: string): Partial<ShopConfig> {
  const where = `--shop-config: "${file}"`;
  const { inputs, outputs, ...rest } = parsed(shopFileSchema, readJson('--shop-config', file), where);
  const list = (value: unknown, direction: Direction): readonly Payway[] =>
    paywaysIn(value, direction, `${where} ${direction}`).map(({ payway }) => payway);
  return {
    ...definedOf(rest),
    ...(inputs === undefined ? {} : { inputs: list(inputs, 'inputs') }),
    ...(outputs === undefined ? {} : { outputs: list(outputs, 'outputs') }),
  };
}

interface Directed {
  readonly direction: Direction;
  readonly payway: Payway;
}

/** The payways of a file: one, a list, the groups of an answer, or a whole answer with its envelope. */
function paywaysIn(value: unknown, direction: Direction | undefined, where: string): Directed[] {
  const data = isObject(value) && 'data' in value && 'result' in value ? value.data : value;
  const items = (Array.isArray(data) ? data : [data]).flatMap((item: unknown) =>
    isObject(item) && Array.isArray(item.payways) ? (item.payways as unknown[]) : [item],
  );
  if (items.length === 0) throw usageError(`${where} names no payway.`);
  return items.map((item, index) => {
    const place = items.length === 1 ? where : `${where} [${index}]`;
    const payway =
      isObject(item) && 'min_amount' in item ? recorded(item, index, place) : own(item, index, place);
    return direction === undefined ? payway : { ...payway, direction };
  });
}

function recorded(item: unknown, index: number, where: string): Directed {
  const found = parsed(recordedSchema, item, where);
  const part = found.fee_part_config;
  const payway = makePayway(found.id ?? FIRST_ID + index, found.alias, {
    currency: found.currency,
    minAmount: found.min_amount,
    maxAmount: found.max_amount,
    fee: found.fee_config ?? nothing,
    ...(part && { feePart: { percent: part.percent_part, fix: part.fix_part } }),
    active: String(found.is_active ?? true) === 'true',
    addOns: (found.add_ons_config ?? {}) as Payway['addOns'],
    accountInfo: (found.account_info_config ?? {}) as Payway['accountInfo'],
  });
  return { direction: isObject(item) && 'account_info_config' in item ? 'outputs' : 'inputs', payway };
}

function own(item: unknown, index: number, where: string): Directed {
  const { direction, alias, id, ...changes } = parsed(ownSchema, item, where);
  const payway = makePayway(id ?? FIRST_ID + index, alias, definedOf(changes) as Partial<Payway>);
  return { direction: direction === 'output' ? 'outputs' : 'inputs', payway };
}

function parsed<T>(schema: z.ZodType<T>, value: unknown, where: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const says = result.error.issues.map(
    ({ path, message }) => `${path.join('.') || '(the whole)'}: ${message}`,
  );
  throw usageError(`${where}: ${says.join('; ')}.`, 'docs/gateway-notes.md has examples.');
}

function readJson(option: string, file: string): unknown {
  try {
    return JSON.parse(readText(file)) as unknown;
  } catch (cause) {
    throw usageError(
      `${option}: the file "${file}" cannot be used: ${cause instanceof Error ? cause.message : String(cause)}.`,
    );
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function definedOf<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as never;
}
