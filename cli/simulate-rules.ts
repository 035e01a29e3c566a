/** The module of mockttp rules that `gatecheck simulate --rules` takes. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Simulator } from '../simulator/index.ts';
import { importModule } from '../suite/config/import-module.ts';
import { usageError } from './support/exit.ts';

type AddRules = (mockttp: NonNullable<Simulator['mockttp']>, simulator: Simulator) => unknown;

/** @throws CliError that names the file, and what its default export is or has thrown. */
export async function readRules(path: string): Promise<AddRules> {
  const file = resolve(path);
  if (!existsSync(file)) throw usageError(`--rules: the file "${path}" does not exist.`);
  let add: unknown;
  try {
    add = (await importModule(file)).default;
  } catch (cause) {
    throw usageError(`--rules: "${path}" cannot be loaded: ${messageOf(cause)}.`);
  }
  if (typeof add !== 'function') {
    throw usageError(
      `--rules: the default export of "${path}" must be a function (found ${typeof add}).`,
      'For example: export default (mockttp) => mockttp.forPost(/invoice.check/).once().thenTimeout();',
    );
  }
  return add as AddRules;
}

/** Lets a module add its rules to a running gateway. */
export async function addRules(simulator: Simulator, path: string, add: AddRules): Promise<void> {
  if (simulator.mockttp === undefined) return;
  try {
    await add(simulator.mockttp, simulator);
  } catch (cause) {
    throw usageError(`--rules: "${path}" failed: ${messageOf(cause)}.`);
  }
}

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));
