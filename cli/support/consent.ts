import type { Command } from 'commander';
import { isLoopback } from '../../suite/config/index.ts';
import { usageError } from './exit.ts';

/** Adds the consent to send to a machine that is not this one. */
export const withConsent = (command: Command, scope = ''): Command =>
  command.option('--remote', `${scope}the endpoint may be on another machine, whose owner agreed`);

/** @throws {CliError} for an address on another machine, unless the owner's consent was given */
export function checkConsent(url: string, from: string, remote: boolean | undefined): void {
  const { hostname } = new URL(url);
  if (remote === true || isLoopback(hostname)) return;
  throw usageError(
    `${from}: "${hostname}" is not this machine.`,
    'Give --remote if its owner agreed to thousands of forged notifications.',
  );
}
