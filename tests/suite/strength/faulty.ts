import type { FaultyShop } from '../../../fixtures/shops/faulty/index.ts';
import { checkNamed } from '../../../scenarios/index.ts';
import { referenceConfig } from '../../../suite/config/reference.ts';
import { auditedRecordsOf, everyCheck, hasCaught, lawsOf, recordsOf } from './in-slot.ts';
import type { Finding, MeasureOptions } from './shop-result.ts';

/** It cannot show its fault under a reading that it does not know, and is not to be excused by that. */
const KNOWS_LITTLE = 'one-reading';

/** The requirement that a faulty shop breaks: the first one of the check that must catch it, where it names no other. */
export const brokenBy = ({ breaks, caughtBy }: FaultyShop): string =>
  breaks ?? checkNamed(caughtBy).meta.requirements[0] ?? '';

/** A faulty shop against the check that must catch it; in a full measurement against all others too. */
export async function measureFaulty(
  options: MeasureOptions,
  index: number,
  shop: FaultyShop,
): Promise<Finding> {
  const others = options.full ? everyCheck.filter((id) => id !== shop.caughtBy) : [];
  const style = checkNamed(shop.caughtBy).meta.readings === undefined ? undefined : KNOWS_LITTLE;
  const config = referenceConfig({
    main: options.main,
    fault: shop.id,
    ...(style === undefined ? {} : { style }),
    ...shop.setting,
  });
  const { seed, keep: dir } = options;
  const keep =
    dir === undefined ? {} : { keep: { dir, kind: 'faulty', id: shop.id, intended: shop.caughtBy } as const };
  const place = { index, seed, ...keep };
  const { records, ...audit } = options.full
    ? await auditedRecordsOf(config, place, [shop.caughtBy, ...others])
    : { records: await recordsOf(config, place, [shop.caughtBy]) };
  const [intended] = records;
  const ok = intended !== undefined && hasCaught(intended);
  return {
    caughtBy: records.filter(hasCaught).map((record) => record.id),
    lawsBroken: lawsOf(records),
    ...audit,
    ok,
    why: ok
      ? intended.actual
      : `${intended?.outcome}: ${intended?.actual || intended?.note || 'the fault was not seen'}`,
  };
}
