import type { UnusualShop } from '../../../fixtures/shops/unusual/index.ts';
import type { CheckRecord } from '../../../history/index.ts';
import { referenceConfig } from '../../../suite/config/reference.ts';
import { combinedOptions } from './combinations.ts';
import { auditedRecordsOf, lawsOf, recordsOf } from './in-slot.ts';
import type { Finding, MeasureOptions } from './shop-result.ts';

const spared = new Set<CheckRecord['outcome']>(['pass', 'not-claimed', 'not-applicable']);

/** A shop that is unusual in all these ways at once, against the checks. */
async function alarmsOf(
  options: MeasureOptions,
  index: number,
  shops: readonly UnusualShop[],
  checks: readonly string[],
): Promise<Finding> {
  const config = referenceConfig({ main: options.main, ...combinedOptions(shops) });
  const { seed, keep: dir } = options;
  const id = `${shops
    .map((shop) => shop.id)
    .join('+')
    .slice(0, 150)}~${checks[0]}`;
  const keep = dir === undefined ? {} : { keep: { dir, kind: 'unusual', id } as const };
  const place = { index, seed, ...keep };
  const { records, audited = [] } = options.full
    ? await auditedRecordsOf(config, place, checks)
    : { records: await recordsOf(config, place, checks) };
  const warns = new Set(shops.flatMap((shop) => shop.warns ?? []));
  const alarms = records.filter(
    ({ id, outcome }) => !spared.has(outcome) && !(outcome === 'warn' && warns.has(id)),
  );
  const laws = [...new Set([...lawsOf(records), ...audited])].filter((law) => !warns.has(law));
  return {
    caughtBy: alarms.map((record) => record.id),
    lawsBroken: laws,
    ok: alarms.length === 0 && laws.length === 0,
    why: [
      ...alarms.map((record) => `${record.id} ${record.outcome}: ${record.actual}`),
      ...laws.map((law) => `law ${law}`),
    ].join(' | '),
  };
}

/**
 * Unusual shops that decide different things, in one, against these checks. After an alarm each is tried alone,
 * so that it is named; where none alone raises it, it belongs to their combination, and all of them are named.
 */
export async function measureUnusual(
  options: MeasureOptions,
  index: number,
  shops: readonly UnusualShop[],
  checks: readonly string[],
): Promise<readonly Finding[]> {
  const together = await alarmsOf(options, index, shops, checks);
  if (together.ok || shops.length === 1) return shops.map(() => together);
  const alone: Finding[] = [];
  for (const shop of shops) {
    alone.push(
      await alarmsOf(options, index, [shop], together.lawsBroken.length > 0 ? checks : together.caughtBy),
    );
  }
  if (alone.some((finding) => !finding.ok)) return alone;
  const ids = shops.map(({ id }) => id).join(', ');
  return shops.map(() => ({ ...together, why: `only together (${ids}): ${together.why}` }));
}
