import { fork } from 'node:child_process';
import { exitCodes } from '../../../cli/support/exit.ts';

/** A script that does a part of the work in a process of its own: a process has one core, and a machine has more. */
export interface Part<T> {
  /** What it sends when it is done. Rejects when it ends without that. */
  readonly answer: Promise<T>;
  /** Asks it to end early, with what it has. */
  stop(): void;
}

/** Starts a script with these arguments as a part. What it sends is what the script gives to {@link workAsPart}. */
export function startPart<T>(script: string, args: readonly string[]): Part<T> {
  const child = fork(script, args, { execArgv: process.execArgv });
  const answer = new Promise<T>((resolve, reject) => {
    let sent: { readonly answer: T } | undefined;
    child.on('message', (message) => {
      sent = { answer: message as T };
    });
    child.on('exit', (code) => {
      if (sent === undefined) reject(new Error(`A measuring process ended with ${code} and no result.`));
      else resolve(sent.answer);
    });
  });
  return { answer, stop: () => void (child.connected && child.send('stop')) };
}

/** In a process that {@link startPart} has started: does the work and sends what it gives; `stopped` says to end early. */
export async function workAsPart<T extends object>(
  work: (stopped: AbortSignal) => Promise<T>,
): Promise<void> {
  // Nobody would see what is measured for a process that has been killed.
  const end = (): void => process.exit(exitCodes.interrupted);
  process.once('disconnect', end);
  const stopped = new AbortController();
  process.once('message', () => stopped.abort());
  const answer = await work(stopped.signal);
  // A process that ends before a long message has left takes it along.
  await new Promise((sent) => process.send?.(answer, sent));
  process.off('disconnect', end);
  // The process that started this one may be gone.
  if (process.connected) process.disconnect();
}
