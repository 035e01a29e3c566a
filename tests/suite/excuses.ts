/**
 * `npm run excuses [-- DIR]`: runs the tests of the rules and looks which branches of `obligations/` that excuse a merchant
 * none of them takes. Each is named with its file and line, and fails. `DIR` has the coverage of an earlier run
 * (NODE_V8_COVERAGE).
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(import.meta.dirname, '../..');
const tests = [
  'audit',
  'gateway-rules',
  'judgement-sites',
  'late-answers',
  'mutants-kept',
  'proof',
  'reused-ids',
];

interface Range {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}
interface Script {
  readonly url: string;
  readonly functions: readonly { readonly ranges: readonly Range[] }[];
}
interface Mapped {
  readonly lineLengths: readonly number[];
  readonly data: SourceMapPayload;
}
interface Coverage {
  readonly result: readonly Script[];
  readonly 'source-map-cache'?: Readonly<Record<string, Mapped>>;
}
/** What was run of a file, by the characters of its compiled text. */
interface Taken {
  readonly ran: Uint8Array;
  readonly mapped: Mapped;
}
interface Branch {
  readonly file: string;
  readonly line: number;
  readonly code: string;
}

/** Ends of a judgement in which nothing is held against anybody. */
const EXCUSE =
  /^(?:\)\s*)?(?:\?\s*)?(?:continue;|return(?: undefined| false| true| 'right')?;|undefined :|'right' :)/;
/** A function that is never called excuses whom it is asked about. */
const FUNCTION = /^(?:export )?function /;

function coverageOf(dir: string): ReadonlyMap<string, Taken> {
  const files = new Map<string, Taken>();
  for (const name of readdirSync(dir)) {
    const { result, 'source-map-cache': maps = {} } = JSON.parse(
      readFileSync(join(dir, name), 'utf8'),
    ) as Coverage;
    for (const { url, functions } of result) {
      const mapped = maps[url];
      if (mapped === undefined || !url.startsWith(`file://${root}/obligations/`)) continue;
      const file = relative(root, fileURLToPath(url.split('?')[0] ?? url));
      // A range within another one comes after it, and says more exactly how often its part ran.
      const ranges = functions
        .flatMap((each) => each.ranges)
        .toSorted((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
      const ran = new Uint8Array(Math.max(...ranges.map(({ endOffset }) => endOffset)));
      for (const { startOffset, endOffset, count } of ranges)
        ran.fill(count > 0 ? 1 : 0, startOffset, endOffset);
      const before = files.get(file)?.ran;
      if (before !== undefined) for (const [at, has] of before.entries()) ran[at] = (ran[at] ?? 0) | has;
      files.set(file, { ran, mapped });
    }
  }
  return files;
}

/** Branches of a file that were never taken, where the source has them. */
function* untakenIn(file: string, { ran, mapped }: Taken): Generator<Branch> {
  const map = new SourceMap(mapped.data);
  const source = readFileSync(join(root, file), 'utf8').split('\n');
  const starts = [0];
  for (const length of mapped.lineLengths) starts.push((starts.at(-1) ?? 0) + length + 1);
  for (let at = 0; at < ran.length; at += 1) {
    if (ran[at] === 1 || (at > 0 && ran[at - 1] === 0)) continue;
    const line = starts.findLastIndex((start) => start <= at);
    const entry = map.findEntry(line, at - (starts[line] ?? 0));
    if (!('originalLine' in entry)) continue;
    const text = source[entry.originalLine] ?? '';
    const here = text.slice(entry.originalColumn).trim();
    if (EXCUSE.test(here) || FUNCTION.test(here))
      yield { file, line: entry.originalLine + 1, code: text.trim() };
  }
}

function runTests(dir: string): void {
  const laws = readdirSync(import.meta.dirname).filter((name) => /^laws-.*\.test\.ts$/.test(name));
  const files = [...laws, ...tests.map((name) => `${name}.test.ts`)].map((name) =>
    join(import.meta.dirname, name),
  );
  const { status } = spawnSync(
    process.execPath,
    ['--import', 'tsx', '--test', '--test-reporter', join(root, 'scripts/test-reporter.mjs'), ...files],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, NODE_V8_COVERAGE: dir, NODE_OPTIONS: '--enable-source-maps' },
    },
  );
  if (status !== 0) throw new Error('Tests of the rules failed: what they take says nothing.');
}

const [given] = process.argv.slice(2);
const dir = given ?? mkdtempSync(join(tmpdir(), 'gatecheck-excuses-'));
if (given === undefined) runTests(dir);
const found = [...coverageOf(dir)].flatMap(([file, taken]) => [...untakenIn(file, taken)]);
if (given === undefined) rmSync(dir, { recursive: true });

for (const { file, line, code } of found) console.log(`${file}:${line} is never taken: ${code}`);
if (found.length > 0) {
  console.log('Write a story into the tests of the rules that takes it, or delete it.');
  process.exitCode = 1;
} else console.log('Every branch that excuses a merchant is taken.');
