/** Shops, callback addresses and readings as `gatecheck simulate` takes them. */
import { defaultShop } from '../simulator/core/default-shop.ts';
import type { ShopConfig } from '../simulator/index.ts';
import { ReadingError, type ReadingValues, resolveReadings } from '../simulator/protocol/readings.ts';
import { weakSecret } from '../simulator/protocol/weak-secret.ts';
import { usageError } from './support/exit.ts';
import { demoSecret, readShop } from './support/secret.ts';

/** The shop that is there when none is named. Its secret is public: it protects nothing. */
const demoShop = { id: 5, secret: demoSecret } as const;

const inDocumentation = `the documentation (the demo secret ${demoSecret})`;

export interface GivenShops {
  shops: ShopConfig[];
  /** Where each secret came from, never what it is. */
  origins: string[];
  /** Secrets with which a shop is better not tested, each in a sentence. */
  warnings: string[];
  demo: boolean;
}

/** @throws CliError that names the option that is wrong. */
export function givenShops(
  shopSpecs: readonly string[],
  testSecretSpecs: readonly string[],
  callbackSpecs: readonly string[],
): GivenShops {
  const demo = shopSpecs.length === 0;
  const given = demo ? [demoShop] : shopSpecs.map((spec) => readShop(spec));
  const origins = demo ? [inDocumentation] : shopSpecs.map(originOf);
  const ids = new Set<number>();
  for (const { id } of given) {
    if (ids.has(id)) throw usageError(`--shop: shop ${id} is given twice.`);
    ids.add(id);
  }
  const testSecrets = new Map(
    testSecretSpecs.map((spec) => {
      const { id, secret } = readShop(spec, '--test-secret');
      return [mustBe(id, ids, '--test-secret'), secret];
    }),
  );
  const callbacks = callbackSpecs.map((spec) => callbackOf(spec, ids));
  const shops = given.map(({ id, secret }) => {
    const callback =
      callbacks.findLast((each) => each.id === id) ?? callbacks.findLast((each) => each.id === undefined);
    const testSecret = testSecrets.get(id);
    return { ...defaultShop(id, secret, callback?.url), ...(testSecret === undefined ? {} : { testSecret }) };
  });
  const warnings = shops.flatMap(({ id, secret }) => {
    const weak = weakSecret(secret);
    return weak === undefined ? [] : [`--shop ${id}: ${weak}. certify and fuzz refuse it.`];
  });
  return { shops, origins, warnings, demo };
}

function originOf(spec: string): string {
  const secret = spec.slice(spec.indexOf(':') + 1);
  if (secret.startsWith('env:')) return `the environment variable ${secret.slice(4)}`;
  return secret.startsWith('@') ? `the file ${secret.slice(1)}` : inDocumentation;
}

function callbackOf(spec: string, ids: ReadonlySet<number>): { id?: number; url: string } {
  const named = /^(\d+)=(.*)$/s.exec(spec);
  const url = named?.[2] ?? spec;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw usageError(
      `--callback-url: "${url}" is not an http or https address.`,
      'Expected URL or SHOP=URL.',
    );
  }
  return named === null ? { url } : { id: mustBe(Number(named[1]), ids, '--callback-url'), url };
}

function mustBe(id: number, ids: ReadonlySet<number>, option: string): number {
  if (ids.has(id)) return id;
  throw usageError(`${option}: there is no shop ${id}.`, `Shops: ${[...ids].join(', ')}.`);
}

/** @throws CliError that names the reading or the answer that does not exist. */
export function givenReadings(specs: readonly string[], preset: string): ReadingValues {
  if (preset !== 'spec' && preset !== 'observed') {
    throw usageError(`--preset: "${preset}" is not a preset: expected spec or observed.`);
  }
  const values: Record<string, string> = {};
  for (const spec of specs) {
    const cut = spec.indexOf('=');
    if (cut < 1)
      throw usageError(`--reading: "${spec}" is not ID=VALUE.`, 'gatecheck list readings shows them.');
    values[spec.slice(0, cut)] = spec.slice(cut + 1);
  }
  try {
    return resolveReadings(preset, values);
  } catch (error) {
    if (error instanceof ReadingError)
      throw usageError(`--reading: ${error.message}`, 'gatecheck list readings shows them.');
    throw error;
  }
}
