import { exitCodes } from './exit.ts';

/** The exit code of a run that a signal ended. */
export const signalCodes = { SIGINT: exitCodes.interrupted, SIGTERM: exitCodes.terminated } as const;

const handlers = (['SIGINT', 'SIGTERM'] as const).map((signal) => ({
  signal,
  end: () => process.exit(signalCodes[signal]),
}));

/** Lets SIGINT end the process with 130 and SIGTERM with 143, until a command takes the signals over. */
export function installSignals(): void {
  for (const { signal, end } of handlers) process.on(signal, end);
}

/** For a command that ends by itself on signals: the defaults are gone and `onSignal` gets each signal. */
export function takeSignals(onSignal: (signal: 'SIGINT' | 'SIGTERM') => void): void {
  for (const { signal, end } of handlers) {
    // In this order: without a listener in between, a signal that has just come would be lost.
    process.on(signal, () => onSignal(signal));
    process.off(signal, end);
  }
}
