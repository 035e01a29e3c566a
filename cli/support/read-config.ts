import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  ConfigError,
  configFileNames,
  loadConfig,
  type ResolvedConfig,
  referenceConfig,
} from '../../fixtures/config/index.ts';
import { ReadingError } from '../../simulator/protocol/readings.ts';
import { usageError } from '../exit.ts';

/**
 * The configuration given, or the one in this folder, or that of the bundled reference shop.
 *
 * @param say gets a line when it is the reference shop's; nothing is said without it.
 * @throws {CliError} when it cannot be used; the message has every problem.
 */
export async function readConfig(
  file: string | undefined,
  readings: Readonly<Record<string, string>>,
  say?: (line: string) => void,
): Promise<ResolvedConfig> {
  try {
    if (file !== undefined || configFileNames.some((name) => existsSync(resolve(name)))) {
      return await loadConfig(file, { readings });
    }
    say?.('There is no configuration here: testing the bundled reference shop.');
    return referenceConfig({ readings });
  } catch (error) {
    if (error instanceof ConfigError || error instanceof ReadingError) throw usageError(error.message);
    throw error;
  }
}
