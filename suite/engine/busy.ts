import { setTimeout as pause } from 'node:timers/promises';
import { LATER } from '../../history/later.ts';
import type { DeliveryReply } from '../../simulator/index.ts';

/** True for a reply that puts a message off: the gateway's next attempt, a while later, may find it taken. */
export function isBusy(reply: Pick<DeliveryReply, 'outcome' | 'status'>): boolean {
  return reply.outcome === 'replied' && LATER.has(reply.status);
}

const FIRST_PAUSE_MS = 20;
/** For how long one message is sent again, in real time: at least so long, and never longer than that. */
const LEAST_MS = 5_000;
const MOST_MS = 15_000;
/** The same after a wait in vain, until something is heard. */
const AGAIN_MS = 600;
/** By which a merchant may refuse for good what contradicts its state. */
const CONFLICT = 409;

/** For how long a merchant is given the time to take one message, where all deadlines are multiplied by a factor. */
export const busyMs = (settleMs: number, factor: number): number =>
  Math.min(MOST_MS, factor * Math.max(LEAST_MS, 2 * settleMs));

/** Whether a message is one that a merchant has to take, or a hostile one. */
type Kind = 'notification' | 'hostile';

/** Sends again, at ever longer intervals as the gateway does, what a merchant has put off. */
export class Patience {
  readonly #mostMs: number;
  /** By which statuses which kinds of messages were put off in vain: no other one is waited for as long. */
  readonly #inVain = new Set<string>();

  constructor(mostMs: number) {
    this.#mostMs = mostMs;
  }

  /** The first reply that is not busy, or the last one. */
  async untilHeard<Reply extends Put>(
    first: Reply,
    again: () => Promise<Reply>,
    kind: Kind = 'notification',
  ): Promise<Reply> {
    if (!isBusy(first)) {
      this.#heard(kind);
      return first;
    }
    const begun = performance.now();
    let reply = first;
    for (let pauseMs = FIRST_PAUSE_MS; isBusy(reply); pauseMs *= 2) {
      const asked = retryAfterMs(reply);
      const leftMs = (asked > 0 ? MOST_MS : this.#limitMs(kind, reply.status)) - (performance.now() - begun);
      if (leftMs <= FIRST_PAUSE_MS / 2) break;
      await pause(Math.min(Math.max(pauseMs, asked), leftMs));
      reply = await again();
    }
    if (isBusy(reply)) this.#inVain.add(`${kind} ${reply.status}`);
    else this.#heard(kind);
    return reply;
  }

  #limitMs(kind: Kind, status: number | null): number {
    if (!this.#inVain.has(`${kind} ${status}`)) return this.#mostMs;
    return status === CONFLICT ? 0 : AGAIN_MS;
  }

  #heard(kind: Kind): void {
    for (const each of this.#inVain)
      if (each.startsWith(kind) && !each.endsWith(`${CONFLICT}`)) this.#inVain.delete(each);
  }
}

/** What is needed of a reply. */
type Put = Pick<DeliveryReply, 'outcome' | 'status'> & Partial<Pick<DeliveryReply, 'headers'>>;

/** For how long a merchant says that it is not to be asked again; 0 where it says nothing. */
function retryAfterMs({ headers = {} }: Put): number {
  const name = Object.keys(headers).find((each) => each.toLowerCase() === 'retry-after');
  const text = String(name === undefined ? '' : headers[name]).trim();
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  return Math.max(0, (Date.parse(text) || 0) - Date.now());
}
