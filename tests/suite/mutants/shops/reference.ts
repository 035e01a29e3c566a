import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import type { Plugin } from 'esbuild';
import { compileShop, native } from '../../../../scripts/compile-shop.mjs';
import { referenceConfig } from '../../../../suite/config/reference.ts';
import { leftOut, type Syntax } from '../left-out.ts';
import { withKeys } from '../mutant.ts';
import { COVERAGE_FILE, type Left, type MutatedShop, withVariables } from './shop.ts';

const root = resolve(import.meta.dirname, '../../../../fixtures/shops/reference');

/** The variable by which Stryker's instrumented code is told its mutant. */
const ACTIVE_MUTANT = '__STRYKER_ACTIVE_MUTANT__';
/** Writes at once what is covered, because a check may kill the shop. */
const preamble = `if (process.env.${COVERAGE_FILE}) {
  const { appendFileSync } = require('node:fs');
  const set = (seen, id) => {
    if (!(id in seen)) appendFileSync(process.env.${COVERAGE_FILE}, id + '\\n');
    return (seen[id] = true);
  };
  globalThis.__stryker__ = { mutantCoverage: { static: new Proxy({}, { set }), perTest: {} } };
}`;

const quiet = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace: () => undefined,
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  fatal: () => undefined,
};

/** Looks into an object by names; undefined where there is nothing. */
const lookInto =
  (value: unknown): Syntax =>
  (...members) =>
    members.reduce<unknown>(
      (inner, member) =>
        typeof inner === 'object' && inner !== null ? Reflect.get(inner, member) : undefined,
      value,
    );

/** Stryker asks for each node whether it is to be left alone; the answer is why. */
const ignorer = {
  shouldIgnore: (path: object): string | undefined => {
    const at = lookInto(path);
    return leftOut.find(({ node }) => node?.(lookInto(at('node')), lookInto(at('parent'))))?.id;
  },
};

const isMutated = (file: string): boolean => file.endsWith('.ts');

/** The mutants of the reference shop, and its sources in which each can be switched on. */
async function instrumented() {
  const names = (await readdir(root, { recursive: true })).map((name) => name.replaceAll('\\', '/'));
  const files = await Promise.all(
    names
      .filter(isMutated)
      .sort()
      .map(async (name) => ({ name, mutate: true, content: await readFile(join(root, name), 'utf8') })),
  );
  const options = { ignorers: [ignorer], excludedMutations: [], plugins: null };
  const result = await new Instrumenter(quiet).instrument(files, options);
  const lines = new Map(files.map(({ name, content }) => [name, content.split('\n')]));
  return { ...result, lines };
}

type Instrumented = Awaited<ReturnType<typeof instrumented>>;
type Range = Instrumented['mutants'][number]['location'];

/** The text of a range, whose lines and columns are counted from 0. */
function textIn(lines: readonly string[], { start, end }: Range): string {
  const within = lines.slice(start.line, end.line + 1);
  const last = within.length - 1;
  return within
    .map((line, at) =>
      line.slice(at === 0 ? start.column : 0, at === last ? end.column : Number.POSITIVE_INFINITY),
    )
    .join('\n');
}

function mutantsOf({ mutants, lines }: Instrumented) {
  const left = new Map<string, number>();
  const kept = mutants.filter(({ fileName, mutatorName, statusReason }) => {
    const row = leftOut.find(({ id, mutant }) => id === statusReason || mutant?.(fileName, mutatorName));
    if (row !== undefined) left.set(row.id, (left.get(row.id) ?? 0) + 1);
    return row === undefined;
  });
  const named = kept.map(({ id, fileName, mutatorName, replacement, location }) => ({
    id,
    file: fileName,
    line: location.start.line + 1,
    column: location.start.column + 1,
    mutator: mutatorName,
    original: textIn(lines.get(fileName) ?? [], location),
    replacement,
  }));
  const rows = leftOut.map(({ id, what, why }): Left => ({ id, what, why, mutants: left.get(id) ?? 0 }));
  return { mutants: withKeys(named), left: rows };
}

/** The instrumented shop, compiled into one file in this folder. */
async function compile(texts: ReadonlyMap<string, string>, dir: string): Promise<void> {
  const instead: Plugin = {
    name: 'instrumented',
    setup: ({ onLoad }) =>
      onLoad({ filter: /[\\/]shops[\\/]reference[\\/].*\.ts$/ }, ({ path }) => {
        const contents = texts.get(path);
        return contents === undefined ? undefined : { contents, loader: 'ts' };
      }),
  };
  await compileShop(mainIn(dir), { plugins: [native, instead], banner: { js: preamble } });
}

const mainIn = (dir: string): string => join(dir, 'shop.cjs');

const startedWith = (dir: string, variables: Readonly<Record<string, string>>) =>
  Promise.resolve(withVariables(referenceConfig({ main: mainIn(dir) }), variables));

export const reference: MutatedShop = {
  name: 'reference',
  title: 'reference shop',
  mutators: '[Stryker](https://stryker-mutator.io)',
  sources: 'fixtures/shops/reference',
  needs: undefined,
  mutate: async () => {
    const result = await instrumented();
    const texts = new Map(result.files.map(({ name, content }) => [join(root, name), content]));
    return { ...mutantsOf(result), prepare: (dir) => compile(texts, dir) };
  },
  mutated: (dir, { id }) => startedWith(dir, { [ACTIVE_MUTANT]: id }),
  watched: (dir) => startedWith(dir, { [COVERAGE_FILE]: '{slot.dir}/covered' }),
};
