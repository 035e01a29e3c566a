/** The exit codes of every command, of the verdict of a run too. */
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

/** The exit codes of a run that came to an end. */
export type RunExitCode = (typeof exitCodes)['ok' | 'failed' | 'inconclusive'];
