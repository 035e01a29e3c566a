/** Every token of JSON: texts, marks, and the words and numbers between them. */
const TOKEN = /"(?:\\.|[^"\\])*"|[{}[\]:,]|[^\s{}[\]:,"]+/g;

/**
 * The line, counted from 1, in which each value of a JSON text begins, by its key as problems name it: `tempo.settle`,
 * `capabilities[1]`.
 *
 * @param text valid JSON
 */
export function jsonLines(text: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  const around: { readonly path: string; readonly isList: boolean; key: string; index: number }[] = [];
  let line = 1;
  let seen = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    line += text.slice(seen, index).split('\n').length - 1;
    seen = index;
    const place = around.at(-1);
    const isName = token.startsWith('"') && /^\s*:/.test(text.slice(index + token.length));
    if (token === '}' || token === ']') around.pop();
    else if (token === ',' && place !== undefined) place.index += 1;
    else if (isName && place !== undefined && !place.isList) place.key = JSON.parse(token) as string;
    else if (token !== ':' && token !== ',') {
      const own = place?.isList === true ? `[${place.index}]` : (place?.key ?? '');
      const joint = place === undefined || place.isList || place.path === '' ? '' : '.';
      const path = `${place?.path ?? ''}${joint}${own}`;
      lines.set(path, line);
      if (token === '{' || token === '[') around.push({ path, isList: token === '[', key: '', index: 0 });
    }
  }
  return lines;
}
