import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { blindSection } from '../blind/page.ts';
import { sentences } from './print.ts';
import type { Kind, ShopResult } from './shop-result.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
export const code = (text: string): string => `\`${text}\``;

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** The results of one shop, which a full measurement has several of. */
function byShop(
  results: readonly ShopResult[],
  kind: Kind,
): readonly (readonly [ShopResult, ...ShopResult[]])[] {
  const shops = new Map<string, [ShopResult, ...ShopResult[]]>();
  for (const result of results.filter((each) => each.kind === kind)) {
    const known = shops.get(result.id);
    if (known === undefined) shops.set(result.id, [result]);
    else known.push(result);
  }
  return [...shops.values()].sort(([a], [b]) => (a.id < b.id ? -1 : 1));
}

const held = (results: readonly ShopResult[]): string =>
  results.every(({ ok }) => ok)
    ? 'yes'
    : `NO (${results.filter(({ ok }) => !ok).length} of ${results.length})`;

const others = (result: ShopResult): string =>
  [...result.caughtBy.filter((id) => id !== result.intended), ...result.lawsBroken].map(code).join(', ');

export interface PageFacts {
  readonly results: readonly ShopResult[];
  readonly full: boolean;
  readonly seed: number;
  readonly seconds: number;
  /** The states of the code that the results belong to. */
  readonly commits: readonly string[];
  /** What was measured again, because it had not gone as it should. */
  readonly repeated: readonly string[];
}

/** The commit that is checked out, abbreviated. */
export const commitOf = (): string =>
  execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();

const nullShops = (results: readonly ShopResult[]): string => `## Null shops

${table(
  ['shop', 'without a pass'],
  byShop(results, 'null').map((runs) => [code(runs[0].id), held(runs)]),
)}`;

/** What was measured, in figures and words. */
function summary({ results, full, seed, seconds, commits, repeated }: PageFacts): string {
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}, Node ${process.versions.node}`;
  const command = `npm run strength --${full ? ' --full' : ''} --write`;
  return `# Strength${full ? ', every shop against everything' : ''}

Does the suite catch what is wrong, and spare what is right? Both are measured. This page is the output of \`${command}\` (${commits.length === 1 ? 'commit' : 'in parts, of the commits'} ${commits.join(', ')}, seed ${seed}, ${commits.length === 1 ? `${Math.round(seconds)} s ` : ''}on ${machine}).${
    repeated.length === 0
      ? ''
      : ` These had not gone as they should, and were measured again: ${repeated.map(code).join(', ')}.`
  }

${sentences(results)
  .map((sentence) => `- ${sentence}`)
  .join('\n')}

A **faulty shop** is the reference shop with one decision taken wrongly; the check named ${full ? 'here' : '[beside it](catalogue/strength.md)'} must catch it. ${
    full
      ? 'It was run against every check: the last column has what else saw the fault, and the laws that its history broke.'
      : 'It was run against that check; `npm run strength -- --full` runs it against all of them ([the last time](catalogue/strength-full.md)), and `npm run strength` takes one shop for each row of the catalogues of real faults and legal oddities, in four minutes.'
  } Where the specification leaves something open, it knows one reading alone: another one must not excuse its fault.

An **unusual shop** ${full ? '' : '([all of them](catalogue/unusual.md)) '}is right in an unusual way and must be spared by every check and every law, without a warning but for the rule that it is known to leave. ${
    full
      ? 'Each was run alone, and in combinations with others at twenty seeds.'
      : 'Shops that decide different things were run as one; `npm run strength -- --full` also runs each alone, and other combinations at twenty seeds.'
  } A **null shop** is no shop at all: no check may pass.`;
}

/** The kill table of the faulty shops, shop by shop. */
const faultyShops = ({ results, full }: PageFacts): string => `## Faulty shops

${table(
  ['shop', 'what is wrong', 'breaks', 'must be caught by', 'caught', ...(full ? ['also seen by'] : [])],
  byShop(results, 'faulty').map(([shop]) => [
    code(shop.id),
    shop.says,
    code(shop.stands),
    code(shop.intended ?? ''),
    held([shop]),
    ...(full ? [others(shop)] : []),
  ]),
)}

## Pairs of faults that could hide each other

Two faults in one shop: no pair may be certified, and each fault that still shows must be caught by its own check.

${table(
  ['pair', 'how one could hide the other', 'cannot show', 'must be caught by', 'caught'],
  byShop(results, 'stacked').map((runs) => [
    code(runs[0].id),
    runs[0].says,
    runs[0].stands === '' ? '' : code(runs[0].stands),
    (runs[0].intended ?? '').split(', ').map(code).join(', '),
    held(runs),
  ]),
)}`;

/** Who was spared. */
const unusualShops = ({ results }: PageFacts): string => `## Unusual but right shops

${table(
  ['shop', 'what is unusual', 'runs', 'spared'],
  byShop(results, 'unusual').map((runs) => [code(runs[0].id), runs[0].says, String(runs.length), held(runs)]),
)}`;

/** The pages, by their paths below docs: a summary, and the shops one by one. */
export function strengthPages(facts: PageFacts): ReadonlyMap<string, string> {
  const page = (...parts: readonly string[]): string => `${parts.join('\n\n').trimEnd()}\n`;
  const [told, none] = [summary(facts), nullShops(facts.results)];
  if (facts.full) {
    const text = page(told, faultyShops(facts), unusualShops(facts), none);
    return new Map([['catalogue/strength-full.md', text]]);
  }
  const about = (what: string): string => `${what}: [what it came to](../strength.md).`;
  return new Map([
    ['strength.md', page(told, none, blindSection())],
    [
      'catalogue/strength.md',
      page('# Faulty shops', about('Each faulty shop with the check that must catch it'), faultyShops(facts)),
    ],
    [
      'catalogue/unusual.md',
      page('# Unusual shops', about('Each unusual shop that must be spared'), unusualShops(facts)),
    ],
  ]);
}

/** Writes the pages; those of a full measurement, which takes hours and is made seldom, stand beside the others. */
export async function writePages(facts: PageFacts): Promise<void> {
  for (const [path, text] of strengthPages(facts)) {
    await writeFile(new URL(`../../../docs/${path}`, import.meta.url), text);
  }
}
