/** Secrets and shops as the command line takes them: from the environment or a file, never as they are. */
import { weakSecret } from '../../simulator/protocol/weak-secret.ts';
import { readText } from '../../suite/config/read-text.ts';
import { whyUnreadable } from '../../suite/config/unreadable.ts';
import { hide } from '../../suite/process/terminal.ts';
import { usageError } from './exit.ts';

export const secretForms = 'env:NAME or @FILE';

/** The demo shop's. It is public and protects nothing, so that it alone may stand on the command line. */
export const demoSecret = 'SecretKey01';

/**
 * The secret that a specification stands for.
 *
 * @param spec `env:NAME` or `@FILE` (one line end at its end is not part of the secret)
 * @param option the option it came from, for errors, which never show the secret
 * @param before what stands before it in the option, such as the number of a shop
 */
export function readSecret(spec: string, option: string, before = ''): string {
  const isNamed = spec.startsWith('env:');
  if (!isNamed && !spec.startsWith('@') && spec !== '') {
    throw usageError(
      `${option}: a secret on the command line is seen by everybody on this machine, and stays in the shell's history.`,
      `Give ${before}env:NAME, a variable of the environment, or ${before}@FILE.`,
    );
  }
  const secret = isNamed ? fromEnvironment(spec.slice(4), option) : spec && fromFile(spec.slice(1), option);
  if (secret === '') throw usageError(`${option}: the secret is empty.`, `Expected ${secretForms}.`);
  hide([secret]);
  return secret;
}

/** A shop's secret, which may be the demo shop's as it is. */
export const readShopSecret = (spec: string, option: string, before = ''): string =>
  spec === demoSecret ? spec : readSecret(spec, option, before);

/** A shop given as `ID:env:NAME` or `ID:@FILE`. */
export function readShop(spec: string, option = '--shop'): { id: number; secret: string } {
  const cut = spec.indexOf(':');
  const id = cut < 0 ? spec : spec.slice(0, cut);
  if (cut < 0 || !/^[1-9]\d{0,14}$/.test(id)) {
    const found = cut < 0 ? 'there is no ":"' : `"${id}" is not a shop number`;
    throw usageError(`${option}: ${found}.`, 'Expected ID:env:NAME or ID:@FILE, such as 5:env:SHOP_KEY.');
  }
  return { id: Number(id), secret: readShopSecret(spec.slice(cut + 1), option, `${id}:`) };
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
    return readText(path).replace(/\r?\n$/, '');
  } catch (cause) {
    throw usageError(`${option}: the file "${path}" cannot be read: ${whyUnreadable(cause)}.`);
  }
}
