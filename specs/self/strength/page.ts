import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { ShopResult } from './shop-result.ts';

const PAGE = fileURLToPath(new URL('../../../docs/strength.md', import.meta.url));

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Writes docs/strength.md: the kill table of the faulty shops and the verdicts of the unusual ones. */
export async function writePage(results: readonly ShopResult[]): Promise<void> {
  const faulty = results.filter((result) => result.kind === 'faulty');
  const unusual = results.filter((result) => result.kind === 'unusual');
  const text = `# Strength

Written by \`npm run strength -- --write\`. Each faulty shop is the reference shop with one seam replaced; the
check named must catch it. Each unusual shop is right in an unusual way and must be spared by every check.

## Faulty shops

${table(
  ['shop', 'what is wrong', 'breaks', 'must be caught by', 'caught', 'seconds'],
  faulty.map((each) => [
    `\`${each.id}\``,
    each.says,
    `\`${each.stands}\``,
    `\`${each.intended}\``,
    each.ok ? 'yes' : 'NO',
    each.seconds.toFixed(1),
  ]),
)}

## Unusual but right shops

${table(
  ['shop', 'what is unusual', 'spared', 'seconds'],
  unusual.map((each) => [`\`${each.id}\``, each.says, each.ok ? 'yes' : 'NO', each.seconds.toFixed(1)]),
)}
`;
  await writeFile(PAGE, text);
}
