import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { quoted } from '../../history/run-env.ts';
import { ReadingError } from '../../simulator/protocol/readings.ts';
import {
  ConfigError,
  configFileNames,
  loadConfig,
  type ResolvedConfig,
  referenceConfig,
  secretsOf,
  startSecretsOf,
} from '../../suite/config/index.ts';
import { hide } from '../../suite/process/terminal.ts';
import { usageError } from './exit.ts';
import { tellGithubOfConfig } from './github.ts';

/** Which merchant a command is about. */
export interface MerchantFlags {
  readonly config?: string;
  readonly reference?: true;
}

/** Adds the options that name the merchant; every command that tries one has the same. */
export function withMerchantOptions(
  command: Command,
  otherwise = `${configFileNames.join(' or ')} here`,
): Command {
  return command
    .option('--config <file>', `the configuration (default: ${otherwise})`)
    .addOption(
      new Option('--reference', 'the bundled reference shop instead of a configuration').conflicts([
        'config',
        'callbackUrl',
      ]),
    );
}

/** The merchant's flags as they were typed, with a blank before each, for a line to be pasted in the same folder. */
export const asTyped = ({ config, reference }: MerchantFlags): string =>
  config === undefined ? (reference === true ? ' --reference' : '') : ` --config ${quoted(config)}`;

/** The configuration in this folder. */
export const configHere = (): string | undefined =>
  configFileNames.map((name) => resolve(name)).find((file) => existsSync(file));

/** Whether the options name a configuration, or one is in this folder. */
export const hasConfig = ({ config }: MerchantFlags): boolean =>
  config !== undefined || configHere() !== undefined;

/** Whether a folder is a checkout of gatecheck itself, where the bundled shop is the merchant. */
function isCheckout(dir: string): boolean {
  if (!existsSync(resolve(dir, 'cli/main.ts'))) return false;
  try {
    return JSON.parse(readFileSync(resolve(dir, 'package.json'), 'utf8')).name === 'gatecheck';
  } catch {
    return false;
  }
}

/** A configuration, whose secrets are written nowhere from now on. */
function withoutSecrets(config: ResolvedConfig): ResolvedConfig {
  const { start, interface: driven } = config.merchant;
  const { env } = process;
  hide([config.shop.secret ?? '', ...secretsOf(driven, env), ...startSecretsOf(start, env)]);
  return config;
}

/**
 * The configuration that the options name, or the one in this folder. The bundled reference shop's is used where
 * it is asked for, and without a configuration in a checkout of gatecheck; nobody else's CI may be green on it.
 *
 * @param say gets a line when it is the reference shop's; nothing is said without it.
 * @param trafficAlone true where nothing is asked of the merchant itself, so that it needs no interface
 * @throws {CliError} when there is none, or it cannot be used; the message has every problem.
 */
export async function readConfig(
  flags: MerchantFlags,
  readings: Readonly<Record<string, string>>,
  say?: (line: string) => void,
  trafficAlone = false,
): Promise<ResolvedConfig> {
  const { config: file, reference } = flags;
  try {
    if (reference !== true && hasConfig(flags))
      return withoutSecrets(await loadConfig(file, { readings, trafficAlone }));
    if (reference !== true && !isCheckout('.')) {
      throw usageError(
        `there is neither ${configFileNames.join(' nor ')} in ${resolve('.')}, so there is no merchant to test.`,
        '`gatecheck init` writes a configuration, --config FILE names one that is elsewhere, --reference tests the bundled reference shop.',
      );
    }
    say?.(
      reference === true
        ? 'Testing the bundled reference shop, as --reference says.'
        : 'There is no configuration in this folder: testing the bundled reference shop.',
    );
    return referenceConfig({ readings });
  } catch (error) {
    if (error instanceof ConfigError) tellGithubOfConfig(error, process.env);
    if (error instanceof ConfigError || error instanceof ReadingError) throw usageError(error.message);
    throw error;
  }
}
