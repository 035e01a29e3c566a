/** Runs the jobs, one on each of the lanes at once. A job is told its lane, for a slot of its own: `p-limit` tells none. */
export async function pooled<Job>(
  jobs: readonly Job[],
  lanes: readonly number[],
  run: (job: Job, lane: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  await Promise.all(
    lanes.map(async (lane) => {
      for (let job = jobs[next++]; job !== undefined; job = jobs[next++]) await run(job, lane);
    }),
  );
}

/** So many of them, evenly chosen; all where no number is given. */
export function evenly<T>(all: readonly T[], number: number | undefined): readonly T[] {
  const step = Math.max(1, all.length / (number ?? all.length));
  return all.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}
