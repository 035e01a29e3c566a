import { createClock, type GatewayClock } from './clock.ts';
import { messageOf, SimulatorOptionError } from './errors.ts';
import type { SimulatorOptions } from './options.ts';

/** The clock that the options ask for, no earlier than the store's last event. */
export function makeClock(options: SimulatorOptions, lastAt: string | undefined): GatewayClock {
  try {
    return createClock(options.clock ?? { kind: 'virtual' }, lastAt === undefined ? 0 : Date.parse(lastAt));
  } catch (error) {
    throw new SimulatorOptionError('clock', messageOf(error), error);
  }
}

/** Shops are known by their ids: there must be one, and no two alike. */
export function checkShops({ shops }: SimulatorOptions): void {
  if (shops.length === 0) throw new SimulatorOptionError('shops', 'shops is empty: expected at least one');
  const seen = new Set<string>();
  for (const { id } of shops) {
    if (seen.has(String(id))) throw new SimulatorOptionError('shops', `shops has two with the id ${id}`);
    seen.add(String(id));
  }
}
