import { referenceConfig } from '../../../fixtures/config/reference.ts';
import type { faultyShops } from '../../../fixtures/shops/faulty/index.ts';
import { everyCheck, hasCaught, lawsOf, recordsOf } from './in-slot.ts';
import type { Finding, MeasureOptions } from './shop-result.ts';

/** A faulty shop against the check that must catch it; in a full measurement against all others too. */
export async function measureFaulty(
  options: MeasureOptions,
  index: number,
  shop: (typeof faultyShops)[number],
): Promise<Finding> {
  const others = options.full ? everyCheck.filter((id) => id !== shop.caughtBy) : [];
  const config = referenceConfig({ main: options.main, fault: shop.id, ...shop.setting });
  const records = await recordsOf(config, { index, seed: options.seed }, [shop.caughtBy, ...others]);
  const [intended] = records;
  const ok = intended !== undefined && hasCaught(intended);
  return {
    caughtBy: records.filter(hasCaught).map((record) => record.id),
    lawsBroken: lawsOf(records),
    ok,
    why: ok
      ? intended.actual
      : `${intended?.outcome}: ${intended?.actual || intended?.note || 'the fault was not seen'}`,
  };
}
