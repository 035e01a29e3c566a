import type { Verbs } from '../../suite/engine/index.ts';

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
