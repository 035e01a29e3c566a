/**
 * Kills simulators two hundred times, fills their disk, starts two on one file and turns bits of what they keep,
 * and looks for everything that they acknowledged: `npm run bench -- --kills`. It goes on where it was interrupted
 * (`.gatecheck/bench/kills.ndjson`; remove it to begin anew), and writes the page when all is done, or something is wrong.
 */
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom } from '../../simulator/core/index.ts';
import { killGateways, startRefuser } from './gateway.ts';
import { LIVES, Lives, type Outcome } from './lives.ts';
import { type Chain, page } from './page.ts';

const CHAINS = 20;
const KEEPS = ['store', 'journal', 'store and journal', 'journal'] as const;

interface Options {
  /** Folder of what was measured so far. */
  readonly scratch: string;
  readonly docs: string;
  /** Begins no chain after so many minutes. */
  readonly minutes: number;
  readonly machine: { readonly cores: number; readonly system: string; readonly node: string };
  readonly say: (line: string) => void;
}

/** @returns whether nothing was lost, and nothing wrong was served without a word */
export async function measureKills({ scratch, docs, minutes, machine, say }: Options): Promise<boolean> {
  const file = join(scratch, 'kills.ndjson');
  mkdirSync(scratch, { recursive: true });
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
  const chains = lines.map((line) => JSON.parse(line) as Chain);
  const endAt = Date.now() + minutes * 60_000;
  const done = new Set(chains.map(({ seed }) => seed));
  const left = Array.from({ length: CHAINS }, (_, index) => index + 1).filter((seed) => !done.has(seed));
  for (const seed of left) {
    if (Date.now() >= endAt) {
      say(`${chains.length} of ${CHAINS} chains are done; the same command goes on.`);
      break;
    }
    const chain = await liveOut(seed, say);
    chains.push(chain);
    appendFileSync(file, `${JSON.stringify(chain)}\n`);
  }
  // A page about a part would stand in the place of one about all.
  if (chains.length === CHAINS || !chains.every(isRight)) {
    writeFileSync(join(docs, 'crash-safety.md'), page(chains, machine));
    say(`written: ${join(docs, 'crash-safety.md')}`);
  }
  return chains.every(isRight);
}

const isRight = ({ lives }: Chain): boolean => lives.every(({ wrong }) => wrong.length === 0);

async function liveOut(seed: number, say: (line: string) => void): Promise<Chain> {
  const random = createRandom(seed);
  const keeps = KEEPS[seed % KEEPS.length] ?? 'store';
  const transport = Math.ceil(seed / KEEPS.length) % 2 === 0 ? 'mockttp' : 'node';
  const folder = mkdtempSync(join(tmpdir(), 'gatecheck-kills-'));
  const isAlone = mounts(folder);
  const refuser = await startRefuser();
  say(`seed ${seed}: ${keeps}, ${transport}`);
  const lives: (Outcome & { life: string })[] = [];
  try {
    const order = [...LIVES, ...LIVES]
      .map((life) => ({ life, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ life }) => life);
    const all = new Lives({ folder, keeps, transport, callbackUrl: refuser.url, isAlone, random });
    for (const [index, life] of order.entries()) {
      const outcome = await all.live(life, seed * 100 + index);
      lives.push({ life, ...outcome });
    }
    await all.end();
    for (const { life, answered, wrong, seen } of lives) {
      say(`  ${life}: ${answered} answers ${JSON.stringify(seen)}`);
      for (const each of wrong) say(`    WRONG: ${each}`);
    }
  } finally {
    killGateways();
    refuser.close();
    if (isAlone) spawnSync('umount', [folder]);
    rmSync(folder, { recursive: true, force: true });
  }
  // What the next life finds lost is added to the outcome of the one that lost it.
  return { seed, keeps, transport, lives };
}

/** Makes the folder a file system of its own, of 96 MB, where that is allowed. */
function mounts(folder: string): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  return spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=96m', 'tmpfs', folder]).status === 0;
}
