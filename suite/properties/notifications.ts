import { type NoticeCase, noticeCases, type Topic } from '../arbitraries/index.ts';
import { DriverTarget, type RunResult, runBatch } from '../fuzz/index.ts';
import { type Property, property, type Tried } from './property.ts';

/** How much longer than usual is waited before something that did not happen counts. */
const PATIENCE = 4;

function triedOf({ finding, skipped }: RunResult): Tried {
  const story = (finding?.trail ?? []).map(({ who, text }) => `The ${who} ${text}.`);
  const breach = finding?.breach ?? null;
  if (breach?.rule === undefined) return { broken: null, idle: skipped ?? finding?.actual ?? null, story };
  const { rule, expected, actual } = breach;
  return { broken: { rule, expected, actual, proof: [] }, idle: null, story };
}

/**
 * Notifications about orders of their own, one case at a time: a case takes about 45 ms on the reference shop, and
 * fast-check makes smaller what it drew. (The fuzzer has up to 128 in flight, so that slow merchants settle together.)
 */
const noticed = (topic: Topic): Property =>
  property<NoticeCase>(`property.notifications.${topic}`, {
    arbitrary: (_, { format }) => noticeCases({ format, freshOrders: true, topics: [topic] }),
    begin: (slot, heard) => {
      const target = new DriverTarget(slot, heard);
      const run = async (notice: NoticeCase, patience: number): Promise<RunResult | undefined> => {
        const how = { patience, base: 'record', enough: Number.POSITIVE_INFINITY } as const;
        const [result] = await runBatch(target, [notice], { ...how, counter: { messages: 0 } });
        return result;
      };
      const tries = async (notice: NoticeCase): Promise<Tried> => {
        const first = await run(notice, 1);
        // A slow machine could be to blame for what did not happen.
        const mayBeSlow = first?.finding?.breach?.liveness === true;
        const result = mayBeSlow ? await run(notice, PATIENCE) : first;
        if (result === undefined) throw new Error('A case had no result.');
        return triedOf(result);
      };
      return { tries };
    },
  });

/** What is told to the merchant has its effect when it is genuine, and none when it is not. */
export const notifications: readonly Property[] = (['payment', 'hold', 'rejection', 'refund'] as const).map(
  noticed,
);
