import { spawnSync } from 'node:child_process';
import { availableParallelism, cpus, totalmem } from 'node:os';

/** What numbers depend on. */
export function describeMachine() {
  const java = spawnSync('java', ['-version'], { encoding: 'utf8' });
  return {
    cores: availableParallelism(),
    processor: cpus()[0]?.model ?? 'unknown',
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${process.arch}`,
    node: process.versions.node,
    java: java.status === 0 ? (/"([^"]+)"/.exec(java.stderr)?.[1] ?? 'unknown') : null,
  };
}
