import type { Node } from '@vscode/tree-sitter-wasm';
import type { Words } from './mutators.ts';
import { COVERAGE_FILE } from './shop.ts';

/** What of a shop is not mutated, and why. */
interface LeftOutHere {
  readonly id: string;
  readonly what: string;
  readonly why: string;
  /** Whether a node is left out with all that is below it. */
  readonly node?: (node: Node) => boolean;
  readonly file?: (name: string) => boolean;
}

/** A language in which a shop is written, as far as its mutants need it. */
export interface Language {
  readonly grammar: string;
  readonly extension: string;
  readonly words: Words;
  readonly leftOut: readonly LeftOutHere[];
  /** A statement that adds these lines to the file of coverage, with what parts it from the next one. */
  readonly probe: (lines: string, block: Node | undefined) => string;
  /** Where the first statement of a block, or of a file, can be put. */
  readonly begin: (blockOrFile: Node) => number;
}

const isText = (node: Node): boolean =>
  ['string', 'encapsed_string', 'concatenated_string'].includes(node.type);

/** The name of what is called in a call; undefined where a node is none. */
const called = (node: Node): string | undefined => {
  const callee = node.childForFieldName('function') ?? node.childForFieldName('name');
  return (callee?.childForFieldName('attribute') ?? callee)?.text;
};

const CALLS = new Set(['call', 'member_call_expression', 'function_call_expression']);

/** The call whose argument a node is; undefined where it is none. */
function callAbove(node: Node): Node | undefined {
  const list = node.parent?.type === 'argument' ? node.parent.parent : node.parent;
  const call = list?.parent;
  return call !== null && call !== undefined && CALLS.has(call.type) ? call : undefined;
}

const STATEMENTS = new Set([
  'execute',
  'executescript',
  'rows',
  'row',
  'write',
  'insert',
  'exec',
  'prepare',
  'query',
]);
const GIVEN = new Set(['list', 'array_creation_expression']);

/** A text by which something is found or named: a key, an index. */
function isName(node: Node): boolean {
  const { parent } = node;
  if (parent === null || !isText(node)) return false;
  if (parent.type === 'subscript') return parent.childForFieldName('subscript')?.id === node.id;
  if (parent.type === 'subscript_expression') return parent.namedChildren[1]?.id === node.id;
  if (parent.type === 'pair') return parent.childForFieldName('key')?.id === node.id;
  const isEntry = parent.type === 'array_element_initializer' && parent.namedChildCount > 1;
  return isEntry && parent.namedChildren[0]?.id === node.id;
}

const shared: readonly LeftOutHere[] = [
  {
    id: 'messages',
    what: 'What is said of an error that the shop raises.',
    why: 'It is for people. Which error it is, and when it is raised, is mutated.',
    node: ({ type }) => type === 'raise_statement' || type === 'throw_expression',
  },
  {
    id: 'log',
    what: 'Calls that write into the log of the shop.',
    why: 'What a log says is the affair of the shop as long as no secret stands in it, and a mutant only takes words away.',
    node: (node) =>
      CALLS.has(node.type) &&
      (called(node) === 'error_log' || node.childForFieldName('function')?.text.startsWith('log.') === true),
  },
  {
    id: 'sql',
    what: 'The text of a statement for the database, and the list of what it is given.',
    why: 'The mutant empties it, and the database refuses that: each would die at its first use, and only flatter the figure.',
    node: (node) =>
      (isText(node) || GIVEN.has(node.type)) && STATEMENTS.has(called(callAbove(node) ?? node) ?? ''),
  },
  {
    id: 'names',
    what: 'Texts that name a member of a map or a column.',
    why: 'They are what names of members are in the reference shop, which are not mutated either.',
    node: isName,
  },
];

export const python: Language = {
  grammar: 'python',
  extension: '.py',
  words: { yes: 'True', no: 'False', noText: '""', someText: '"mutated"', noBlock: 'pass' },
  leftOut: [
    ...shared,
    {
      id: 'comments',
      what: 'Texts that document the code.',
      why: 'They do nothing.',
      node: (node) => isText(node) && node.parent?.type === 'expression_statement',
    },
    {
      id: 'test-interface',
      what: 'The test interface.',
      why: 'Through it the suite sees and moves the shop. A mutant there makes a false witness, not a wrong shop.',
      file: (name) => name === 'testapi.py',
    },
    {
      id: 'configuration',
      what: 'How the shop reads its environment.',
      why: 'The suite always gives it the same one, which is right; what it says about another is its own affair.',
      file: (name) => name === 'config.py',
    },
  ],
  probe: (lines, block) =>
    `open(__import__("os").environ["${COVERAGE_FILE}"], "a").write(${JSON.stringify(lines)})\n${' '.repeat(block?.startPosition.column ?? 0)}`,
  begin: ({ startIndex }) => startIndex,
};

const HEAD = new Set(['php_tag', 'declare_statement', 'namespace_definition', 'comment']);

export const php: Language = {
  grammar: 'php',
  extension: '.php',
  words: { yes: 'true', no: 'false', noText: "''", someText: "'mutated'", noBlock: '{}' },
  leftOut: [
    ...shared,
    {
      id: 'test-interface',
      what: 'The test interface.',
      why: 'Through it the suite sees and moves the shop. A mutant there makes a false witness, not a wrong shop.',
      file: (name) => name === 'src/TestApi.php',
    },
  ],
  probe: (lines) =>
    `\\file_put_contents((string) \\getenv('${COVERAGE_FILE}'), ${JSON.stringify(lines)}, FILE_APPEND); `,
  begin: (node) =>
    node.type === 'program'
      ? (node.children.filter((each) => each !== null && HEAD.has(each.type)).at(-1)?.endIndex ?? 0)
      : node.startIndex + 1,
};
