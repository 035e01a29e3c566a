import type { Socket } from 'node:net';
import { StringDecoder } from 'node:string_decoder';
import type { ForeignEvent } from '../../simulator/index.ts';
import type { Control } from '../gateway-client/index.ts';
import type { MerchantProcess } from '../process/index.ts';
import type { SlotDescriptor } from './slot.ts';

/** What a worker asks of the slot that is kept for it: calls by name, over a connection of its own. */
export interface Asked extends MerchantProcess {
  /** What the slot is, once it can be used. */
  describe(): Promise<SlotDescriptor>;
  control: Control;
}

/** The first line of a connection: who asks, and for which slot. */
export interface Hello {
  readonly token: string;
  readonly slot: number;
}

/** A call, whose answer comes back under its number. */
export interface Question {
  readonly id: number;
  readonly ask: keyof Asked;
  readonly input: unknown;
}

/** A question, or an event for the history. */
export type Said = Question | { readonly note: ForeignEvent };

export interface Answered {
  readonly id: number;
  readonly value?: unknown;
  readonly failure?: { readonly message: string; readonly remedy: string | null };
}

/**
 * Takes lines of JSON, and hangs up on whoever sends anything else. A line may come in many pieces, so only what is
 * new is searched for its end.
 */
export function onLines<T>(socket: Socket, take: (line: T) => unknown): void {
  let pieces: string[] = [];
  const decoder = new StringDecoder();
  socket.on('data', (bytes: Buffer) => {
    const [first = '', ...others] = decoder.write(bytes).split('\n');
    pieces.push(first);
    for (const next of others) {
      const line = pieces.join('');
      pieces = [next];
      try {
        take(JSON.parse(line));
      } catch {
        socket.destroy();
      }
    }
  });
}

export const RUN_IS_OVER = 'the run is over';

/**
 * Writes lines; those of one turn go out together, since each write costs as much as what it says.
 *
 * @returns a function that resolves when its line is out of this process
 */
export function lineWriter<T>(socket: Socket): (line: T) => Promise<void> {
  let pending = '';
  let written: Promise<void> | undefined;
  return (line) => {
    pending += `${JSON.stringify(line)}\n`;
    written ??= new Promise((resolve, reject) => {
      process.nextTick(() => {
        const text = pending;
        pending = '';
        written = undefined;
        if (socket.destroyed) reject(new Error(RUN_IS_OVER));
        else socket.write(text, (error) => (error ? reject(error) : resolve()));
      });
    });
    return written;
  };
}
