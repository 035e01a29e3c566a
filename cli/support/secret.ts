/** Secrets and shops as the command line takes them: from the environment, from a file, or as they are. */
import { readFileSync } from 'node:fs';
import { weakSecret } from '../../simulator/protocol/weak-secret.ts';
import { usageError } from './exit.ts';

export const secretForms = 'env:NAME, @FILE or the secret itself';

/**
 * The secret that a specification stands for.
 *
 * @param spec `env:NAME`, `@FILE` (one line end at its end is not part of the secret) or the secret itself
 * @param option the option it came from, for errors, which never show the secret
 */
export function readSecret(spec: string, option: string): string {
  const secret = spec.startsWith('env:')
    ? fromEnvironment(spec.slice(4), option)
    : spec.startsWith('@')
      ? fromFile(spec.slice(1), option)
      : spec;
  if (secret === '') throw usageError(`${option}: the secret is empty.`, `Expected ${secretForms}.`);
  return secret;
}

/** A shop given as `ID:env:NAME`, `ID:@FILE` or `ID:SECRET`. */
export function readShop(spec: string, option = '--shop'): { id: number; secret: string } {
  const cut = spec.indexOf(':');
  const id = cut < 0 ? spec : spec.slice(0, cut);
  if (cut < 0 || !/^[1-9]\d{0,14}$/.test(id)) {
    const found = cut < 0 ? 'there is no ":"' : `"${id}" is not a shop number`;
    throw usageError(
      `${option}: ${found}.`,
      'Expected ID:env:NAME, ID:@FILE or ID:SECRET, such as 5:env:SHOP_KEY.',
    );
  }
  return { id: Number(id), secret: readSecret(spec.slice(cut + 1), option) };
}

/**
 * A shop as {@link readShop} takes it, whose secret is looked for in traffic.
 *
 * @throws {CliError} when the secret is one that traffic spells by chance.
 */
export function readTestShop(spec: string, option = '--shop'): { id: number; secret: string } {
  const shop = readShop(spec, option);
  const weak = weakSecret(shop.secret);
  if (weak !== undefined) throw usageError(`${option}: ${weak}.`, 'Give the shop another one for the test.');
  return shop;
}

function fromEnvironment(name: string, option: string): string {
  const value = process.env[name];
  if (value === undefined) {
    throw usageError(
      `${option}: the environment variable ${name} is not set.`,
      `Set it, or give ${secretForms}.`,
    );
  }
  return value;
}

/** Certificates in a file; whether they are some is for whoever uses them. */
export const readPem = (path: string, option: string): string => fromFile(path, option);

function fromFile(path: string, option: string): string {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch (cause) {
    throw usageError(`${option}: the file "${path}" cannot be read (${codeOf(cause)}).`);
  }
}

/** The code of a file system error, such as `ENOENT`. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
