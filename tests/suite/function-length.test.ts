import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseSync } from '@swc/core';

/** A function that is longer does several things, and the reader has to find out which. */
const MOST_LINES = 80;

/** What ships or judges; tests, data and the shops that are wrong on purpose may be as long as they like. */
const parts =
  /^(simulator|history|obligations|messages|ledger|scenarios|suite|fixtures|reports|cli)\/(?!shops\/(?:faulty|blind)\/)/;

const functions = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ClassMethod',
  'PrivateMethod',
  'Constructor',
  'MethodProperty',
]);

interface Long {
  readonly line: number;
  readonly lines: number;
}

/** The functions of a source that have more lines than that, where they begin, and how many they have. */
function longFunctions(source: string, most: number, syntax: 'typescript' | 'ecmascript'): Long[] {
  // What the parser's positions count from is where it found the first token: this one stands first.
  const bytes = Buffer.from(`;${source}`);
  const module = parseSync(bytes.toString(), { syntax, target: 'es2022' });
  const lineAt = (position: number): number =>
    bytes.toString('utf8', 0, position - module.span.start).split('\n').length;
  const found: Long[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if ('type' in node && functions.has(String(node.type)) && 'span' in node) {
      const { start, end } = node.span as { start: number; end: number };
      const line = lineAt(start);
      const lines = lineAt(end) - line + 1;
      if (lines > most) found.push({ line, lines });
    }
    for (const child of Object.values(node)) visit(child);
  };
  visit(module);
  return found;
}

test('the length of a function is that of its lines, whatever stands before it', () => {
  const source = [
    '// Über ₽',
    'export const short = () => {',
    '};',
    'export class A {',
    '  #b() {',
    '    return 1;',
    '  }',
    '}',
    'const data = [',
    '  1,',
    '  2,',
    '  3,',
    '];',
  ].join('\n');
  assert.deepEqual(longFunctions(source, 2, 'typescript'), [{ line: 5, lines: 3 }]);
});

test(`no function has more than ${MOST_LINES} lines`, () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const files = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && parts.test(`${entry.name}/`))
    .flatMap(({ name }) =>
      readdirSync(join(root, name), { recursive: true, encoding: 'utf8' }).map((file) => `${name}/${file}`),
    )
    .filter((file) => parts.test(file) && /\.(ts|mjs|js)$/.test(file));
  assert.ok(files.length > 400, `${files.length} files`);
  const long = files.flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8');
    if (source.split('\n').length <= MOST_LINES) return [];
    const syntax = file.endsWith('.ts') ? 'typescript' : 'ecmascript';
    return longFunctions(source, MOST_LINES, syntax).map(
      ({ line, lines }) => `${file}:${line}: ${lines} lines`,
    );
  });
  assert.deepEqual(long, []);
});
