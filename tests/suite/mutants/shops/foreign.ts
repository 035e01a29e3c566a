import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import treeSitter, { type Node } from '@vscode/tree-sitter-wasm';
import { loadConfig, type ResolvedConfig } from '../../../../suite/config/index.ts';
import { type Mutant, withKeys } from '../mutant.ts';
import { type Language, php as phpLanguage, python as pythonLanguage } from './languages.ts';
import { changesOf, isBlock } from './mutators.ts';
import { COVERAGE_FILE, type Left, type MutatedShop, withVariables } from './shop.ts';

const { Parser, Language: Grammar } = treeSitter;

const foreign = resolve(import.meta.dirname, '../../../../fixtures/shops/foreign');

/** A mutant, with the block that it stands in; undefined where that is the file itself. */
interface Placed {
  readonly mutant: Omit<Mutant, 'key'>;
  readonly block: Node | undefined;
}

/** Every node of a tree that is not left out, with the innermost block around it. */
function* nodesOf(
  node: Node,
  leave: (node: Node) => boolean,
  block?: Node,
): Generator<{ readonly node: Node; readonly block: Node | undefined }> {
  const around = isBlock(node) ? node : block;
  if (leave(node)) return;
  yield { node, block: around };
  for (const child of node.namedChildren) if (child !== null) yield* nodesOf(child, leave, around);
}

// A second one makes the parsers of the first useless.
let begun: Promise<void> | undefined;

async function parserOf({ grammar }: Language) {
  begun ??= Parser.init();
  await begun;
  const file = import.meta.resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${grammar}.wasm`);
  return new Parser().setLanguage(await Grammar.load(fileURLToPath(file)));
}

const changesBelow = (node: Node, { words }: Language): number =>
  [...nodesOf(node, () => false)].reduce((sum, each) => sum + changesOf(each.node, words).length, 0);

/** The mutants of a file, numbered on from those before it. */
function mutantsIn(root: Node, file: string, language: Language, from: number, left: Map<string, number>) {
  const count = (id: string, node: Node): void =>
    void left.set(id, (left.get(id) ?? 0) + changesBelow(node, language));
  const leave = (node: Node): boolean => {
    const row = language.leftOut.find((each) => each.node?.(node));
    if (row !== undefined) count(row.id, node);
    return row !== undefined;
  };
  const whole = language.leftOut.find((row) => row.file?.(file));
  if (whole !== undefined) count(whole.id, root);
  const placed: Placed[] = [];
  for (const { node, block } of whole === undefined ? nodesOf(root, leave) : []) {
    for (const { mutator, replacement } of changesOf(node, language.words)) {
      placed.push({
        block,
        mutant: {
          id: String(from + placed.length),
          file: `${language.grammar}/${file}`,
          line: node.startPosition.row + 1,
          column: node.startPosition.column + 1,
          mutator,
          original: node.text,
          replacement,
        },
      });
    }
  }
  return placed;
}

/** The text of a file that says which mutants' places it comes by. */
function watchedText(root: Node, placed: readonly Placed[], { probe, begin }: Language): string {
  const inBlocks = new Map<number | undefined, Placed[]>();
  for (const each of placed) inBlocks.set(each.block?.id, [...(inBlocks.get(each.block?.id) ?? []), each]);
  const probes = [...inBlocks.values()].map((together) => {
    const block = together[0]?.block;
    const lines = together.map(({ mutant }) => `${mutant.id}\n`).join('');
    return { at: begin(block ?? root), text: probe(lines, block) };
  });
  return probes
    .sort((a, b) => b.at - a.at)
    .reduce((text, each) => text.slice(0, each.at) + each.text + text.slice(each.at), root.text);
}

/** The text with the mutant's change. */
function changed(text: string, { line, column, original, replacement }: Mutant): string {
  const before = text
    .split('\n')
    .slice(0, line - 1)
    .join('\n').length;
  const from = before + (line > 1 ? 1 : 0) + column - 1;
  if (!text.startsWith(original, from)) throw new Error(`${line}:${column} is not ${original}`);
  return text.slice(0, from) + replacement + text.slice(from + original.length);
}

/** A shop in another language, whose sources are parsed, and whose mutants are copies with one file changed. */
function foreignShop(name: 'python' | 'php', title: string, language: Language): MutatedShop {
  const root = join(foreign, name);

  const mutate: MutatedShop['mutate'] = async () => {
    const parser = await parserOf(language);
    const names = (await readdir(root, { recursive: true })).filter((each) =>
      each.endsWith(language.extension),
    );
    const left = new Map<string, number>();
    const placed: Placed[] = [];
    const texts = new Map<string, string>();
    for (const file of names.sort()) {
      const tree = parser.parse(await readFile(join(root, file), 'utf8'));
      if (tree === null) throw new Error(`${name}/${file} cannot be parsed.`);
      const own = mutantsIn(tree.rootNode, file, language, placed.length, left);
      placed.push(...own);
      texts.set(file, watchedText(tree.rootNode, own, language));
    }
    const rows = language.leftOut.map(
      ({ id, what, why }): Left => ({ id, what, why, mutants: left.get(id) ?? 0 }),
    );
    return {
      mutants: withKeys(placed.map(({ mutant }) => mutant)),
      left: rows,
      prepare: async (dir) => {
        await copied(join(dir, 'watched'), texts);
      },
      isProgram: async (mutant) =>
        parser.parse((await changedFile(mutant)).text)?.rootNode.hasError === false,
    };
  };

  async function changedFile(mutant: Mutant): Promise<{ readonly file: string; readonly text: string }> {
    const file = mutant.file.slice(language.grammar.length + 1);
    return { file, text: changed(await readFile(join(root, file), 'utf8'), mutant) };
  }

  async function copied(dir: string, texts: ReadonlyMap<string, string>): Promise<ResolvedConfig> {
    await mkdir(dir, { recursive: true });
    await cp(root, dir, { recursive: true });
    for (const [file, text] of texts) await writeFile(join(dir, file), text);
    return configIn(dir);
  }

  const configIn = (dir: string): Promise<ResolvedConfig> =>
    loadConfig(join(dir, 'gatecheck.config.json'), { env: process.env });

  return {
    name,
    title,
    mutators: 'ours, over the syntax trees of [tree-sitter](https://tree-sitter.github.io)',
    sources: `fixtures/shops/foreign/${name}`,
    needs: name,
    mutate,
    mutated: async (dir, mutant) => {
      const { file, text } = await changedFile(mutant);
      return copied(join(dir, mutant.id), new Map([[file, text]]));
    },
    watched: async (dir) =>
      withVariables(await configIn(join(dir, 'watched')), { [COVERAGE_FILE]: '{slot.dir}/covered' }),
  };
}

export const python = foreignShop('python', 'Python shop', pythonLanguage);
export const php = foreignShop('php', 'PHP shop', phpLanguage);
