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
 * @throws {CliError} exit code 2, for what is wrong with it
 */
export async function readConfig(
  file: string | undefined,
  readings: Readonly<Record<string, string>>,
): Promise<ResolvedConfig> {
  try {
    if (file !== undefined || configFileNames.some((name) => existsSync(resolve(name)))) {
      return await loadConfig(file, { readings });
    }
    return referenceConfig({ readings });
  } catch (error) {
    if (error instanceof ConfigError || error instanceof ReadingError) throw usageError(error.message);
    throw error;
  }
}
