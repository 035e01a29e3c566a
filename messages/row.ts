import type { RefundStatus } from '../simulator/protocol/refund-states.ts';
import type { Verdict } from '../simulator/protocol/verdicts.ts';
import type { Draft } from './draft.ts';
import type { Member } from './fields.ts';

/** What a notification is about: a payment, funds that are blocked, a rejection by the service, the end of a refund. */
export type Topic = 'payment' | 'hold' | 'rejection' | 'refund';

/** Those whose notifications have `type=invoice`. */
export const OF_INVOICES: readonly Topic[] = ['payment', 'hold', 'rejection'];

export type Format = 'json' | 'form';

/** For whom a message is made, and how the merchant reads notifications. */
export interface RowContext {
  /** Reading id to answer. */
  readonly readings: Readonly<Record<string, string>>;
  /** The members of a genuine notification about the same order that reports this; a word is of its refund. */
  readonly genuine: (status: 4 | RefundStatus) => readonly Member[];
}

/** On what a verdict may depend beside the message: its format, and whether genuine notifications came before. */
export interface Circumstances {
  readonly format: Format;
  readonly told: boolean;
}

/** `must`: the specification decides. `should`: good practice that it implies. */
export type Level = 'must' | 'should';

/** What the rows of a family have in common. */
interface Common {
  /** Of one group a message has at most one, because two of them could undo each other. */
  readonly group: 'field' | 'content' | 'sign' | 'keys' | 'layout' | 'http' | 'type' | 'header';
  /** What a merchant must do with it. */
  readonly verdict: Verdict | ((circumstances: Circumstances) => Verdict);
  /** Ids of the requirements that decide about it. */
  readonly requirements: readonly string[];
  /** The interpretation that decides, where the specification leaves it open. */
  readonly reading?: string;
  /** How strictly it is decided; a must when left out. */
  readonly level?: Level;
  /** True where the merchant may well answer `OK` although it must not act on it. */
  readonly okProvesNothing?: boolean;
  /** The format in which alone it can be made. */
  readonly format?: Format;
  /** What a notification that it changes may be about: anything when left out. */
  readonly topics?: readonly Topic[];
}

/** One thing that the suite can say to a merchant as the gateway: a change of a genuine notification. */
export interface Row extends Common {
  /** Never changes its meaning: the first words name its family. */
  readonly id: string;
  /** What is changed, for a sentence that begins "a notification". */
  readonly says: string;
  readonly apply: (draft: Draft, context: RowContext) => void;
}

/** Rows that make one change in several ways, or a change whose details are drawn by the fuzzer. */
export interface Family extends Common {
  readonly id: string;
  /** How likely it is beside the others: 1 when left out, at least 0.01. */
  readonly weight?: number;
  readonly rows: readonly Row[];
  /** The row for drawn details, which are plain JSON; then `rows` is empty. */
  readonly drawn?: (details: unknown) => Row;
}

interface Making<P> extends Common {
  readonly id: string;
  readonly weight?: number;
  readonly says: string | ((value: P, name: string) => string);
  readonly apply: (draft: Draft, value: P, context: RowContext) => void;
}

function rowOf<P>({ weight: _, ...family }: Making<P>, id: string, value: P, name: string): Row {
  const { says, apply, ...common } = family;
  return {
    ...common,
    id,
    // In words only where it is asked for: most messages are never told of.
    get says() {
      return typeof says === 'string' ? says : says(value, name);
    },
    apply: (draft, context) => apply(draft, value, context),
  };
}

/** A family of rows that are listed: the name of each, and by what it differs. */
export function family<P>({
  of,
  ...making
}: Making<P> & { readonly of: Readonly<Record<string, P>> }): Family {
  const { says: _, apply: __, ...common } = making;
  const rows = Object.entries(of).map(([name, value]) => rowOf(making, `${making.id}.${name}`, value, name));
  return { ...common, rows };
}

/** A family of the one row whose id it has. */
export function single(making: Making<null>): Family {
  const { says: _, apply: __, ...common } = making;
  return { ...common, rows: [rowOf(making, making.id, null, '')] };
}

/** A family whose details are drawn; `details` reads them, and throws where they are of another shape. */
export function drawn<P>({
  details,
  ...making
}: Making<P> & { readonly details: (given: unknown) => P }): Family {
  const { says: _, apply: __, ...common } = making;
  return { ...common, rows: [], drawn: (given) => rowOf(making, making.id, details(given), '') };
}

/** Names by which nothing but the name differs. */
export const named = (...names: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(names.map((name) => [name, name]));
