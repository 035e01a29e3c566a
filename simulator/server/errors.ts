/** A fixed port that somebody else already listens on. */
export class PortInUseError extends Error {
  readonly host: string;
  readonly port: number;

  constructor(host: string, port: number, cause: unknown) {
    super(
      `${host}:${port} is in use by another program: stop it, or choose another port (0 takes a free one)`,
      {
        cause,
      },
    );
    this.name = 'PortInUseError';
    this.host = host;
    this.port = port;
  }
}

/** An option of the simulator that cannot be carried out; `option` names it. */
export class SimulatorOptionError extends Error {
  readonly option: string;

  constructor(option: string, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'SimulatorOptionError';
    this.option = option;
  }
}

/** The `code` that Node's system errors carry, or an empty text. */
export function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What it means that a server could not listen. */
export function listenFailure(host: string, port: number, error: unknown): Error {
  const code = codeOf(error);
  if (code === 'EADDRINUSE') return new PortInUseError(host, port, error);
  const reason = reasons[code] ?? messageOf(error);
  return new SimulatorOptionError('host', `cannot listen on ${host}:${port}: ${reason}`, error);
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'the port needs more rights; choose one above 1023',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'the host name is not known',
  EAI_AGAIN: 'the host name is not known',
};
