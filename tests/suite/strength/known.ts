import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** What one job has found, and of which state of the code. */
interface KnownJob<R> {
  readonly key: string;
  readonly commit: string;
  readonly results: readonly R[];
}

/** The jobs that an earlier, interrupted measurement has done. */
export interface Known<R> {
  /** The results of a job that was done before; undefined when it has to be done, also again after a failure. */
  of(key: string): readonly R[] | undefined;
  add(key: string, results: readonly R[]): void;
  /** The commits that the results belong to, in the order in which they were measured. */
  commits(): readonly string[];
  /** The jobs that were done again, because a shop had not fared as it should. */
  repeated(): readonly string[];
}

function wholeJob<R>(line: string): readonly KnownJob<R>[] {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}

/** Keeps what is done in a file, a line for each job, so that an interruption of an hour's work loses a minute's. */
export function knownJobs<R extends { readonly ok: boolean }>(
  file: string | undefined,
  commit: () => string,
): Known<R> {
  const lines = file !== undefined && existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const whole = lines.flatMap((line) => wholeJob<R>(line));
  const jobs = new Map(whole.map((job) => [job.key, job]));
  return {
    of(key) {
      const results = jobs.get(key)?.results;
      return results?.every(({ ok }) => ok) ? results : undefined;
    },
    add(key, results) {
      if (file === undefined) return;
      const job: KnownJob<R> = { key, commit: commit(), results };
      jobs.set(key, job);
      // The line before may have been cut off where the measurement was.
      appendFileSync(file, `\n${JSON.stringify(job)}\n`);
    },
    commits: () => [...new Set([...jobs.values()].map((job) => job.commit))],
    repeated: () => [
      ...new Set(whole.filter(({ results }) => results.some(({ ok }) => !ok)).map(({ key }) => key)),
    ],
  };
}
