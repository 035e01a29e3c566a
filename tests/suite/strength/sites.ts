/** The places in the checks at which a merchant is found guilty, and which of them a measurement has reached. */
import { readdirSync, readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const CHECKS = fileURLToPath(new URL('../../../scenarios/', import.meta.url));
const CALL = /\bt\.(?:fail|late)\(/g;
/** What a call belongs to: the story of the check, or a function or constant of the file. */
const OWNER = /^(?: {2}(story): |(?:export )?(?:async )?(?:function|const) (\w+))/gm;

/** A `t.fail` or `t.late` of a check: `folder/file#owner#n`, the n-th of its owner, counted from 1. */
export interface Site {
  readonly key: string;
  readonly line: number;
  /** How its message begins. */
  readonly says: string;
}

/** The sites of a file in their order. Formatted code is expected: owners stand at the margin. */
export function sitesOf(file: string, source: string): readonly Site[] {
  const owners = [...source.matchAll(OWNER)].map((match) => ({
    at: match.index,
    name: match[1] ?? match[2],
  }));
  const seen = new Map<string, number>();
  return [...source.matchAll(CALL)].map((match) => {
    const owner = owners.findLast(({ at }) => at < match.index)?.name ?? '';
    const place = `${file}#${owner}`;
    const nth = (seen.get(place) ?? 0) + 1;
    seen.set(place, nth);
    const rest = source.slice(match.index + match[0].length, match.index + 400);
    return {
      key: `${place}#${nth}`,
      line: source.slice(0, match.index).split('\n').length,
      says: /[`'"]([^`'"]{1,100})/.exec(rest)?.[1] ?? rest.trim().slice(0, 40),
    };
  });
}

/** Every site of the checks. */
export function everySite(folder: string = CHECKS): readonly Site[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .sort()
    .flatMap((name) => sitesOf(name, readFileSync(join(folder, name), 'utf8')));
}

interface Range {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}

/** How often the code at this place has run: the innermost range decides. */
function countAt(ranges: readonly Range[], offset: number): number {
  const around = ranges.filter(({ startOffset, endOffset }) => startOffset <= offset && offset < endOffset);
  const inner = around.reduce<Range | undefined>(
    (least, range) =>
      least === undefined || range.endOffset - range.startOffset <= least.endOffset - least.startOffset
        ? range
        : least,
    undefined,
  );
  return inner?.count ?? 0;
}

/**
 * The sites of a file that have run. The code that runs is compiled: its calls stand in the order of the source.
 *
 * @throws {Error} where the compiled code has another number of calls
 */
export function reachedIn(
  sites: readonly Site[],
  compiled: string,
  ranges: readonly Range[],
): readonly string[] {
  const calls = [...compiled.matchAll(CALL)];
  if (calls.length !== sites.length) {
    throw new Error(
      `${sites[0]?.key}: ${sites.length} calls of t.fail and t.late in the source, ${calls.length} in what runs. Call them t.fail(…) and t.late(…), and name them in no comment or text.`,
    );
  }
  return sites.filter((_, index) => countAt(ranges, calls[index]?.index ?? -1) > 0).map(({ key }) => key);
}

/** Counts from now on what runs of the checks in this process. */
export async function watchSites(
  folder: string = CHECKS,
): Promise<{ reached(): Promise<readonly string[]> }> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return {
    async reached() {
      const { result } = await session.post('Profiler.takePreciseCoverage');
      await session.post('Debugger.enable');
      const reached: string[] = [];
      for (const { url, scriptId, functions } of result) {
        if (!url.startsWith('file:')) continue;
        const path = fileURLToPath(url);
        if (!path.startsWith(folder)) continue;
        const sites = sitesOf(relative(folder, path), readFileSync(path, 'utf8'));
        if (sites.length === 0) continue;
        const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId });
        const ranges = functions.flatMap((each) => each.ranges);
        reached.push(...reachedIn(sites, scriptSource, ranges));
      }
      session.disconnect();
      return reached;
    },
  };
}
