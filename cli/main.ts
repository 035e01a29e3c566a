/** The command line: finds the command, loads its file, and turns whatever goes wrong into an exit code. */
import { Command, CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { printable } from '../history/printable.ts';
import { nearest } from '../suite/config/nearest.ts';
import { guardTerminal } from '../suite/process/terminal.ts';
import type { CommandEntry } from './command-entry.ts';
import { commands } from './commands.ts';
import { CliError, exitCodes } from './support/exit.ts';
import { installSignals } from './support/signals.ts';
import { packageVersion } from './version.ts';

/**
 * Runs a command line.
 *
 * @param args the arguments after `gatecheck`
 * @returns the exit code; a command sets its own through `process.exitCode`
 */
export async function main(args: readonly string[]): Promise<number> {
  installSignals();
  guardTerminal();
  process.on('uncaughtException', (error) => process.exit(report(error)));
  process.on('unhandledRejection', (error) => process.exit(report(error)));
  // A reader that has seen enough (`certify | head -1`) is no error, and no verdict: the command goes on to its own end.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') process.exit(report(error));
    });
  }
  process.on('exit', endedTooEarly);
  try {
    await run(args);
    return Number(process.exitCode ?? exitCodes.ok);
  } catch (error) {
    return report(error);
  } finally {
    process.off('exit', endedTooEarly);
  }
}

/** Exit code 0 of a command that was not done would be taken for its verdict; 13 is Node's for a wait without end. */
function endedTooEarly(): void {
  if (![0, 13].includes(Number(process.exitCode ?? 0))) return;
  process.exitCode = exitCodes.inconclusive;
  process.stderr.write(
    'gatecheck: the process ended before the command was done.\n  Does the configuration or the driver call process.exit()?\n',
  );
}

async function run(args: readonly string[]): Promise<void> {
  const [first] = args;
  // What the script of `gatecheck completion` calls.
  if (first === 'completion-server')
    return (await import('./completion.ts')).completeLine(commands, process.env);
  const program = frame();
  const called = commands.find(({ name }) => name === first || (first === 'help' && name === args[1]));
  for (const entry of commands) program.addCommand(entry === called ? await loaded(entry) : outline(entry));
  quieten(program);
  if (first === undefined) {
    process.stderr.write(program.helpInformation());
    process.exitCode = exitCodes.usage;
    return;
  }
  if (called === undefined && !first.startsWith('-') && first !== 'help') throw unknownCommand(first);
  if (called === undefined && first === 'help' && args[1] !== undefined) throw unknownCommand(args[1]);
  await program.parseAsync(args, { from: 'user' });
}

function frame(): Command {
  return new Command('gatecheck')
    .description('A fake payment gateway and a conformance suite for the merchants that integrate with it.')
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help for a command')
    .addHelpText(
      'after',
      '\nExit codes: 0 certified, or nothing found · 1 not certified, or a counterexample · 2 usage, configuration,\nunreadable input · 3 inconclusive, set-up or harness failure · 130 and 143 interrupted.',
    );
}

async function loaded(entry: CommandEntry): Promise<CommandUnknownOpts> {
  const { command } = await entry.load();
  return (command() as CommandUnknownOpts).name(entry.name).summary(entry.summary);
}

function outline({ name, summary }: CommandEntry): Command {
  return new Command(name).summary(summary).description(summary);
}

/** Commander reports through exceptions, also in subcommands, so that each error is printed once, by us. */
function quieten(command: CommandUnknownOpts): void {
  command.exitOverride().configureOutput({ outputError: () => {} });
  command.showSuggestionAfterError(true);
  for (const child of command.commands) quieten(child);
}

function unknownCommand(name: string): CliError {
  const near = nearest(
    name,
    commands.map((entry) => entry.name),
  );
  return new CliError(`unknown command "${name}".${near === undefined ? '' : ` Did you mean ${near}?`}`, {
    hint: 'gatecheck --help lists the commands.',
  });
}

/** Prints what went wrong and answers the exit code for it. */
function report(error: unknown): number {
  if (error instanceof CommanderError) return reportUsage(error);
  if (error instanceof CliError) {
    process.stderr.write(`gatecheck: ${printable(error.message)}\n`);
    if (error.hint !== undefined) process.stderr.write(`  ${printable(error.hint)}\n`);
    debug(error);
    return error.exitCode;
  }
  const message = printable(error instanceof Error ? error.message : String(error));
  if (/^(ENOSPC|EDQUOT)\b/.test(message)) {
    process.stderr.write(`gatecheck: the disk is full: ${message}\n  Make room, and run it again.\n`);
    return exitCodes.inconclusive;
  }
  process.stderr.write(
    `gatecheck: internal error: ${message}\n  This is a defect of gatecheck, not of the merchant. Please report this line with the version\n  (${packageVersion()}) and the command line; GATECHECK_DEBUG=1 adds the stack.\n`,
  );
  debug(error);
  return exitCodes.inconclusive;
}

function reportUsage(error: CommanderError): number {
  if (error.exitCode === 0) return exitCodes.ok;
  const [line = '', hint] = error.message.replace(/^error: /, '').split('\n');
  const help = 'gatecheck --help and gatecheck COMMAND --help show what there is.';
  process.stderr.write(`gatecheck: ${line}${hint === undefined ? '' : ` ${hint}`}\n  ${help}\n`);
  return exitCodes.usage;
}

function debug(error: unknown): void {
  if (process.env.GATECHECK_DEBUG !== '1' || !(error instanceof Error)) return;
  process.stderr.write(`${error.stack}\n`);
  if (error.cause !== undefined) process.stderr.write(`caused by: ${String(error.cause)}\n`);
}
