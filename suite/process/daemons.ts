import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The variable by which Linux finds what a merchant started, also what has left its process group. */
export const MARK_VARIABLE = 'GATECHECK_STARTED';

/** The processes with this mark. Other systems than Linux show nobody's environment, so that there are none. */
function marked(mark: string): number[] {
  let names: string[];
  try {
    names = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
  return names.map(Number).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`${MARK_VARIABLE}=${mark}\0`);
    } catch {
      // It has ended, or belongs to another user.
      return false;
    }
  });
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended.
    }
  }
}

/** SIGTERM to all that has this mark, and SIGKILL to what is left after the grace time. */
export async function endMarked(mark: string, graceMs = 2000): Promise<void> {
  const until = performance.now() + graceMs;
  let left = marked(mark);
  signalAll(left, 'SIGTERM');
  // One that the system cannot end, or that multiplies, is not waited for.
  while (left.length > 0 && performance.now() < until + graceMs) {
    await sleep(10);
    left = marked(mark);
    if (performance.now() > until) signalAll(left, 'SIGKILL');
  }
}
