import type { Verbs } from '../../suite/engine/index.ts';

interface Numbered {
  /** The id under which it was sent; undefined when it was not. */
  readonly id: string | undefined;
  /** The merchant's own answer. */
  readonly said: 'ok' | 'refused' | 'unknown';
  readonly stands: boolean;
}

/** A shop may be unavailable for so long after a start. */
const WARM_UP_MS = 10_000;

/** Makes something; where nobody knows what came of that, and nothing was sent, another one is made a little later. */
async function available(t: Verbs, make: () => Promise<Numbered>): Promise<Numbered> {
  const until = performance.now() + WARM_UP_MS;
  for (;;) {
    const made = await make();
    if (made.said !== 'unknown' || made.id !== undefined || performance.now() >= until) return made;
    await t.pause(t.stage.settleMs);
  }
}

/** Things made before and after a restart have ids of their own, and stand at the gateway. */
export async function idsOfTheirOwn(t: Verbs, what: string, make: () => Promise<Numbered>): Promise<void> {
  const ids: string[] = [];
  const next = async (when: string): Promise<void> => {
    const { id, said, stands } = await available(t, make);
    if (id !== undefined && ids.includes(id))
      t.fail(`A second ${what} was sent under the id ${id} ${when}.`, { about: ids });
    // A shop may take what is alike for a double click, or have a limit for each hour.
    if (ids.length > 0 && id === undefined && said === 'refused') return;
    if (id === undefined || !stands) return t.inconclusive(`No ${what} could be created ${when}.`);
    ids.push(id);
  };
  for (let count = 0; count < 2; count++) await next('after others');
  if (t.claims('restart') && t.slot.process !== null) await t.restart();
  for (let count = 0; count < 2; count++) await next('after a restart');
}
