import { lawsAlone } from './judge-kept.ts';
import type { Kind, ShopResult } from './shop-result.ts';

const words: Readonly<Record<Kind, string>> = {
  faulty: 'faulty shops caught by the check that is about their fault',
  stacked: 'pairs of faults caught by the checks that are about those that show',
  unusual: 'unusual but right shops spared by every check and law',
  null: 'null shops without a single pass',
};

/** How many shops of each kind there are, and of how many every measurement was as it should be. */
function sums(results: readonly ShopResult[]): readonly { kind: Kind; good: number; all: number }[] {
  return (['faulty', 'stacked', 'unusual', 'null'] as const).flatMap((kind) => {
    const of = results.filter((result) => result.kind === kind);
    const all = new Set(of.map(({ id }) => id));
    const bad = new Set(of.filter(({ ok }) => !ok).map(({ id }) => id));
    return all.size === 0 ? [] : [{ kind, good: all.size - bad.size, all: all.size }];
  });
}

/** The sums in words. */
export const sentences = (results: readonly ShopResult[]): readonly string[] => [
  ...sums(results).map(({ kind, good, all }) => `${good} of ${all} ${words[kind]}`),
  ...seenByRules(results.filter(({ kind }) => kind === 'faulty')),
];

function seenByRules(faulty: readonly ShopResult[]): readonly string[] {
  const share = (laws: readonly (readonly string[])[], where: string): readonly string[] =>
    laws.length === 0 ? [] : [lawsAlone(laws.filter((some) => some.length > 0).length, laws.length, where)];
  const audits = faulty.flatMap(({ audited }) => (audited === undefined ? [] : [audited]));
  return [
    ...share(
      faulty.map(({ lawsBroken }) => lawsBroken),
      audits.length === 0 ? 'the story of their own check' : 'the story of some check',
    ),
    ...share(audits, 'the history of a whole certification, as `gatecheck audit` reads it'),
  ];
}

/** Prints the sums and what went wrong; true when every shop was caught, or spared, as it should be. */
export function printResults(results: readonly ShopResult[]): boolean {
  process.stdout.write(`\n${sentences(results).join('\n')}\n`);
  for (const result of results.filter((each) => !each.ok)) {
    process.stdout.write(
      `\n${result.kind} ${result.id} (${result.says})\n  ${result.intended ?? 'all checks'}: ${result.why}\n`,
    );
  }
  return results.length > 0 && results.every((result) => result.ok);
}
