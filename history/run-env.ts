import type { Selection } from './run-info.ts';
import { selectionOf } from './selection.ts';

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
  /** `1` when warnings fail the run. */
  strict: 'GATECHECK_STRICT',
  /** `i/n`. */
  shard: 'GATECHECK_SHARD',
} as const;

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

const quoted = (text: string): string =>
  /^[\w./:=@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** The command line that runs one check again as this run did. */
export function reproduceLine(env: Environment, check: string): string {
  const config = env[RUN_ENV.config];
  const readings: Record<string, string> = JSON.parse(env[RUN_ENV.readings] || '{}');
  return [
    'gatecheck certify',
    config ? `--config ${quoted(config)}` : '--reference',
    `--only ${quoted(check)}`,
    `--seed ${env[RUN_ENV.seed] ?? '0'}`,
    ...(env[RUN_ENV.strict] === '1' ? ['--strict'] : []),
    ...Object.entries(readings).map(([id, answer]) => `--reading ${quoted(`${id}=${answer}`)}`),
  ].join(' ');
}
