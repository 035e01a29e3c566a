import type { ShopResult } from './measure.ts';

/** Prints the sums and what went wrong; true when every shop was caught, or spared, as it should be. */
export function printResults(results: readonly ShopResult[]): boolean {
  const of = (kind: ShopResult['kind']) => results.filter((result) => result.kind === kind);
  const good = (list: readonly ShopResult[]) => list.filter((result) => result.ok).length;
  const faulty = of('faulty');
  const unusual = of('unusual');
  process.stdout.write(
    `\n${good(faulty)} of ${faulty.length} faulty shops caught by the check that is about their fault; ` +
      `${good(unusual)} of ${unusual.length} unusual but right shops spared.\n`,
  );
  for (const result of results.filter((each) => !each.ok)) {
    process.stdout.write(
      `\n${result.kind} ${result.id} (${result.says})\n  ${result.intended ?? 'all checks'}: ${result.why}\n`,
    );
  }
  return results.length > 0 && results.every((result) => result.ok);
}
