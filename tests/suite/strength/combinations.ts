import { honestSeams } from '../../../fixtures/shops/reference/seams.ts';
import type { UnusualShop } from '../../../fixtures/shops/unusual/index.ts';
import type { ReferenceOptions } from '../../../suite/config/index.ts';

const decisionsOf = (shop: UnusualShop): readonly string[] =>
  shop.decides ?? Object.keys(shop.seams(honestSeams));

/**
 * Puts shops together that decide different things, so that one certification shows several to be spared.
 * Each shop is in exactly one combination; another order of the shops gives other combinations.
 */
export function combine(shops: readonly UnusualShop[]): readonly (readonly UnusualShop[])[] {
  const open: { readonly shops: UnusualShop[]; readonly decisions: Set<string> }[] = [];
  for (const shop of shops) {
    const decisions = decisionsOf(shop);
    const fits = open
      .filter((group) =>
        group.shops.every(
          (other) => other.capabilities === shop.capabilities && other.readings === shop.readings,
        ),
      )
      .filter((group) => decisions.every((decision) => !group.decisions.has(decision)))
      .sort((a, b) => a.shops.length - b.shops.length);
    const group = fits[0] ?? { shops: [], decisions: new Set<string>() };
    if (fits.length === 0) open.push(group);
    group.shops.push(shop);
    for (const decision of decisions) group.decisions.add(decision);
  }
  return open.map((group) => group.shops);
}

/** How the reference shop is started to be all these unusual shops at once. */
export function combinedOptions(shops: readonly UnusualShop[]): ReferenceOptions {
  const notifications = shops.find((shop) => shop.notifications !== undefined)?.notifications;
  const { capabilities, readings } = shops[0] ?? {};
  return {
    style: shops.map(({ id }) => id).join(','),
    ...(notifications && { notifications }),
    ...(capabilities && { capabilities }),
    ...(readings && { readings }),
  };
}

const MOST_TOGETHER = 18;

/** One to eighteen shops that decide different things, which and how many the seed decides. */
export function combinationAt(seed: number, shops: readonly UnusualShop[]): readonly UnusualShop[] {
  const [group = []] = combine(shuffled(shops, seed));
  const [size = 1] = shuffled(
    Array.from({ length: MOST_TOGETHER }, (_, index) => index + 1),
    seed,
  );
  return group.slice(0, size);
}

/** The shops in an order that the seed decides. */
export function shuffled<T>(items: readonly T[], seed: number): readonly T[] {
  let state = seed >>> 0;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state;
  };
  return items
    .map((item) => ({ item, key: next() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}
