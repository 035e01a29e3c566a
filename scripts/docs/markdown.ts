/** A part of a page: a heading and what stands under it, up to the next heading of any rank. */
export interface Section {
  readonly heading: string;
  readonly rank: number;
  readonly text: string;
}

/** The sections of a page, in order; headings inside code fences are none. */
export function sectionsOf(markdown: string): Section[] {
  const sections: { heading: string; rank: number; lines: string[] }[] = [
    { heading: '', rank: 0, lines: [] },
  ];
  let fenced = false;
  for (const line of markdown.split('\n')) {
    if (line.startsWith('```')) fenced = !fenced;
    const heading = fenced ? null : /^(#{1,6}) (.+)$/.exec(line);
    if (heading === null) sections.at(-1)?.lines.push(line);
    else sections.push({ heading: heading[2] ?? '', rank: heading[1]?.length ?? 0, lines: [] });
  }
  return sections.map(({ heading, rank, lines }) => ({ heading, rank, text: lines.join('\n').trim() }));
}

/** Markdown inline marks taken out: links become their text, code and emphasis their content. */
export const plain = (text: string): string =>
  text
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/\*\*?([^*]+)\*\*?/g, '$1')
    .replaceAll('`', '')
    .trim();

const cells = (line: string): string[] =>
  line
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());

/** The rows of the first table of a text whose first column is headed so; the header row is left out. */
export function tableOf(text: string, firstColumn: string): string[][] {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.startsWith('|') && cells(line)[0] === firstColumn);
  if (start < 0) return [];
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'));
  return lines.slice(start + 2, end < 0 ? lines.length : end).map(cells);
}

export interface Fence {
  readonly language: string;
  readonly text: string;
}

/** The fenced code blocks of a text, in order. */
export function fencesOf(text: string): Fence[] {
  return [...text.matchAll(/^```([a-z]*)\n([\s\S]*?)^```$/gm)].map(([, language = '', body = '']) => ({
    language,
    text: body,
  }));
}

/** A cell of a table: line breaks and bars would end it. */
export const cell = (text: string): string => text.replace(/\s*\n\s*/g, ' ').replaceAll('|', '\\|');

/** A table in Markdown; every row has as many cells as the header. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (values: readonly string[]): string => `| ${values.map(cell).join(' | ')} |`;
  return [line(header), `|${header.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

const withoutFences = (markdown: string): string => markdown.replace(/^```[\s\S]*?^```$/gm, '');

/** The targets of all links and pictures of a page. */
export function linksOf(markdown: string): string[] {
  const text = withoutFences(markdown).replace(/`[^`]*`/g, '');
  return [...text.matchAll(/\]\(([^)\s]+)\)|\b(?:src|srcset|href)="([^"]+)"/g)].map(
    ([, link, attribute]) => link ?? attribute ?? '',
  );
}

/** What is read from top to bottom: not code, not tables, and not what is folded. */
export const proseOf = (markdown: string): string =>
  markdown
    .replace(/^<details>$[\s\S]*?^<\/details>$/gm, '')
    .replace(/^ *```[\s\S]*?^ *```$/gm, '')
    .split('\n')
    .filter((line) => !line.startsWith('|'))
    .join('\n');

/** The anchor that a heading has where Markdown is shown: lower case, spaces as hyphens, without marks. */
export const anchorOf = (heading: string): string =>
  plain(heading)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');

/** The anchors of all headings of a page. */
export const anchorsOf = (markdown: string): string[] =>
  sectionsOf(markdown)
    .filter(({ rank }) => rank > 0)
    .map(({ heading }) => anchorOf(heading));
