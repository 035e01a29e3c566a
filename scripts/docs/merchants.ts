import { type CheckDefinition, capabilities } from '../../ledger/index.ts';
import { checks } from '../../scenarios/index.ts';
import { table } from './markdown.ts';
import { replaceBlock } from './notifications.ts';
import { type Generator, readProjectFile } from './page.ts';

const all: readonly CheckDefinition[] = checks;

function cost(): string {
  const rows = capabilities.map(({ id, promises }) => {
    const needing = all.filter((check) =>
      [...check.capabilities, ...(check.anyOf ?? []), ...(check.means ?? [])].some(
        (capability) => capability === id,
      ),
    );
    const must = needing.filter((check) => check.level === 'must').length;
    return [`\`${id}\``, String(must), String(needing.length - must), promises];
  });
  return table(['capability', 'must', 'should', 'what it promises'], rows);
}

/** The page about kinds of merchants: written by hand, but for what each capability is worth. */
export const generateMerchants: Generator = async () => {
  const path = 'docs/merchants.md';
  const page = await readProjectFile(path);
  return [{ path, text: replaceBlock(page, 'cost', cost()) }];
};
