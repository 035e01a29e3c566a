import { type ExitCode, exitCodes } from '../../reports/exit-codes.ts';

export { type ExitCode, exitCodes };

/** An error that ends a command with one line, a hint on what to do, and an exit code. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly exitCode: ExitCode;
  readonly hint: string | undefined;

  constructor(message: string, options: { exitCode?: ExitCode; hint?: string; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.exitCode = options.exitCode ?? exitCodes.usage;
    this.hint = options.hint;
  }
}

/** A wrong use of the command line, or input that cannot be read: exit code 2. */
export function usageError(message: string, hint?: string): CliError {
  return new CliError(message, hint === undefined ? {} : { hint });
}
