import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { FuzzFound, FuzzKind } from './outcome.ts';

interface Key {
  readonly kind: FuzzKind;
  readonly shop: string;
}

const keyOf = ({ kind, shop }: Key, seed: number): string => `${kind} ${shop} ${seed}`;

/** What was measured before: a file with one JSON object a line, so that a measurement can be gone on with. */
export class KnownResults {
  readonly #file: string | undefined;
  readonly #found = new Map<string, FuzzFound>();
  /** How many results the file held to begin with. */
  readonly takenOver: number = 0;

  constructor(file: string | undefined) {
    this.#file = file;
    if (file === undefined) return;
    mkdirSync(dirname(file), { recursive: true });
    if (!existsSync(file)) return;
    for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
      const { kind, shop, found } = JSON.parse(line) as Key & { found: FuzzFound };
      this.#found.set(keyOf({ kind, shop }, found.seed), found);
    }
    this.takenOver = this.#found.size;
  }

  get(key: Key, seed: number): FuzzFound | undefined {
    return this.#found.get(keyOf(key, seed));
  }

  add({ kind, shop }: Key, found: FuzzFound): void {
    this.#found.set(keyOf({ kind, shop }, found.seed), found);
    if (this.#file !== undefined) appendFileSync(this.#file, `${JSON.stringify({ kind, shop, found })}\n`);
  }
}
