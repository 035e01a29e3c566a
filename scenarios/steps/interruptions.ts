import type { Payment, Verbs } from '../../suite/engine/index.ts';
import { isKnownInTheEnd } from './ways-in.ts';

export const REFUND = 'invoice/create-refund';

/** How much of a payment of 100.00 this merchant can refund. */
export const part = (t: Verbs): string => (t.claims('refund.partial') ? '30.00' : '100.00');

export async function mustCount(t: Verbs, payment: Payment, amount: string, what: string): Promise<void> {
  for (let attempt = 0; attempt < 3; attempt++) {
    if ((await t.becomes(payment, (order) => t.sameAmount(order.refunded, amount))).met) return;
    // The gateway re-sends only what was not answered OK.
    if ((await t.lastNews(payment, { type: 'refund' }))?.state !== 'due') break;
    await t.repeatNews(payment, { type: 'refund' });
  }
  await isKnownInTheEnd(t, payment, what, (order) => t.sameAmount(order.refunded, amount));
}

interface Numbered {
  /** The id under which it was sent; undefined when it was not. */
  readonly id: string | undefined;
  /** The merchant's own answer. */
  readonly said: 'ok' | 'refused' | 'unknown';
  readonly stands: boolean;
}

/** Things made before and after a restart have ids of their own, and stand at the gateway. */
export async function idsOfTheirOwn(t: Verbs, what: string, make: () => Promise<Numbered>): Promise<void> {
  const ids: string[] = [];
  const next = async (when: string): Promise<void> => {
    const { id, said, stands } = await make();
    if (id !== undefined && ids.includes(id))
      t.fail(`A second ${what} was sent under the id ${id} ${when}.`, { about: ids });
    if (id === undefined || !stands) {
      // A shop may take what is alike for a double click, or have a limit for each hour.
      if (ids.length > 0 && id === undefined && said === 'refused') return;
      // What is taken and was not sent yet may be a matter of a slow machine.
      if (ids.length === 0 || (id === undefined && said === 'ok'))
        t.inconclusive(`No ${what} could be created ${when}.`);
      return t.fail(`A ${what} like the ones before could not be created ${when}.`, { about: ids });
    }
    ids.push(id);
  };
  for (let count = 0; count < 2; count++) await next('after others');
  if (t.claims('restart') && t.slot.process !== null) await t.restart();
  for (let count = 0; count < 2; count++) await next('after a restart');
}
