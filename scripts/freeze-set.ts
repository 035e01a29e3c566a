/**
 * Freezes what the suite requires now as a new set: ledger/sets/VERSION.json. A set that was released is
 * never written again.
 *
 *     node --import tsx scripts/freeze-set.ts VERSION
 */
import { existsSync, writeFileSync } from 'node:fs';
import { frozenSetDigest, laws, requirements } from '../ledger/index.ts';
import { checks } from '../scenarios/index.ts';

const [version = ''] = process.argv.slice(2);
const file = new URL(`../ledger/sets/${version}.json`, import.meta.url);

const levels = <Level extends string>(rows: readonly { readonly id: string; readonly level: Level }[]) =>
  Object.fromEntries(rows.map(({ id, level }) => [id, level] as const).sort(([a], [b]) => (a < b ? -1 : 1)));

if (!/^20\d\d\.[1-9]\d*$/.test(version)) {
  process.stderr.write(`freeze-set: VERSION is ${JSON.stringify(version)}, expected one such as 2026.2.\n`);
  process.exitCode = 2;
} else if (existsSync(file)) {
  process.stderr.write(
    `freeze-set: ${version} is there already. A frozen set does not change: take the next.\n`,
  );
  process.exitCode = 2;
} else {
  const content = {
    schema: 'gatecheck/requirement-set@1' as const,
    version,
    requirements: levels(requirements),
    checks: levels(checks),
    laws: levels(laws),
  };
  const digest = frozenSetDigest(content);
  writeFileSync(file, `${JSON.stringify({ ...content, digest }, null, 2)}\n`);
  process.stdout.write(`${version}: ${digest}\nName it in tests/suite/requirement-sets.test.ts, too.\n`);
}
