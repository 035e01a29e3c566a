/** What is not mutated, or whose mutants are not measured, and why. The page on mutants has this table with numbers. */
export interface LeftOut {
  readonly id: string;
  readonly what: string;
  readonly why: string;
  /** Whether a node of the syntax tree, with all that is below it, is left out; told the node and its parent. */
  readonly node?: (node: Syntax, parent: Syntax) => boolean;
  /** Whether a mutant of this file and mutator is left out. */
  readonly mutant?: (file: string, mutator: string) => boolean;
}

/** A node of Babel's syntax tree, which is looked into by names of members. */
export type Syntax = (...members: readonly string[]) => unknown;

const isText = (node: Syntax): boolean =>
  node('type') === 'StringLiteral' || node('type') === 'TemplateLiteral';

const refusals = new Set<unknown>(['ShopRefusal', 'ConfigError', 'Error']);
const statements = new Set<unknown>(['run', 'one', 'all', 'exec', 'prepare']);

const below =
  (node: Syntax, ...outer: readonly string[]): Syntax =>
  (...members) =>
    node(...outer, ...members);

const isLog = (callee: Syntax): boolean =>
  callee('name') === 'log' || (callee('property', 'name') === 'log' && callee('object', 'name') === 'shop');

const isLogCall = (node: Syntax): boolean =>
  node('type') === 'CallExpression' && isLog(below(node, 'callee'));

export const leftOut: readonly LeftOut[] = [
  {
    id: 'messages',
    what: 'The words of an error that the shop throws.',
    why: 'They are for people. Which error it is, and when it is thrown, is mutated.',
    node: (node, parent) =>
      isText(node) && parent('type') === 'NewExpression' && refusals.has(parent('callee', 'name')),
  },
  {
    id: 'log',
    what: 'Calls that write into the log of the shop, with the condition under which they do.',
    why: 'What a log says is the affair of the shop as long as no secret stands in it, and a mutant only takes words away.',
    node: (node) =>
      isLogCall(node) ||
      (node('type') === 'IfStatement' && isLogCall(below(node, 'consequent', 'expression'))),
  },
  {
    id: 'sql',
    what: 'The text of a statement for the database.',
    why: 'The mutant empties it, and the database refuses that: each would die at its first use, and only flatter the figure.',
    node: (node, parent) =>
      isText(node) &&
      parent('type') === 'CallExpression' &&
      statements.has(parent('callee', 'property', 'name')),
  },
  {
    id: 'markup',
    what: 'Texts of the pages.',
    why: 'The specification says nothing of how a page looks. When and to whom a page is shown is mutated.',
    mutant: (file, mutator) => file === 'http/pages.ts' && mutator === 'StringLiteral',
  },
  {
    id: 'test-interface',
    what: 'The test interface, what it reads, and the views that it gives.',
    why: 'Through it the suite sees and moves the shop. A mutant there makes a false witness, not a wrong shop.',
    mutant: (file) => ['http/test-interface.ts', 'http/views.ts', 'http/read.ts'].includes(file),
  },
  {
    id: 'configuration',
    what: 'How the shop reads its environment.',
    why: 'The suite always gives it the same one, which is right; what it says about another is its own affair.',
    mutant: (file) => file === 'config.ts',
  },
];
