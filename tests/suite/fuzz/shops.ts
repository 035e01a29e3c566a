import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { faultyShops } from '../../../fixtures/shops/faulty/index.ts';
import { loadConfig, type ResolvedConfig } from '../../../suite/config/index.ts';
import { referenceConfig } from '../../../suite/config/reference.ts';
import { openSlot, type Slot } from '../../../suite/slots/index.ts';
import { compileShop } from '../strength/compile-shop.ts';

let compiled: Promise<string> | undefined;

/** The reference shop as one compiled file, which starts in a fraction of the time; made once, gone at exit. */
function compiledMain(): Promise<string> {
  compiled ??= compileShop().then(({ main }) => {
    process.once('exit', () => rmSync(resolve(main, '..'), { recursive: true, force: true }));
    return main;
  });
  return compiled;
}

/** How a faulty shop is run otherwise than the reference shop, if at all. */
const settingOf = (fault: string) => faultyShops.find(({ id }) => id === fault)?.setting;

/** The configuration of the reference shop, or of the faulty one of this id. */
export async function shopConfig(fault: string | null = null): Promise<ResolvedConfig> {
  const main = await compiledMain();
  return fault === null ? referenceConfig({ main }) : referenceConfig({ main, fault, ...settingOf(fault) });
}

/** The configuration of a shop that is right: `reference`, or one in another language. */
export const rightConfig = (name: string): Promise<ResolvedConfig> =>
  name === 'reference'
    ? shopConfig()
    : loadConfig(
        resolve(import.meta.dirname, `../../../fixtures/shops/foreign/${name}/gatecheck.config.json`),
      );

interface Opened {
  readonly slot: Slot;
  readonly close: () => Promise<void>;
}

async function openShop(config: ResolvedConfig): Promise<Opened> {
  const dir = await mkdtemp(join(tmpdir(), 'gatecheck-fuzz-'));
  const slot = await openSlot(config, { index: 0, dir: join(dir, 'slot'), seed: 1 });
  const close = async (): Promise<void> => {
    await slot.close();
    await rm(dir, { recursive: true, force: true });
  };
  if (slot.setupProblem === null) return { slot, close };
  await close();
  throw new Error(slot.setupProblem.message);
}

/** Opens a slot for a shop, uses it, closes it. */
export async function withShop<T>(config: ResolvedConfig, use: (slot: Slot) => Promise<T>): Promise<T> {
  const { slot, close } = await openShop(config);
  try {
    return await use(slot);
  } finally {
    await close();
  }
}

/**
 * A few slots for many faulty shops, one after the other: a slot's shop is started again as another one. Not
 * for what restarts the shop by itself, which would make it the honest one.
 */
export class ShopPool {
  readonly #size: number;
  readonly #free: Opened[] = [];
  readonly #all: Promise<Opened>[] = [];
  readonly #waiting: (() => void)[] = [];

  constructor(size: number) {
    this.#size = size;
  }

  /** Uses a slot whose shop has this fault, or none. */
  async use<T>(fault: string | null, use: (slot: Slot) => Promise<T>): Promise<T> {
    // One that needs another gateway or notifications has a slot of its own.
    if (fault !== null && settingOf(fault) !== undefined) return withShop(await shopConfig(fault), use);
    const opened = await this.#take();
    try {
      const { slot } = opened;
      if (slot.process === null) throw new Error('nothing starts the shop');
      await slot.gateway.clearFaults();
      await slot.process.restart(fault === null ? {} : { SHOP_FAULT: fault });
      return await use(slot);
    } finally {
      this.#free.push(opened);
      this.#waiting.shift()?.();
    }
  }

  async #take(): Promise<Opened> {
    for (;;) {
      const free = this.#free.pop();
      if (free !== undefined) return free;
      if (this.#all.length < this.#size) {
        const opened = shopConfig().then(openShop);
        this.#all.push(opened);
        return opened;
      }
      await new Promise<void>((done) => this.#waiting.push(done));
    }
  }

  async close(): Promise<void> {
    for (const opened of await Promise.all(this.#all)) await opened.close();
  }
}
