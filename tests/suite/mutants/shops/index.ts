import { php, python } from './foreign.ts';
import { reference } from './reference.ts';
import type { MutatedShop } from './shop.ts';

/** The shops in which a machine makes mistakes. */
export const mutatedShops: readonly MutatedShop[] = [reference, python, php];

export const shopNames = mutatedShops.map(({ name }) => name);

export function shopNamed(wanted: string): MutatedShop {
  const shop = mutatedShops.find(({ name }) => name === wanted);
  if (shop === undefined) throw new Error(`There is no shop ${wanted}: ${shopNames.join(', ')}.`);
  return shop;
}
