import { resolve } from 'node:path';
import type { SqlStep } from '../config/index.ts';
import { fillAtCall, packageFile, schemeOf, shownAddress } from '../config/index.ts';
import { excerpt } from '../drivers/index.ts';
import { type Database, type Trouble, UnreadableText } from './databases/database.ts';
import { mysql } from './databases/mysql.ts';
import { postgres } from './databases/postgres.ts';
import { sqlite } from './databases/sqlite.ts';
import { RecipeFailure } from './failure.ts';
import { asText, type Variables, variableOf } from './variables.ts';

/** Codes by which databases say that a query would write, or that it met a lock: SQLite's, PostgreSQL's, MySQL's. */
const troubles: Readonly<Record<string, Trouble>> = {
  SQLITE_READONLY: 'writes',
  '25006': 'writes',
  ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION: 'writes',
  SQLITE_BUSY: 'locked',
  SQLITE_LOCKED: 'locked',
  '55P03': 'locked',
  '57014': 'locked',
  ER_LOCK_WAIT_TIMEOUT: 'locked',
  PROTOCOL_SEQUENCE_TIMEOUT: 'locked',
};

const says: Readonly<Record<Trouble, string>> = {
  writes: 'would write, expected a query that changes and locks nothing',
  locked: 'met a lock, or took too long: no answer within interface.timeout',
};

function failureOf(error: unknown, address: string): RecipeFailure {
  // What the merchant has stored, and nothing that went wrong with our query.
  if (error instanceof UnreadableText)
    return new RecipeFailure(`gave ${error.message}`, null, { cause: error });
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  // A connection that is refused on several addresses has its reasons inside.
  const message = error instanceof Error ? error.message || code : String(error);
  const trouble = troubles[code] ?? (/\btime(d )?out\b/i.test(message) ? 'locked' : undefined);
  const text = trouble === undefined ? 'failed' : says[trouble];
  return new RecipeFailure(`${text}: ${shownAddress(address)} says ${excerpt(message, 400)}`, null, {
    cause: error,
    isOurs: true,
  });
}

const bound = (value: unknown): string | number | null => {
  if (value === undefined || value === null) return null;
  return typeof value === 'number' ? value : asText(value);
};

async function open(address: string, dir: string, timeoutMs: number): Promise<Database> {
  const scheme = schemeOf(address);
  if (scheme === 'sqlite') return sqlite(resolve(dir, address.replace(/^sqlite:(\/\/)?/, '')), timeoutMs);
  const isPostgres = scheme === 'postgres' || scheme === 'postgresql';
  const file = packageFile(isPostgres ? 'pg' : 'mysql2', dir);
  if (file === undefined || scheme === undefined) {
    throw new Error(`${shownAddress(address)} cannot be read: is its package installed?`);
  }
  return isPostgres ? postgres(address, file, timeoutMs) : mysql(address, file, timeoutMs);
}

/** The databases that recipes read, each opened when it is first asked. */
export class Databases {
  readonly #dir: string;
  readonly #open = new Map<string, Promise<Database>>();

  readonly #timeoutMs: number;

  /**
   * @param dir the configuration's folder, whose project has the packages
   * @param timeoutMs how long a query may take
   */
  constructor(dir: string, timeoutMs: number) {
    this.#dir = dir;
    this.#timeoutMs = timeoutMs;
  }

  /** The rows of a query, whose variables are bound. */
  async query(step: SqlStep, address: string, variables: Variables): Promise<readonly Variables[]> {
    try {
      const database = await this.#database(address);
      const values: (string | number | null)[] = [];
      const text = fillAtCall(step.sql, (name) => {
        values.push(bound(variableOf(variables, name)));
        return database.placeholder(values.length);
      });
      return await database.query({ text, values });
    } catch (error) {
      throw failureOf(error, address);
    }
  }

  async close(): Promise<void> {
    const opened = await Promise.allSettled(this.#open.values());
    await Promise.all(opened.map((each) => (each.status === 'fulfilled' ? each.value.close() : undefined)));
  }

  #database(address: string): Promise<Database> {
    const opened = this.#open.get(address) ?? open(address, this.#dir, this.#timeoutMs);
    this.#open.set(address, opened);
    return opened;
  }
}
