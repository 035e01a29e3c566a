import MarkdownIt, { type Token } from 'markdown-it';

/** A place on a page that a search can lead to: what stands under a heading, or a row of a catalogue. */
export interface Place {
  readonly anchor: string;
  readonly heading: string;
  readonly text: string;
}

export interface Rendered {
  readonly title: string;
  readonly html: string;
  /** The headings of the second rank, for a list of contents. */
  readonly contents: readonly { readonly anchor: string; readonly heading: string }[];
  readonly places: readonly Place[];
  /** Where its links and pictures lead, as they stand on the page. */
  readonly links: readonly string[];
}

/** Our own pages: the HTML in them is ours, too. */
const markdown = new MarkdownIt({ html: true });

/** The anchor of a heading where Markdown is shown: lower case, spaces as hyphens, without marks. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .trim()
    .replaceAll(' ', '-');

/** The text of a token, without marks. */
const textOf = (token: Token | undefined): string =>
  (token?.children ?? []).map(({ type, content }) => (type === 'softbreak' ? ' ' : content)).join('');

/**
 * A page of Markdown as HTML, with anchors at its headings.
 *
 * @param options.rows whether each row of a table is a place of its own, as in a catalogue
 * @param options.address where a link of the page leads on the site
 */
export function render(
  text: string,
  { rows, address }: { readonly rows: boolean; readonly address: (link: string) => string },
): Rendered {
  const tokens = markdown.parse(text.replace(/^---\n[\s\S]*?\n---\n/, ''), {});
  const anchors = new Map<string, number>();
  const anchorFor = (heading: string): string => {
    const plain = anchorOf(heading);
    const before = anchors.get(plain) ?? 0;
    anchors.set(plain, before + 1);
    return before === 0 ? plain : `${plain}-${before}`;
  };
  const places: { anchor: string; heading: string; rank: number; text: string[] }[] = [];
  const links: string[] = [];
  let inBody = false;
  let row: (typeof places)[number] | undefined;
  for (const [index, token] of tokens.entries()) {
    const next = tokens[index + 1];
    if (token.type === 'heading_open') {
      const heading = textOf(next);
      const anchor = anchorFor(heading);
      token.attrSet('id', anchor);
      places.push({ anchor, heading, rank: Number(token.tag.slice(1)), text: [] });
    } else if (token.type === 'tbody_open' || token.type === 'tbody_close') {
      inBody = token.type === 'tbody_open';
    } else if (token.type === 'tr_open' && inBody && rows) {
      const heading = textOf(tokens[index + 2]);
      row = { anchor: anchorFor(heading), heading, rank: 9, text: [] };
      token.attrSet('id', row.anchor);
      places.push(row);
    } else if (token.type === 'table_open') {
      token.attrSet('tabindex', '0');
    } else if (token.type === 'inline' || token.type === 'fence') {
      const isHeading = tokens[index - 1]?.type === 'heading_open';
      if (!isHeading) places.at(-1)?.text.push(token.type === 'fence' ? token.content : textOf(token));
      for (const child of token.children ?? []) follow(child, links, address);
    } else if (token.type === 'html_block') {
      links.push(...sourcesOf(token.content));
    }
  }
  const headings = places.filter(({ rank }) => rank < 9);
  return {
    title: headings[0]?.heading ?? '',
    html: markdown.renderer.render(tokens, {}, {}),
    contents: headings.filter(({ rank }) => rank === 2).map(({ anchor, heading }) => ({ anchor, heading })),
    places: places.map(({ anchor, heading, text: said }) => ({ anchor, heading, text: said.join(' ') })),
    links,
  };
}

const sourcesOf = (html: string): string[] =>
  [...html.matchAll(/\b(?:src|srcset)="([^"]+)"/g)].map(([, source = '']) => source);

/** Notes where a part of a text leads, and has it lead there on the site. */
function follow(token: Token, links: string[], address: (link: string) => string): void {
  if (token.type === 'html_inline') links.push(...sourcesOf(token.content));
  for (const name of ['href', 'src']) {
    const link = token.attrGet(name);
    if (link === null) continue;
    links.push(link);
    token.attrSet(name, address(link));
  }
}
