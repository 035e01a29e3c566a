import type { Selection } from './run-info.ts';
import { selectionOf } from './selection.ts';

/** What the set-up of a run ends with where no merchant could be started: why, the preflight has found. */
export const NO_MERCHANT = 'No check was run, because there is no merchant to run it against.';

/** The environment variables by which a run is told what to do; without any, everything has its default. */
export const RUN_ENV = {
  /** Path of the configuration file. */
  config: 'GATECHECK_CONFIG',
  /** Folder of the reports. */
  out: 'GATECHECK_OUT',
  /** Private folder of this run, in which the set-up writes `run.json`. It goes with the runner. */
  runDir: 'GATECHECK_RUN_DIR',
  /** File in which the reporter leaves the verdict for the command that started the run; none without one. */
  verdictFile: 'GATECHECK_VERDICT_FILE',
  /** What stands in the lock of the folder of the reports while the run owns it; nobody owns it without one. */
  owner: 'GATECHECK_OWNER',
  seed: 'GATECHECK_SEED',
  /** Readings, as a JSON object of texts. */
  readings: 'GATECHECK_READINGS',
  workers: 'GATECHECK_WORKERS',
  /** Patterns of check ids, separated by commas. */
  only: 'GATECHECK_ONLY',
  /** Capabilities, separated by commas. */
  capabilities: 'GATECHECK_CAPABILITIES',
  /** `1` to try every legal answer of every reading before the checks. */
  sweep: 'GATECHECK_SWEEP',
  /** Version of the frozen set of requirements; the latest without one. */
  requirements: 'GATECHECK_REQUIREMENTS',
  /** `1` when the run goes on where next to nothing holds. */
  goOn: 'GATECHECK_GO_ON',
  /** `1` when warnings fail the run. */
  strict: 'GATECHECK_STRICT',
  /** How many cases each property and each journey tries. */
  properties: 'GATECHECK_PROPERTIES',
  /** Where fast-check goes on in the one property that is chosen, as it printed it. */
  path: 'GATECHECK_PATH',
  /** `i/n`. */
  shard: 'GATECHECK_SHARD',
} as const;

/** The file in which a worker says that it did not answer any more; nobody would hear it from a runner that it ends. */
export const silenceNote = (env: Readonly<Record<string, string | undefined>>): string =>
  `${env[RUN_ENV.verdictFile]}.silence`;

/** The file that is there once the run was interrupted: a worker that begins after that did not hear the signal. */
export const interruptNote = (env: Readonly<Record<string, string | undefined>>): string =>
  `${env[RUN_ENV.verdictFile]}.interrupted`;

type Environment = Readonly<Record<string, string | undefined>>;

const list = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** Which checks an environment chooses; null for all. */
export function selectionFromEnv(env: Environment): Selection | null {
  return selectionOf(list(env[RUN_ENV.only]), list(env[RUN_ENV.capabilities]), env[RUN_ENV.shard] || null);
}

/** How many cases a property tries where nobody says it: a look at each, in a minute or two over all. */
const DEFAULT_RUNS = 10;

/**
 * What fast-check is told for each property.
 *
 * @throws {Error} when the number is none; the message names the variable.
 */
export function runsFromEnv(env: Environment): { readonly runs: number; readonly path?: string } {
  const text = env[RUN_ENV.properties] || String(DEFAULT_RUNS);
  const runs = Number(text);
  if (!Number.isInteger(runs) || runs < 1)
    throw new Error(`${RUN_ENV.properties} is ${JSON.stringify(text)}: expected a whole number from 1.`);
  const path = env[RUN_ENV.path];
  if (path && !/^\d+(:\d+)*$/.test(path))
    throw new Error(
      `${RUN_ENV.path} is ${JSON.stringify(path)}: expected a path of fast-check, such as 3:0:1.`,
    );
  return { runs, ...(path ? { path } : {}) };
}

/** A word as a shell takes it. */
export const quoted = (text: string): string =>
  /^[\w./:=@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** The command line that runs one check again as this run did. */
export function reproduceLine(env: Environment, check: string, more: readonly string[] = []): string {
  const config = env[RUN_ENV.config];
  const readings: Record<string, string> = JSON.parse(env[RUN_ENV.readings] || '{}');
  return [
    'gatecheck certify',
    config ? `--config ${quoted(config)}` : '--reference',
    `--only ${quoted(check)}`,
    ...more,
    `--seed ${env[RUN_ENV.seed] ?? '0'}`,
    ...(env[RUN_ENV.strict] === '1' ? ['--strict'] : []),
    ...Object.entries(readings).map(([id, answer]) => `--reading ${quoted(`${id}=${answer}`)}`),
  ].join(' ');
}

/** The command line that puts one property to the merchant again; with a path, the case that was found there. */
export const reproducePropertyLine = (env: Environment, id: string, path?: string): string =>
  reproduceLine(env, id, [
    `--properties ${runsFromEnv(env).runs}`,
    ...(path === undefined ? [] : [`--path ${path}`]),
  ]);
