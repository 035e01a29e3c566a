import type { Verbs } from '../../suite/engine/index.ts';
import { CREATE } from './operations.ts';

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

/**
 * An order that is being created: its invoice stands at the gateway, and the answer is held back.
 *
 * @param expected why a right merchant may have given up when the answer comes, where it may
 */
export async function beginCreate(
  t: Verbs,
  wish: Parameters<Verbs['ask']>[0] = {},
  expected: { readonly unless?: string } = {},
) {
  const fault = await t.nextCall(CREATE, { kind: 'wait' }, expected);
  const since = await t.now();
  const asking = t.ask(wish);
  const invoice = await seenBefore(t, asking, async () => {
    const [create] = await t.calls({ operation: CREATE, after: since });
    const shopOrderId = create?.request.fields?.shop_order_id;
    return shopOrderId === undefined
      ? undefined
      : (await t.gateway.invoices({ shopOrderId: String(shopOrderId) }))[0];
  });
  return { fault, asking, invoice };
}
