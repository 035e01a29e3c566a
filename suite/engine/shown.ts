import type { Answer, DriverCall } from '../drivers/index.ts';
import { unobservable } from './judgement.ts';
import { pause, type Stage } from './stage.ts';

/**
 * What the merchant shows of the object with this id. An answer that is not to be had within the deadline ends the check.
 *
 * @param fresh makes such an object, to see whether the call works for one that the check has done nothing to
 */
export async function shown<T>(
  stage: Stage,
  what: string,
  call: DriverCall,
  ask: (id: string) => Promise<Answer<T>>,
  id: string,
  fresh: () => Promise<Answer<string>>,
): Promise<T> {
  const until = performance.now() + stage.settleMs;
  for (;;) {
    const answer = await ask(id);
    if (answer.kind === 'ok') return answer.value;
    if (performance.now() >= until) {
      return unobservable(`${what} could not be read`, answer, call, async () => {
        const made = await fresh();
        return made.kind === 'ok' ? ask(made.value) : made;
      });
    }
    await pause(20);
  }
}
