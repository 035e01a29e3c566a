// Every regular expression of the shipped sources takes time linear in the length of what it reads, or stands in the
// list of those that never read a long text of others. This finds the ones that are neither.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from '@swc/core';
import { check } from 'recheck';
import { BUILT, REVIEWED } from './regexps-reviewed.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What is shipped; of the shops only the reference shop is. */
export const shippedFolders = [
  'simulator',
  'history',
  'messages',
  'obligations',
  'ledger',
  'scenarios',
  'suite',
  'fixtures',
  'specs',
  'reports',
  'cli',
];
const isShipped = (file) =>
  /\.[cm]?[jt]s$/.test(file) &&
  (!file.startsWith('fixtures/shops/') || /^fixtures\/shops\/reference\//.test(file));

/** An analysis that takes longer is a finding. Its parts have no limits of time: a busy machine would change verdicts. */
const LIMITS = { timeout: 120_000, attackTimeout: null, incubationTimeout: null, seedingTimeout: null };
/** Only these repeat something without an end, so that time can grow faster than the text. */
const REPEATS = /[*+]|\{\d+,\}/;

/**
 * Every regular expression that is not known to be linear, and every entry of the lists that does not fit (any more).
 *
 * @param {{ folder?: string, reviewed?: { file: string, code: string }[], built?: { file: string, count: number }[] }} [given]
 * @returns {Promise<{ file: string, line: number, what: string, code: string }[]>}
 */
export async function slowRegexps({ folder = root, reviewed = REVIEWED, built = BUILT } = {}) {
  const found = shippedFolders
    .flatMap((part) => sources(folder, part))
    .flatMap((file) => expressions(folder, file));
  const literals = found.filter(({ pattern }) => pattern !== undefined);
  const verdicts = await judged(literals);
  const slow = literals.filter(({ code }) => verdicts.has(code));
  const isListed = (each) => reviewed.some(({ file, code }) => file === each.file && code === each.code);
  const isSlow = (entry) => slow.some(({ file, code }) => file === entry.file && code === entry.code);
  const made = found.filter(({ pattern }) => pattern === undefined);
  const isCounted = ({ file, count }) => made.filter((each) => each.file === file).length === count;
  const wrong = (what) => (entry) => ({ line: 0, what, code: '', ...entry });
  return [
    ...slow.filter((each) => !isListed(each)).map((each) => ({ ...each, what: verdicts.get(each.code) })),
    ...made
      .filter(({ file }) => !built.some((entry) => entry.file === file && isCounted(entry)))
      .map((each) => ({ ...each, what: 'is built at run time' })),
    ...reviewed.filter((entry) => !isSlow(entry)).map(wrong('is reviewed, and needs no review')),
    ...built
      .filter((entry) => !isCounted(entry))
      .map(wrong('has another number of expressions that are built')),
  ];
}

/** What is wrong with each expression, by its text; one that is linear has no entry. */
async function judged(found) {
  const open = new Map(
    found
      .filter(({ pattern }) => REPEATS.test(pattern))
      .map(({ code, pattern, flags }) => [code, { pattern, flags }]),
  );
  const verdicts = new Map();
  const next = open.entries();
  const lane = async () => {
    for (const [code, { pattern, flags }] of next) {
      const { status, complexity, attack, error } = await check(pattern, flags, LIMITS);
      if (status === 'vulnerable')
        verdicts.set(code, `is ${complexity.summary}, for example on ${attack.pattern}`);
      if (status === 'unknown') verdicts.set(code, `could not be judged (${error.kind})`);
    }
  };
  await Promise.all([lane(), lane()]);
  return verdicts;
}

/** The regular expressions of a file: literals with their pattern, and those that are built from other texts. */
function expressions(folder, file) {
  // Places are counted in bytes, from a number that grows with each file: the statement in front shows it.
  const bytes = Buffer.from(`0;${readFileSync(join(folder, file), 'utf8').replace(/^#!/, '//')}`);
  const tree = parseSync(bytes.toString(), {
    syntax: /ts$/.test(file) ? 'typescript' : 'ecmascript',
    target: 'es2022',
  });
  const begin = tree.body[0].span.start;
  const found = [];
  const visit = (node) => {
    if (typeof node !== 'object' || node === null) return;
    if (node.type === 'RegExpLiteral') {
      found.push({ ...at(node.span), pattern: node.pattern, flags: node.flags });
    }
    const isMade = node.type === 'NewExpression' || node.type === 'CallExpression';
    if (isMade && node.callee.value === 'RegExp' && node.arguments?.[0]?.expression.type !== 'RegExpLiteral')
      found.push(at(node.span));
    for (const each of Object.values(node)) visit(each);
  };
  const at = ({ start, end }) => ({
    file,
    line: bytes
      .subarray(0, start - begin)
      .toString()
      .split('\n').length,
    code: bytes
      .subarray(start - begin, end - begin)
      .toString()
      .replace(/\s+/g, ' '),
  });
  visit(tree.body);
  return found;
}

function sources(folder, part) {
  try {
    return readdirSync(join(folder, part), { recursive: true })
      .map((name) =>
        relative(folder, join(folder, part, name))
          .split(sep)
          .join('/'),
      )
      .filter(isShipped)
      .sort();
  } catch {
    return [];
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , folder] = process.argv;
  const found = await slowRegexps(folder === undefined ? {} : { folder, reviewed: [], built: [] });
  for (const { file, line, what, code } of found) process.stdout.write(`${file}:${line} ${what}: ${code}\n`);
  process.exitCode = found.length === 0 ? 0 : 1;
}
