// One installation at a time: a folder among the temporary files, which names the process that holds it.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Waits until nobody else holds the lock of this name; one whose process is gone is taken over.
 *
 * @param {string} name what is installed into
 * @param {() => void} waiting called once, if it has to wait
 * @returns {Promise<() => void>} gives it back
 */
export async function lock(name, waiting) {
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 16);
  const path = join(tmpdir(), `gatecheck-setup-${process.getuid?.() ?? 'all'}-${digest}`);
  for (let tries = 0; ; tries += 1) {
    try {
      mkdirSync(path);
      writeFileSync(join(path, 'pid'), String(process.pid));
      return () => rmSync(path, { recursive: true, force: true });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (tries === 0) waiting();
    const holder = holderOf(path);
    // Between making the folder and writing the number the holder has no number yet.
    if (holder > 0 ? !alive(holder) : tries > 20) remove(path);
    else await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

function remove(path) {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch (error) {
    throw new Error(
      `${path} is somebody else's (${error.code}): remove it, or set TMPDIR to a folder of your own.`,
    );
  }
}

function holderOf(path) {
  try {
    return Number(readFileSync(join(path, 'pid'), 'utf8'));
  } catch {
    return 0;
  }
}

function alive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
