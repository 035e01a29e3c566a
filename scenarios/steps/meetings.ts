import type { Verbs } from '../../suite/engine/index.ts';

/** Waits until something has been seen, or the merchant is done without it; a slow one may take long to begin. */
export async function seenBefore<T>(
  t: Verbs,
  done: Promise<unknown>,
  see: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const over = done.then(() => true);
  for (;;) {
    const isOver = await Promise.race([over, t.pause(10).then(() => false)]);
    const seen = await see();
    if (seen !== undefined || isOver) return seen;
  }
}

/** Lets a held answer go once the reply is there; a merchant that does one thing at a time replies later. */
export async function releaseAfter(t: Verbs, fault: string, reply: Promise<unknown>): Promise<void> {
  await Promise.race([reply, t.pause(t.slot.config.tempo.readTimeoutMs / 3)]);
  await t.gateway.release(fault);
}
