import { spawnSync } from 'node:child_process';

/** The commit that the current folder is at, with `-dirty` where something is not committed; null outside of git. */
export function currentCommit(): string | null {
  const { status, stdout } = spawnSync(
    'git',
    ['describe', '--always', '--dirty', '--abbrev=40', '--exclude', '*'],
    {
      encoding: 'utf8',
    },
  );
  const commit = stdout?.trim();
  return status === 0 && commit ? commit : null;
}
