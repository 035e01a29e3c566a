import type { Binding, CheckMeta } from '../../ledger/index.ts';
import type { Check, CheckBody } from './attempt.ts';

/** What a check is about, and its story. */
export type Story = Binding &
  Omit<CheckMeta, 'id' | keyof Binding> & {
    /** Drives the merchant through the verbs; throws a judgement when it finds something. */
    readonly story: CheckBody;
  };

const bindingOf = (row: Binding): Binding =>
  row.level === 'must' ? { level: row.level } : { level: row.level, whyShould: row.whyShould };

/** A check: the default export of its file in `scenarios/`, which is named after its id. */
export function check(id: string, row: Story): Check {
  const { story, level: _, whyShould: __, ...about } = row;
  return { meta: { id, ...about, ...bindingOf(row) }, body: story };
}
