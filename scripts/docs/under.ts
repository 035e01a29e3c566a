import { MISCHIEFS } from '../../suite/under/index.ts';
import { table } from './markdown.ts';
import { replaceBlock } from './notifications.ts';
import { type Generator, readProjectFile } from './page.ts';

const sentence = (text: string): string => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`;

function mischief(): string {
  const rows = MISCHIEFS.map(({ id, says, why, requirements, decides }) => [
    `\`${id}\``,
    `${sentence(says)}.${decides === 'traffic' ? ' Judged by traffic and books.' : ''}`,
    `${why} ${requirements.map((each) => `[${each}](catalogue/requirements.md)`).join(', ')}`,
  ]);
  return table(['mischief', 'the gateway', 'why a right shop does not notice'], rows);
}

/** The page about tests of others: written by hand, but for the kinds of mischief. */
export const generateUnder: Generator = async () => {
  const path = 'docs/under.md';
  const page = await readProjectFile(path);
  return [{ path, text: replaceBlock(page, 'mischief', mischief()) }];
};
