import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import { glob } from '../config/glob.ts';

/** What became of one test of somebody else's. */
export interface TestResult {
  /** As its runner names it, with the names of what it stands in. */
  readonly name: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** Of a failed one: what its runner says, the beginning of it. */
  readonly message: string;
}

/** JUnit XML that cannot be read, or is none. */
export class ResultsError extends Error {
  override readonly name = 'ResultsError';
}

const MOST_MESSAGE = 1000;
const MOST_BYTES = 64 * 1024 * 1024;
const RANK = { failed: 0, passed: 1, skipped: 2 } as const;

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const nodes = (value: unknown): readonly Node[] => (Array.isArray(value) ? value.filter(isNode) : []);
const attribute = (node: Node, name: string): string => String(node[`@${name}`] ?? '');

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseAttributeValue: false,
  parseTagValue: false,
  trimValues: true,
  isArray: (name, _path, _leaf, isAttribute) => !isAttribute && name !== '?xml',
});

/**
 * The tests of a JUnit report, each once: of several results of one name the worst counts.
 *
 * @throws {ResultsError} when the text is no JUnit report
 */
export function testsOfJunit(text: string): readonly TestResult[] {
  let parsed: unknown;
  try {
    parsed = parser.parse(text, true);
  } catch (error) {
    throw new ResultsError(`it is not valid XML: ${error instanceof Error ? error.message : String(error)}`);
  }
  const root = isNode(parsed) ? parsed : {};
  if (!('testsuites' in root) && !('testsuite' in root)) {
    throw new ResultsError('it has neither <testsuites> nor <testsuite> at its root: it is no JUnit report');
  }
  const found: TestResult[] = [];
  for (const each of [...nodes(root.testsuites), ...nodes(root.testsuite)]) collect(each, found);
  return merged(found);
}

function collect(node: Node, found: TestResult[]): void {
  for (const test of nodes(node.testcase)) found.push(resultOf(test));
  for (const inner of nodes(node.testsuite)) collect(inner, found);
}

function resultOf(test: Node): TestResult {
  const place = attribute(test, 'classname');
  const own = attribute(test, 'name') || 'a test without a name';
  const name = place === '' || own.startsWith(place) ? own : `${place} › ${own}`;
  const [flaw] = [...failuresIn(test.failure), ...failuresIn(test.error)];
  if (flaw !== undefined) return { name, outcome: 'failed', message: flaw.slice(0, MOST_MESSAGE) };
  return { name, outcome: 'skipped' in test ? 'skipped' : 'passed', message: '' };
}

/** A failure may have its words in an attribute, in its text, or nowhere. */
function failuresIn(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [];
  return value.map((each) => {
    if (!isNode(each)) return String(each);
    return [attribute(each, 'message'), String(each['#text'] ?? '')].filter(Boolean).join('\n');
  });
}

function merged(found: readonly TestResult[]): readonly TestResult[] {
  const byName = new Map<string, TestResult>();
  for (const each of found) {
    const before = byName.get(each.name);
    if (before === undefined || RANK[each.outcome] < RANK[before.outcome]) byName.set(each.name, each);
  }
  return [...byName.values()];
}

/**
 * What the tests of a run came to, by the JUnit files that it wrote; files from before it are none of its own.
 *
 * @param pattern relative to the folder
 * @param since when the run began, in real time
 * @throws {ResultsError} for a file that cannot be read
 */
export async function readResults(
  pattern: string,
  dir: string,
  since: number,
): Promise<readonly TestResult[]> {
  const found: TestResult[] = [];
  for (const file of await glob(resolve(dir, pattern))) {
    const info = await stat(file);
    if (info.mtimeMs < since - 1 || !info.isFile()) continue;
    if (info.size > MOST_BYTES) throw new ResultsError(`${file}: it is larger than ${MOST_BYTES >> 20} MiB`);
    try {
      found.push(...testsOfJunit(await readFile(file, 'utf8')));
    } catch (error) {
      if (!(error instanceof ResultsError)) throw error;
      throw new ResultsError(`${file}: ${error.message}`);
    }
  }
  return merged(found);
}
