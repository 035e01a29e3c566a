import { setTimeout as pause } from 'node:timers/promises';
import type { DeliveryReply } from '../../simulator/index.ts';

/** True for a reply that says that the merchant is busy: the gateway's next attempt, a while later, may find it free. */
export function isBusy(reply: Pick<DeliveryReply, 'outcome' | 'status'>): boolean {
  return reply.outcome === 'replied' && (reply.status === 429 || reply.status === 503);
}

/** Five seconds in all, in real time: long enough for a limit of so many a second. */
const MOST_ATTEMPTS = 8;
const FIRST_PAUSE_MS = 20;

/** Sends again, at ever longer intervals as the gateway does, what a merchant has put off. */
export class Patience {
  /** It has put off everything of one message: whoever answers so for it lets nothing through. */
  #gaveUp = false;

  /** The first reply that is not busy, or the last one. */
  async untilHeard<Reply extends DeliveryReply>(first: Reply, again: () => Promise<Reply>): Promise<Reply> {
    let reply = first;
    for (let attempt = 0; isBusy(reply) && !this.#gaveUp; attempt++) {
      await pause(FIRST_PAUSE_MS * 2 ** attempt);
      reply = await again();
      this.#gaveUp = attempt + 1 >= MOST_ATTEMPTS && isBusy(reply);
    }
    return reply;
  }
}
