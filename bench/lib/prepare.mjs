// Peers and our own compiled code, made ready before anything is measured.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bench, command, dist, installed, peerFile, root } from './place.mjs';

const wantedPeers = () => JSON.parse(readFileSync(join(bench, 'package.json'), 'utf8')).dependencies;

function missingPeers() {
  return Object.entries(wantedPeers())
    .filter(([name, version]) => {
      const file = peerFile(name, 'package.json');
      return file === undefined || JSON.parse(readFileSync(file, 'utf8')).version !== version;
    })
    .map(([name]) => name);
}

/** Installs the peers into bench/node_modules, where they are missing. What cannot be had is left out. */
export function installPeers(say) {
  if (missingPeers().length > 0) {
    say('installing the peers');
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    // Their install scripts are not needed, and nothing of theirs runs before it is measured.
    spawnSync(npm, ['install', '--prefix', bench, '--no-audit', '--no-fund', '--ignore-scripts'], {
      cwd: bench,
      stdio: 'inherit',
    });
  }
  const missing = missingPeers();
  if (missing.length > 0) say(`not installed, and left out: ${missing.join(', ')}`);
  return { wanted: wantedPeers(), missing };
}

/** Compiles the product as it is published: that is what users start. */
export function build(say) {
  say('compiling');
  const made = spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs'), dist], {
    cwd: root,
    stdio: 'inherit',
  });
  if (made.status !== 0) throw new Error(`scripts/build.mjs ended with ${made.status}`);
  cpSync(join(root, 'package.json'), join(installed, 'package.json'));
  mkdirSync(dirname(command), { recursive: true });
  cpSync(join(root, 'cli', 'gatecheck.mjs'), command);
}
