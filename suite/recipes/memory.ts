import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Variables } from './variables.ts';

/**
 * What creating an order or payout gave, by its id: the reference that it was made for, and what later steps may need
 * of it. It stands in the slot's folder, because the workers of a run share the merchant.
 */
export class Memory {
  readonly #file: string;
  readonly #known = new Map<string, Variables>();
  #readBytes = 0;

  constructor(dir: string) {
    this.#file = join(dir, 'recipes.ndjson');
  }

  remember(id: string, given: Variables): void {
    this.#known.set(id, given);
    appendFileSync(this.#file, `${JSON.stringify([id, given])}\n`, { mode: 0o600 });
  }

  recall(id: string): Variables {
    if (!this.#known.has(id)) this.#read();
    return this.#known.get(id) ?? {};
  }

  /** Reads what others have written since; a line that is not whole yet is left for the next time. */
  #read(): void {
    let bytes: Buffer;
    try {
      bytes = readFileSync(this.#file);
    } catch {
      return;
    }
    const fresh = bytes.subarray(this.#readBytes, bytes.lastIndexOf(10) + 1);
    this.#readBytes += fresh.byteLength;
    for (const line of fresh.toString().split('\n').slice(0, -1)) {
      const [id, given]: [string, Variables] = JSON.parse(line);
      if (!this.#known.has(id)) this.#known.set(id, given);
    }
  }
}
