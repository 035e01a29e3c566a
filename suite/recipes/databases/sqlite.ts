import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type Libsql from 'libsql';
import type { Variables } from '../variables.ts';
import { type Database, UnreadableText } from './database.ts';

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
  if (Buffer.isBuffer(value)) return value.toString('hex');
  return value instanceof ArrayBuffer ? Buffer.from(value).toString('hex') : value;
};

const TEXT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const MOST_BYTES_SHOWN = 16;

function textOf(bytes: Buffer, column: string): string {
  try {
    return TEXT.decode(bytes);
  } catch {
    const shown = bytes.toString('hex', 0, MOST_BYTES_SHOWN);
    throw new UnreadableText(
      `a text that is not valid UTF-8 in column "${column}": bytes ${shown}${bytes.length > MOST_BYTES_SHOWN ? '…' : ''}`,
    );
  }
}

/** What cannot hold a semicolon that ends a statement, and that semicolon. */
const TOKEN = /'[^']*'?|"[^"]*"?|`[^`]*`?|\[[^\]]*\]?|--[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?|;/g;

/** The first statement, which is the only one that SQLite compiles. */
function firstStatement(text: string): string {
  for (const { 0: token, index } of text.matchAll(TOKEN)) if (token === ';') return text.slice(0, index);
  return text;
}

/** The query, with the type of each value before it, and texts as bytes. */
function bytesQuery(text: string, columns: number): string {
  const names = Array.from({ length: columns }, (_, index) => `c${index}`);
  const values = names.map(
    (name) => `typeof(${name}), CASE typeof(${name}) WHEN 'text' THEN CAST(${name} AS BLOB) ELSE ${name} END`,
  );
  return `WITH gatecheck_rows(${names.join(', ')}) AS (${firstStatement(text)}\n) SELECT ${values.join(', ')} FROM gatecheck_rows`;
}

/** A statement that would write is no part of another one: run by itself, without a look at its rows, it says so. */
function prepared(database: Libsql.Database, text: string, alone: () => void): Libsql.Statement {
  try {
    return database.prepare(text);
  } catch (error) {
    alone();
    throw error;
  }
}

/**
 * The rows of a query. libsql ends the process over a text that is not UTF-8, so that texts are read as bytes. Where a
 * database has another encoding, SQLite itself makes valid UTF-8 of it.
 */
function rowsOf(database: Libsql.Database, text: string, values: readonly unknown[]): Variables[] {
  const statement = database.prepare(text);
  const names = statement.columns().map(({ name }) => name);
  const [encoding] = database.prepare('PRAGMA encoding').raw().get() as string[];
  if (encoding !== 'UTF-8') {
    statement.safeIntegers(true);
    return statement
      .all(...values)
      .map((row) =>
        Object.fromEntries(Object.entries(row as object).map(([name, value]) => [name, plain(value)])),
      );
  }
  const wrapped = prepared(database, bytesQuery(text, names.length), () => statement.run(...values));
  wrapped.safeIntegers(true);
  const rows = wrapped.raw().all(...values) as unknown[][];
  return rows.map((row) =>
    Object.fromEntries(
      names.map((name, index) => {
        const value = row[2 * index + 1];
        return [name, row[2 * index] === 'text' ? textOf(value as Buffer, name) : plain(value)];
      }),
    ),
  );
}

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
      return rowsOf(database, text, values);
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
