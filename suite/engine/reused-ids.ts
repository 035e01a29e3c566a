import { fail, inconclusive } from './judgement.ts';
import type { Stage } from './stage.ts';
import { history } from './traffic.ts';

/** An id of the merchant's for something new, and what the gateway has under it. */
interface Named {
  readonly object: 'invoice' | 'payout';
  /** The suite's own name for it, which no other object has. */
  readonly reference: string;
  /** The merchant's id. */
  readonly id: string;
  /** The gateway's id of what it has under that. */
  readonly gatewayId: number;
}

const NAMES = { invoice: 'shop_order_id', payout: 'shop_payment_id' } as const;
const CHECKS = { invoice: 'order.ids.unique', payout: 'payout.ids.unique' } as const;
const WORDS = { invoice: 'order', payout: 'payout' } as const;

/**
 * Ends the check where the merchant gave something new an id that it had used before: what the gateway has under it is
 * the older one, which may have ended long ago. The failure belongs to the checks of unique ids, and any other check can
 * judge nothing by it.
 */
export async function mustBeNew(stage: Stage, { object, reference, id, gatewayId }: Named): Promise<void> {
  const key = `${object} ${id}`;
  const owner = stage.owners.get(key) ?? reference;
  stage.owners.set(key, owner);
  const events = await history(stage);
  const isBorn = events.some(
    (event) =>
      event.kind === 'state' &&
      event.object === object &&
      event.from === null &&
      event.id === String(gatewayId),
  );
  if (owner === reference && isBorn) return;
  const [name, what] = [NAMES[object], WORDS[object]];
  const earlier = owner === reference ? `an earlier ${what}` : `the ${what} ${owner}`;
  const actual = `The merchant gave the new ${what} ${reference} the ${name} ${id}, which ${earlier} has already.`;
  const about = [reference, id, gatewayId, ...(owner === reference ? [] : [owner])];
  if (stage.check.id === CHECKS[object]) {
    return fail(actual, {
      expected: `The ${name} of each ${what} is unique within the shop, also after a restart.`,
      about,
    });
  }
  return inconclusive(`${actual} Nothing else can be judged by it (${CHECKS[object]}).`, {
    about,
    cause: 'merchant',
  });
}
