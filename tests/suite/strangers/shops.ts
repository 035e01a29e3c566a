import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { unusualShops } from '../../../fixtures/shops/unusual/index.ts';
import type { Need } from '../../../scripts/machine.mjs';
import { referenceInput } from '../../../suite/config/index.ts';
import { combine, combinedOptions, shuffled } from '../strength/combinations.ts';
import { reviewOf } from './review.ts';

const root = resolve(import.meta.dirname, '../../..');

/** How many combinations of unusual shops are certified. */
export const COMBINATIONS = 10;

/** In how many slots a shop is certified that keeps notifications waiting: it leaves the processor to others. */
const LATE_SLOTS = 6;

/** A conforming shop that the suite must certify. */
export interface Stranger {
  readonly name: string;
  readonly needs: readonly Need[];
  /** The folder with its own packages; undefined for a variant of the reference shop. */
  readonly folder?: string;
  /** Gives the file of its configuration; one that has to be written goes into `dir`. */
  readonly config: (dir: string) => string;
  /** The checks and rules that warn of it, each with the reason why the warning is right. */
  readonly explained: Readonly<Record<string, string>>;
  /** In how many slots it is certified. */
  readonly slots: number;
  /** The unusual shops that it combines. */
  readonly combines: readonly string[];
}

const CONFIG = /^gatecheck\.config\.(ts|json)$/;

const foldersIn = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name));

/** Every folder of `examples` and of `fixtures/shops`, at one level or two, that has a configuration. */
function shopsWithConfig(): readonly Stranger[] {
  const shops = foldersIn(join(root, 'fixtures/shops'));
  return [...foldersIn(join(root, 'examples')), ...shops, ...shops.flatMap(foldersIn)].flatMap((folder) => {
    const config = readdirSync(folder).find((name) => CONFIG.test(name));
    if (config === undefined) return [];
    const { needs, warnings } = reviewOf(folder);
    return {
      name: basename(folder),
      needs,
      folder,
      config: () => join(folder, config),
      explained: warnings,
      slots: 1,
      combines: [],
    };
  });
}

/**
 * Combinations of unusual shops. Each shop is in one combination, with as many others as decide different things; which
 * others, the seed determines. A shop that claims less than the reference shop is alone, and comes last.
 */
function combinations(seed: number): readonly Stranger[] {
  const groups = combine(shuffled(unusualShops, seed)).toSorted((a, b) => b.length - a.length);
  return groups.slice(0, COMBINATIONS).map((shops, index) => {
    const name = `unusual-${index + 1}`;
    return {
      name,
      needs: ['browser'],
      config: (dir) => written(dir, name, referenceInput(combinedOptions(shops))),
      explained: Object.fromEntries(
        shops.flatMap(({ id, warns = [] }) => warns.map((check) => [check, `unusual shop ${id}`])),
      ),
      slots: shops.some(({ late }) => late === true) ? LATE_SLOTS : 1,
      combines: shops.map(({ id }) => id),
    };
  });
}

/** The reference shop at a gateway as it was recorded: statuses as words, bodies as forms, numbers with a fraction. */
function atRecordedGateway(): Stranger {
  const name = 'observed';
  return {
    name,
    needs: ['browser'],
    config: (dir) => {
      const { profile, ...input } = referenceInput({ notifications: 'form' });
      return written(dir, name, { ...input, profile: { ...profile, preset: name } });
    },
    explained: {},
    slots: 1,
    combines: [],
  };
}

function written(dir: string, name: string, config: object): string {
  const file = join(dir, `${name}.json`);
  writeFileSync(file, JSON.stringify(config, null, 2));
  return file;
}

/** What takes longest, in order: to wait for notifications that the shop delays, and to install packages. */
const rank = ({ slots, folder }: Stranger): number =>
  slots > 1 ? 0 : folder !== undefined && existsSync(join(folder, 'package-lock.json')) ? 1 : 2;

/** Every conforming shop, those that take longest first. */
export const strangers = (seed: number): readonly Stranger[] =>
  [...shopsWithConfig(), atRecordedGateway(), ...combinations(seed)].toSorted((a, b) => rank(a) - rank(b));

/**
 * The shops with these names, all where none is given; `unusual` names every combination.
 *
 * @throws {Error} when there is no shop of a name
 */
export function namedOf(shops: readonly Stranger[], names: readonly string[]): readonly Stranger[] {
  const isNamed = (shop: Stranger, name: string): boolean =>
    shop.name === name || (name === 'unusual' && shop.combines.length > 0);
  const unknown = names.filter((name) => !shops.some((shop) => isNamed(shop, name)));
  if (unknown.length > 0) {
    throw new Error(
      `There is no shop "${unknown.join('", "')}". Known: ${shops.map(({ name }) => name).join(', ')}.`,
    );
  }
  return names.length === 0 ? shops : shops.filter((shop) => names.some((name) => isNamed(shop, name)));
}
