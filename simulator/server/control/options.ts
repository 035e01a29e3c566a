import { isLoopback } from '../addresses.ts';
import { SimulatorOptionError } from '../errors.ts';

/** Where the control plane listens, and what keeps others out. */
export interface ControlOptions {
  host: string;
  port: number;
  token: string | undefined;
}

/** @throws SimulatorOptionError for a host that others can reach without a token to keep them out. */
export function checkControlOptions({ host, token }: ControlOptions): void {
  if (token !== undefined && token.length < 8) {
    throw new SimulatorOptionError(
      'controlToken',
      'controlToken is shorter than 8 characters: choose a longer one',
    );
  }
  if (token === undefined && !isLoopback(host)) {
    throw new SimulatorOptionError(
      'controlHost',
      `controlHost is "${host}", which others can reach: set controlToken too, or use 127.0.0.1`,
    );
  }
}
