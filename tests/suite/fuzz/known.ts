import { execFileSync } from 'node:child_process';
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
  readonly #commit = commit();
  /** How many results the file held of other states of the project. */
  readonly takenOver: number = 0;

  constructor(file: string | undefined) {
    this.#file = file;
    if (file === undefined) return;
    mkdirSync(dirname(file), { recursive: true });
    if (!existsSync(file)) return;
    for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
      const { kind, shop, found, commit } = JSON.parse(line) as Key & { found: FuzzFound; commit?: string };
      this.#found.set(keyOf({ kind, shop }, found.seed), found);
      if (commit !== this.#commit) this.takenOver += 1;
    }
  }

  get(key: Key, seed: number): FuzzFound | undefined {
    return this.#found.get(keyOf(key, seed));
  }

  add({ kind, shop }: Key, found: FuzzFound): void {
    this.#found.set(keyOf({ kind, shop }, found.seed), found);
    if (this.#file === undefined) return;
    appendFileSync(this.#file, `${JSON.stringify({ kind, shop, commit: this.#commit, found })}\n`);
  }
}

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: import.meta.dirname, encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
}
