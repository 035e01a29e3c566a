import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type Libsql from 'libsql';
import type { Variables } from '../variables.ts';
import type { Database } from './database.ts';

const retryMs = 5;

const isLocked = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^SQLITE_(BUSY|LOCKED)/.test(String(error.code));

/** Integers come as bigints: those that a number holds are numbers, and all others text. */
const plain = (value: unknown): unknown => {
  if (typeof value === 'bigint') {
    return value <= Number.MAX_SAFE_INTEGER && value >= Number.MIN_SAFE_INTEGER
      ? Number(value)
      : String(value);
  }
  return value instanceof ArrayBuffer ? Buffer.from(value).toString('hex') : value;
};

const rowOf = (row: object): Variables =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)]));

/**
 * A file of SQLite. It is opened for each query, so that a merchant may replace it; a lock is waited for without
 * blocking this process, which may be the one that the merchant waits for.
 */
export async function sqlite(path: string, timeoutMs: number): Promise<Database> {
  const { default: Driver } = await import('libsql');
  const read = (text: string, values: readonly unknown[]): Variables[] => {
    if (!existsSync(path)) throw new Error(`there is no file ${path}`);
    const database: Libsql.Database = new Driver(`${pathToFileURL(path).href}?mode=ro`, { timeout: 0 });
    try {
      database.exec('PRAGMA query_only = ON');
      const statement = database.prepare(text);
      statement.safeIntegers(true);
      return statement.all(...values).map((row) => rowOf(row as object));
    } finally {
      database.close();
    }
  };
  return {
    placeholder: () => '?',
    query: async ({ text, values }) => {
      const until = performance.now() + timeoutMs;
      for (;;) {
        try {
          return read(text, values);
        } catch (error) {
          if (!isLocked(error) || performance.now() + retryMs > until) throw error;
          await sleep(retryMs);
        }
      }
    },
    close: async () => {},
  };
}
