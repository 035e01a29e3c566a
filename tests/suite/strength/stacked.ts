import type { StackedShop } from '../../../fixtures/shops/faulty/stacked.ts';
import type { CheckRecord } from '../../../history/index.ts';
import { referenceConfig } from '../../../suite/config/reference.ts';
import { hasCaught, lawsOf, recordsOf } from './in-slot.ts';
import type { Finding, MeasureOptions } from './shop-result.ts';

/** The checks that must catch the faults of a pair, those that cannot show left out. */
export const intendedOf = (pair: StackedShop): readonly string[] => [
  ...new Set(pair.faults.filter(({ id }) => !pair.hidden.includes(id)).map(({ caughtBy }) => caughtBy)),
];

/** One must that failed is enough for a shop not to be certified. */
const isFailed = (records: readonly CheckRecord[]): boolean =>
  records.some(({ level, outcome }) => level === 'must' && outcome === 'fail');

/** A shop with two faults, of which each that still shows must be caught by the check that is about it. */
export async function measureStacked(
  options: MeasureOptions,
  index: number,
  pair: StackedShop,
): Promise<Finding> {
  const [first, second] = pair.faults;
  const config = referenceConfig({
    main: options.main,
    ...first.setting,
    ...second.setting,
    fault: pair.id,
  });
  const place = { index, seed: options.seed };
  const records = await recordsOf(config, place, [...new Set(pair.faults.map(({ caughtBy }) => caughtBy))]);
  const caught = records.filter(hasCaught);
  const missed = intendedOf(pair).filter((id) => !caught.some((record) => record.id === id));
  const why = records.map(
    (record) => `${record.id} ${record.outcome}: ${record.actual || record.note || 'nothing was seen'}`,
  );
  return {
    caughtBy: caught.map(({ id }) => id),
    lawsBroken: lawsOf(records),
    ok: missed.length === 0 && isFailed(records),
    why: why.join(' | '),
  };
}
