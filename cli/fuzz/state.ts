import type { Command } from 'commander';
import { databaseProblem } from '../../suite/config/databases.ts';
import type { StatePlace } from '../../suite/fuzz/index.ts';
import { usageError } from '../support/exit.ts';

/** Where the state of an order is read, as the command line says it: at most one of them. */
export interface StateFlags {
  readonly stateUrl?: string;
  readonly statePage?: string;
  readonly paid?: string;
  readonly stateCommand?: string;
  readonly stateSql?: string;
  readonly database?: string;
}

const OPTIONS = ['stateUrl', 'statePage', 'stateCommand', 'stateSql'] as const;

/** How an option is written. */
export const spelled = (name: string): string =>
  `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** Adds the options by which it is said where an order's state is read. */
export function withStateOptions(command: Command, scope = ''): Command {
  return command
    .option('--state-url <url>', `${scope}where an order's state is read as JSON, with {shop_order_id}`)
    .option(
      '--state-page <url>',
      `${scope}the page of an order, with {shop_order_id}; --paid tells it is paid`,
    )
    .option('--paid <pattern>', `${scope}regular expression that --state-page shows when the order is paid`)
    .option(
      '--state-command <command>',
      `${scope}shell command that prints an order's state; it has $SHOP_ORDER_ID`,
    )
    .option(
      '--state-sql <query>',
      `${scope}query of an order's state, with {shop_order_id}, such as "SELECT status …"`,
    )
    .option(
      '--database <address>',
      `${scope}the database of --state-sql: sqlite:FILE, postgres://…, mysql://…`,
    );
}

/**
 * Where the state of an order is read; null where nothing says it.
 *
 * @throws {CliError} where the options do not go together
 */
export function stateOf(flags: StateFlags): StatePlace | null {
  const given = OPTIONS.filter((name) => flags[name] !== undefined);
  if (given.length > 1)
    throw usageError(
      `${given.map(spelled).join(' and ')} cannot be used together.`,
      'Give one place where the state is read.',
    );
  for (const [name, needs] of [
    ['paid', 'statePage'],
    ['statePage', 'paid'],
    ['database', 'stateSql'],
    ['stateSql', 'database'],
  ] as const)
    if (flags[name] !== undefined && flags[needs] === undefined)
      throw usageError(`${spelled(name)} needs ${spelled(needs)}.`);
  const { stateUrl, statePage, paid = '', stateCommand, stateSql, database = '' } = flags;
  if (stateUrl !== undefined) return { kind: 'url', url: address('--state-url', stateUrl) };
  if (stateCommand !== undefined) return { kind: 'command', command: stateCommand };
  if (stateSql !== undefined) return sqlPlace(stateSql, database);
  if (statePage === undefined) return null;
  return { kind: 'page', url: address('--state-page', statePage), paid: pattern(paid) };
}

function address(option: string, url: string): string {
  if (/^https?:\/\//.test(url) && URL.canParse(url.replace(/[{}]/g, ''))) return url;
  throw usageError(`${option} "${url}" is not an http or https address.`);
}

function pattern(text: string): RegExp {
  try {
    return new RegExp(text, 'iu');
  } catch (error) {
    throw usageError(
      `--paid "${text}" is no regular expression: ${error instanceof Error ? error.message : error}.`,
    );
  }
}

function sqlPlace(sql: string, given: string): StatePlace {
  if (!/^\s*(select|with)\b/i.test(sql))
    throw usageError(`--state-sql "${sql}" does not begin with SELECT or WITH.`, 'The query only reads.');
  if (!/\{(shop_order_id|payment_id)\}/.test(sql))
    throw usageError(
      `--state-sql "${sql}" names no order.`,
      'Use {shop_order_id} or {payment_id}, without quotes.',
    );
  if (/['"][^'"]*\{(shop_order_id|payment_id)\}[^'"]*['"]/.test(sql))
    throw usageError(
      '--state-sql has a variable between quotes.',
      'Take the quotes away: values are bound, not pasted in.',
    );
  const isNamed = given.startsWith('env:');
  if (!isNamed && hasPassword(given)) {
    throw usageError(
      "--database: the address has a password, which everybody on this machine sees on the command line, and the shell's history keeps.",
      'Put the address into a variable of the environment, and give env:NAME.',
    );
  }
  const database = isNamed ? fromEnvironment(given.slice(4)) : given;
  const problem = databaseProblem(database, process.cwd());
  if (problem !== undefined)
    throw usageError(`--database: ${problem}.`, 'env:NAME takes the address from the environment.');
  return { kind: 'sql', sql, database };
}

function hasPassword(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { password, searchParams } = new URL(address);
  return password !== '' || searchParams.has('password');
}

function fromEnvironment(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw usageError(`--database: the environment variable ${name} is not set.`);
  return value;
}
