import { type FaultyShop, faultyShops } from '../../../fixtures/shops/faulty/index.ts';
import { type UnusualShop, unusualShops } from '../../../fixtures/shops/unusual/index.ts';
import { faultRows } from '../fault-rows.ts';

/** Which shops there are to be measured: those of the catalogues, in some minutes, or all. */
export type Scope = 'catalogue' | 'all';

/** The first shop of each row, before those that claim less than the reference shop, which show less. */
function oneForEachRow(shops: readonly UnusualShop[]): readonly UnusualShop[] {
  const whole = shops.filter(({ capabilities }) => capabilities === undefined);
  const rows = new Map<number, UnusualShop>();
  for (const shop of [...whole, ...shops]) {
    if (shop.legal !== null && !rows.has(shop.legal)) rows.set(shop.legal, shop);
  }
  const chosen = new Set(rows.values());
  return shops.filter((shop) => chosen.has(shop));
}

const firstOfRows: ReadonlySet<string> = new Set(faultRows.map(([, , shops]) => shops[0] ?? ''));

/**
 * The faulty and the unusual shops of a scope. The catalogues of faults and of legal oddities have many rows with
 * several shops; of each row the first stands for it.
 */
export function shopsOf(scope: Scope): {
  readonly faulty: readonly FaultyShop[];
  readonly unusual: readonly UnusualShop[];
} {
  return scope === 'all'
    ? { faulty: faultyShops, unusual: unusualShops }
    : {
        faulty: faultyShops.filter(({ id }) => firstOfRows.has(id)),
        unusual: oneForEachRow(unusualShops),
      };
}
