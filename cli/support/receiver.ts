/** What the command line says of whoever receives notifications without a configuration. */
import type { Command } from 'commander';
import { quoted } from '../../history/run-env.ts';
// Not from the public entry: with all that it describes, a gateway would answer later.
import { isLoopback } from '../../simulator/index.ts';
import { SimulatorOptionError } from '../../simulator/server/errors.ts';
import { receiverTls } from '../../simulator/server/receiver-tls.ts';
import { usageError } from './exit.ts';
import { readPem } from './secret.ts';

export interface ReceiverFlags {
  readonly remote?: true;
  readonly callbackCa?: string;
}

const CA_FLAG = '--callback-ca';

/** The option of the authorities that an https receiver may have its certificate from. */
export const callbackCaOption = [
  `${CA_FLAG} <file>`,
  'authorities (PEM) of https receivers, beside the public ones',
] as const;

/** Adds the consent to send to a machine that is not this one, and the authorities of an https endpoint. */
export function withReceiverOptions(command: Command, scope = ''): Command {
  const [flag, description] = callbackCaOption;
  return command
    .option('--remote', `${scope}the endpoint may be on another machine, whose owner agreed`)
    .option(flag, `${scope}${description}`);
}

/** @throws {CliError} for an address on another machine, unless the owner's consent was given */
export function checkConsent(url: string, from: string, remote: boolean | undefined): void {
  const { hostname } = new URL(url);
  if (remote === true || isLoopback(hostname)) return;
  throw usageError(
    `${from}: "${hostname}" is not this machine.`,
    'Give --remote if its owner agreed to thousands of forged notifications.',
  );
}

/** An address that a file names, and the option by which the user would name it. */
export interface NamedAddress {
  readonly option: string;
  readonly url: string;
}

/** Whether an address is on another machine, or on none that can be told. */
export const isElsewhere = (url: string): boolean =>
  !/^https?:\/\//i.test(url) || !URL.canParse(url) || !isLoopback(new URL(url).hostname);

/**
 * A file may be somebody else's, so that the addresses in it are called on this machine only.
 *
 * @param command what runs the file again
 * @throws {CliError} with the command that names those on another machine
 */
export function checkNamed(file: string, addresses: readonly NamedAddress[], command: string): void {
  const elsewhere = addresses.filter(({ url }) => isElsewhere(url));
  if (elsewhere.length === 0) return;
  const urls = elsewhere.map(({ url }) => `"${url}"`).join(' and ');
  const options = elsewhere.map(({ option, url }) => ` ${option} ${quoted(url)}`).join('');
  throw usageError(
    `${file} names ${urls}, not on this machine. The file may be somebody else's, so replay calls no other machine that you did not name.`,
    `If its owner agreed: ${command}${options} --remote`,
  );
}

/**
 * The certificates in a file of `--callback-ca`; undefined without one.
 *
 * @throws {CliError} where the file cannot be read, or has no certificate
 */
export function readCallbackCa(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  const ca = readPem(file, CA_FLAG);
  try {
    receiverTls(ca);
    return ca;
  } catch (error) {
    if (!(error instanceof SimulatorOptionError)) throw error;
    throw usageError(`${CA_FLAG} ${file}: ${error.message}.`);
  }
}
