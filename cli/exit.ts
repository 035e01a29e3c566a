/** The exit codes of every command. */
export const exitCodes = {
  ok: 0,
  /** Not certified, a counterexample, an invalid signature. */
  failed: 1,
  /** Usage, configuration, unreadable input. */
  usage: 2,
  /** Inconclusive, a set-up or harness failure, an internal error. */
  inconclusive: 3,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

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
