// Wall time of the suite itself: a certification of the reference shop, and the strength of its checks.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { command, root, scratch } from '../lib/place.mjs';
import { start } from '../lib/processes.mjs';

const node = process.execPath;

async function timed(args) {
  const startedAt = performance.now();
  const server = start(node, args, { cwd: root });
  const code = await server.ended;
  return { code, seconds: (performance.now() - startedAt) / 1000, says: server.output().slice(-400) };
}

export async function measureCertification({ say }) {
  const out = join(scratch, 'certify');
  rmSync(out, { recursive: true, force: true });
  const { code, seconds, says } = await timed([command, 'certify', '--no-allure', '--out', out]);
  let result;
  try {
    result = JSON.parse(readFileSync(join(out, 'result.json'), 'utf8'));
  } catch {
    throw new Error(`no result of the certification (exit code ${code}): ${says}`);
  }
  say(`  ${result.checks.length} checks in ${seconds.toFixed(1)} s, exit code ${code}`);
  return { code, seconds, ...times(result, seconds) };
}

/** Where the time went: what checks took in all, and the slowest of them. */
function times(result, seconds) {
  const checks = result.checks.filter(
    (check) => typeof check.durationMs === 'number' && check.durationMs > 0,
  );
  const slowest = checks.toSorted((a, b) => b.durationMs - a.durationMs).slice(0, 5);
  return {
    checks: checks.length,
    perSecond: checks.length / seconds,
    checksSeconds: checks.reduce((sum, check) => sum + check.durationMs, 0) / 1000,
    slowest: slowest.map(({ id, durationMs }) => ({ id, seconds: durationMs / 1000 })),
  };
}

export async function measureStrength({ say }) {
  const { code, seconds, says } = await timed(['--import', 'tsx', 'tests/suite/strength.ts']);
  say(`  strength in ${seconds.toFixed(0)} s, exit code ${code}`);
  return { code, seconds, says };
}
