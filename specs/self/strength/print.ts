import type { Kind, ShopResult } from './shop-result.ts';

const words: Readonly<Record<Kind, string>> = {
  faulty: 'faulty shops caught by the check that is about their fault',
  unusual: 'unusual but right shops spared by every check and law',
  null: 'null shops without a single pass',
};

/** How many shops of each kind there are, and of how many every measurement was as it should be. */
export function sums(results: readonly ShopResult[]): readonly { kind: Kind; good: number; all: number }[] {
  return (['faulty', 'unusual', 'null'] as const).flatMap((kind) => {
    const of = results.filter((result) => result.kind === kind);
    const all = new Set(of.map(({ id }) => id));
    const bad = new Set(of.filter(({ ok }) => !ok).map(({ id }) => id));
    return all.size === 0 ? [] : [{ kind, good: all.size - bad.size, all: all.size }];
  });
}

/** Prints the sums and what went wrong; true when every shop was caught, or spared, as it should be. */
export function printResults(results: readonly ShopResult[]): boolean {
  process.stdout.write('\n');
  for (const { kind, good, all } of sums(results)) {
    process.stdout.write(`${good} of ${all} ${words[kind]}\n`);
  }
  for (const result of results.filter((each) => !each.ok)) {
    process.stdout.write(
      `\n${result.kind} ${result.id} (${result.says})\n  ${result.intended ?? 'all checks'}: ${result.why}\n`,
    );
  }
  return results.length > 0 && results.every((result) => result.ok);
}
