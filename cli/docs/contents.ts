import MarkdownIt from 'markdown-it';
import { INDEX, targetOf } from './pages.ts';

/** A part of the index: a task, and the pages for it. */
export interface Part {
  readonly heading: string;
  readonly pages: readonly { readonly path: string; readonly name: string }[];
  /** Whether its pages are looked up, and not read. */
  readonly isCatalogue: boolean;
}

const markdown = new MarkdownIt();

/** The parts of the site, as the index has them: of each row of a table what its first cell with a link leads to. */
export function partsOf(index: string): Part[] {
  const parts: { heading: string; pages: { path: string; name: string }[] }[] = [];
  const tokens = markdown.parse(index, {});
  let isRowDone = false;
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'heading_open' && token.tag === 'h2') {
      parts.push({ heading: tokens[at + 1]?.content ?? '', pages: [] });
    }
    if (token.type === 'tr_open') isRowDone = false;
    if (token.type !== 'inline' || tokens[at - 1]?.type !== 'td_open' || isRowDone) continue;
    for (const [place, child] of (token.children ?? []).entries()) {
      const path = child.type === 'link_open' ? targetOf(INDEX, child.attrGet('href') ?? '') : undefined;
      if (path === undefined) continue;
      parts.at(-1)?.pages.push({ path, name: token.children?.[place + 1]?.content ?? path });
      isRowDone = true;
    }
  }
  return parts.map((part) => ({
    ...part,
    isCatalogue: part.pages.every(({ path }) => path.startsWith('docs/catalogue/')),
  }));
}
