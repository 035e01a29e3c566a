import type { Node } from '@vscode/tree-sitter-wasm';

/** A change of one node of a syntax tree. */
export interface Change {
  readonly mutator: string;
  readonly replacement: string;
}

/** How a language writes what the mutators put in. */
export interface Words {
  readonly yes: string;
  readonly no: string;
  readonly noText: string;
  readonly someText: string;
  readonly noBlock: string;
}

const EQUALITY: Readonly<Record<string, readonly string[]>> = {
  '==': ['!='],
  '!=': ['=='],
  '===': ['!=='],
  '!==': ['==='],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  is: ['is not'],
  'is not': ['is'],
  in: ['not in'],
  'not in': ['in'],
};
const LOGICAL: Readonly<Record<string, readonly string[]>> = {
  and: ['or'],
  or: ['and'],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
};
const ARITHMETIC: Readonly<Record<string, readonly string[]>> = {
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
};
const OPERATORS = [
  ['EqualityOperator', EQUALITY],
  ['LogicalOperator', LOGICAL],
  ['ArithmeticOperator', ARITHMETIC],
] as const;

const OPERATIONS = new Set([
  'comparison_operator',
  'boolean_operator',
  'binary_operator',
  'binary_expression',
]);
const CHOICES = new Set(['if_statement', 'elif_clause', 'else_if_clause', 'conditional_expression']);
const LOOPS = new Set(['while_statement']);
const BLOCKS = new Set(['block', 'compound_statement']);
const TEXTS = new Set(['string', 'encapsed_string']);

const children = (node: Node): readonly Node[] => node.children.filter((each) => each !== null);

/** The operator of an operation, and what its mistakes are called; undefined where a node is none. */
const operatorOf = (node: Node) =>
  OPERATIONS.has(node.type)
    ? children(node).flatMap((token) =>
        OPERATORS.flatMap(([mutator, table]) => {
          const others = token.isNamed ? undefined : table[token.text];
          return others === undefined ? [] : [{ mutator, token, others }];
        }),
      )
    : [];

/** The node's text, with another in the place of a part of it. */
const withPart = (node: Node, part: Node, text: string): string => {
  const from = part.startIndex - node.startIndex;
  return node.text.slice(0, from) + text + node.text.slice(from + part.text.length);
};

function operators(node: Node): readonly Change[] {
  return operatorOf(node).flatMap(({ mutator, token, others }) =>
    others.map((other) => ({ mutator, replacement: withPart(node, token, other) })),
  );
}

/** Whether a statement or an expression goes by this node. */
function decides(node: Node, parents: ReadonlySet<string>): boolean {
  const { parent } = node;
  if (parent?.type === 'parenthesized_expression') return decides(parent, parents);
  if (parent === null || !parents.has(parent.type)) return false;
  const condition = parent.childForFieldName('condition') ?? parent.namedChildren[1];
  return condition?.id === node.id;
}

function conditions(node: Node, { yes, no }: Words): readonly Change[] {
  if (node.type === 'parenthesized_expression' || [yes, no].includes(node.text)) return [];
  const change = (replacement: string): Change => ({ mutator: 'ConditionalExpression', replacement });
  // One that is always true never ends.
  if (decides(node, LOOPS)) return [change(no)];
  const isTruth = operatorOf(node).some(
    ({ mutator, token }) => mutator !== 'ArithmeticOperator' && token.text !== '??',
  );
  return isTruth || decides(node, CHOICES) ? [change(yes), change(no)] : [];
}

function negations(node: Node): readonly Change[] {
  const isNot =
    node.type === 'not_operator' || (node.type === 'unary_op_expression' && node.text.startsWith('!'));
  const inner = node.childForFieldName('argument');
  return isNot && inner !== null ? [{ mutator: 'BooleanLiteral', replacement: inner.text }] : [];
}

function literals(node: Node, { yes, no, noText, someText }: Words): readonly Change[] {
  if (['true', 'false', 'boolean'].includes(node.type)) {
    return [{ mutator: 'BooleanLiteral', replacement: node.text.toLowerCase() === 'true' ? no : yes }];
  }
  if (TEXTS.has(node.type)) {
    return [{ mutator: 'StringLiteral', replacement: node.text.length > noText.length ? noText : someText }];
  }
  if (node.namedChildCount === 0) return [];
  if (node.type === 'dictionary') return [{ mutator: 'ObjectLiteral', replacement: '{}' }];
  const isList = node.type === 'list' || node.type === 'array_creation_expression';
  return isList ? [{ mutator: 'ArrayDeclaration', replacement: '[]' }] : [];
}

/** A block of statements; the members of a class are none. */
export const isBlock = (node: Node): boolean =>
  BLOCKS.has(node.type) && node.parent?.type !== 'class_definition';

function blocks(node: Node, { noBlock }: Words): readonly Change[] {
  const isEmpty = node.namedChildCount === 0 || node.text === noBlock;
  return isBlock(node) && !isEmpty ? [{ mutator: 'BlockStatement', replacement: noBlock }] : [];
}

/** What the mutators make of one node, by the names and after the manner of Stryker's. */
export const changesOf = (node: Node, words: Words): readonly Change[] => [
  ...conditions(node, words),
  ...operators(node),
  ...negations(node),
  ...literals(node, words),
  ...blocks(node, words),
];
