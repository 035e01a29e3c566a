import { pathToFileURL } from 'node:url';
import type Pg from 'pg';
import { exactJson } from '../expression.ts';
import type { Database } from './database.ts';

/** Types that are not text: their numbers in pg_type. */
const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  16: (text) => text === 't',
  21: Number,
  23: Number,
  114: exactJson,
  // Whoever books in floating point is told so where an amount is expected.
  700: Number,
  701: Number,
  3802: exactJson,
};

const types = { getTypeParser: (type: number) => parsers[type] ?? ((text: string) => text) };

/** How long a connection is kept that nobody uses, in milliseconds: a database that is dropped must not be waited for. */
const idleMs = 300;

/** @param file the package `pg` */
export async function postgres(address: string, file: string, timeoutMs: number): Promise<Database> {
  const loaded: { default: typeof Pg } = await import(pathToFileURL(file).href);
  const pool = new loaded.default.Pool({
    connectionString: address,
    max: 4,
    connectionTimeoutMillis: timeoutMs,
    // The server's own limit, which says more, comes first.
    query_timeout: timeoutMs + 500,
    idleTimeoutMillis: idleMs,
    allowExitOnIdle: true,
    types,
  });
  // A connection that ends while nobody uses it is no error of anybody's, and one that ends between two statements, as the
  // database goes down with a merchant that is killed, fails the next of them.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    placeholder: (number) => `$${number}`,
    query: async ({ text, values }) => {
      const client = await pool.connect();
      let failed = true;
      try {
        await client.query('BEGIN READ ONLY');
        await client.query(`SET LOCAL statement_timeout = ${Math.max(1, Math.floor(timeoutMs))}`);
        // The extended protocol takes one statement alone.
        const query = { text, values: [...values], queryMode: 'extended' };
        const { rows } = await client.query<Record<string, unknown>>(query);
        await client.query('ROLLBACK');
        failed = false;
        return rows;
      } finally {
        client.release(failed);
      }
    },
    close: () => pool.end(),
  };
}
