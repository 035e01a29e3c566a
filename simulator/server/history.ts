/** What a simulator keeps: its clock, its journal, and what it must know after a restart. */
import type { MemoryRow } from '../core/memory-row.ts';
import type { GatewayCore } from '../core/types.ts';
import type { ArmedFault, FaultEngine } from '../faults/engine.ts';
import type { Fault } from '../faults/fault.ts';
import type { GatewayClock } from './clock.ts';
import { messageOf, SimulatorOptionError } from './errors.ts';
import { createJournal, type Journal } from './journal.ts';
import { openJournalFile } from './journal-file.ts';
import type { JournalLimits } from './journal-pages.ts';
import type { SimulatorOptions } from './options.ts';
import { makeClock } from './start-checks.ts';
import type { Store } from './store.ts';

/** What is called when the simulator stops, the last first. */
export type Closing = (() => Promise<void> | void)[];

/** Ordinary events have one or two thousand bytes: only those with huge bodies come to the limit of bytes. */
const defaultLimits: JournalLimits = { lines: 20_000, bytes: 64 * 2 ** 20 };

export interface History {
  readonly clock: GatewayClock;
  readonly journal: Journal;
  /** Whether there is a store. */
  readonly keeps: boolean;
  /** Gives core and faults what they knew, and asks them from now on for what changes. */
  remember(core: GatewayCore, faults: FaultEngine): void;
  /** The faults that are wanted and not in force already, of which a store may know. */
  unarmed(faults: FaultEngine, wanted: readonly Fault[]): readonly Fault[];
}

/** @throws SimulatorOptionError for a store or a file that cannot be used */
export async function openHistory(options: SimulatorOptions, closing: Closing): Promise<History> {
  const store = await openStore(options);
  if (store !== undefined) closing.unshift(() => store.close());
  const file =
    options.journalFile === undefined
      ? undefined
      : reading(options, () => openJournalFile(options.journalFile ?? '', store));
  if (file !== undefined) closing.unshift(() => file.close());
  const clock = makeClock(options, store === undefined ? undefined : reading(options, () => lastAt(store)));
  let changes: () => readonly MemoryRow[] = () => [];
  const journal = createJournal({
    clock,
    limits: {
      lines: options.journalRetention ?? defaultLimits.lines,
      bytes: options.journalRetentionBytes ?? defaultLimits.bytes,
    },
    store,
    file,
    changes: () => changes(),
    onEvent: options.onEvent,
    onFailure: options.onFailure,
  });
  closing.unshift(() => journal.close());
  return {
    clock,
    journal,
    keeps: store !== undefined,
    remember(core, faults) {
      if (store === undefined) return;
      reading(options, () => core.remember(withoutFaults(store, faults)));
      changes = changesOf(core, faults);
    },
    unarmed(faults, wanted) {
      const known = new Set(faults.list().map(({ fault }) => JSON.stringify(fault)));
      return wanted.filter((fault) => !known.has(JSON.stringify(fault)));
    },
  };
}

async function openStore({ store, shops }: SimulatorOptions): Promise<Store | undefined> {
  if (store === undefined) return undefined;
  // Who keeps nothing need not load a database.
  const { openSqliteStore } = await import('./sqlite-store.ts');
  return openSqliteStore({ ...store, shops: shops.map(({ id }) => String(id)) });
}

/** Names the store in what goes wrong with it. */
function reading<T>({ store }: SimulatorOptions, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof SimulatorOptionError || store === undefined) throw error;
    throw new SimulatorOptionError('store', `the store "${store.path}" ${messageOf(error)}`, error);
  }
}

/** Gateway time of the last event. */
function lastAt(store: Store): string | undefined {
  if (store.last === 0) return undefined;
  let at: string | undefined;
  for (const { lines } of store.read(store.last, store.last)) {
    at = (JSON.parse(lines.at(-1) ?? '{}') as { at?: string }).at;
  }
  return at;
}

function* withoutFaults(store: Store, faults: FaultEngine): Generator<MemoryRow> {
  for (const row of store.rows()) {
    if (row.kind === 'faults' && row.data !== null) faults.goOn(JSON.parse(row.data) as ArmedFault[]);
    else yield row;
  }
}

function changesOf(core: GatewayCore, faults: FaultEngine): () => readonly MemoryRow[] {
  let known = faults.changes();
  return () => {
    const rows = core.changes();
    if (faults.changes() === known) return rows;
    known = faults.changes();
    rows.push({ kind: 'faults', id: 0, data: JSON.stringify(faults.list()) });
    return rows;
  };
}
