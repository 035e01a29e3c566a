/**
 * The gate: certifies every conforming shop that was written without sight of the suite, and random combinations of
 * unusual decisions. None may fail, none may be undecided, and each warning must be explained.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Command } from '@commander-js/extra-typings';
import { exitCodes } from '../../cli/support/exit.ts';
import { integer, list } from '../../cli/support/parse.ts';
import { endWithChildren } from '../../scripts/certify.mjs';
import { ensure } from '../../scripts/machine.mjs';
import { certifyStranger } from './strangers/certify.ts';
import { isGood, linesOf, sorted } from './strangers/report.ts';
import { namedOf, strangers } from './strangers/shops.ts';
import { pooled } from './strength/pooled.ts';

/** The first digits of the commit's hash, as a number. */
function seedOfCommit(): number {
  const root = resolve(import.meta.dirname, '../..');
  const hash = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' });
  return Number.parseInt(hash.slice(0, 7), 16);
}

const values = new Command('npm run strangers --')
  .description('Certifies every conforming shop of strangers, and combinations of unusual shops.')
  .option('--only <names>', 'only these shops, separated by commas; "unusual" for all combinations', list, [])
  .option('--check <id>', 'only this check, instead of whole certifications')
  .option(
    '--seed <number>',
    'the seed of the combinations and of every certification (default: from the hash of the commit)',
    integer(0, 2 ** 31 - 1),
  )
  .option('--lanes <number>', 'shops at once', integer(1, 16), availableParallelism() + 1)
  .option('--out <dir>', 'keep the reports of every shop in this folder')
  .parse()
  .opts();

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function gate(): Promise<boolean> {
  const { seed = seedOfCommit(), check, lanes } = values;
  const began = performance.now();
  const chosen = namedOf(strangers(seed), values.only);
  const missing = await ensure([...new Set(chosen.flatMap(({ needs }) => needs))], { say });
  const { able, leftOut } = sorted(chosen, missing);
  for (const line of leftOut) say(line);
  // Somebody at a desk sees what is left out. In a CI nobody would.
  const count = { passed: 0, failed: process.env.CI === 'true' ? leftOut.length : 0 };
  say(`Certifying ${able.length} shops, ${lanes} at once, seed ${seed}.`);
  const temporary =
    values.out === undefined ? mkdtempSync(join(tmpdir(), 'gatecheck-strangers-')) : undefined;
  process.once('exit', () => temporary && rmSync(temporary, { recursive: true, force: true }));
  const dir = temporary ?? resolve(values.out ?? '');
  await pooled(able, [...Array(lanes).keys()], async (shop) => {
    const outcome = await certifyStranger(shop, { seed, check, dir, say });
    count[isGood(outcome) ? 'passed' : 'failed'] += 1;
    say(linesOf(outcome).join('\n'));
  });
  say(`${Math.round((performance.now() - began) / 1000)} s`);
  say(`${count.passed} passed, ${count.failed} failed`);
  return count.failed === 0 && count.passed > 0;
}

endWithChildren();
try {
  process.exitCode = (await gate()) ? exitCodes.ok : exitCodes.failed;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = exitCodes.usage;
}
