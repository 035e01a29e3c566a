import { pathToFileURL } from 'node:url';
import type Mysql from 'mysql2/promise';
import type { Database } from './database.ts';

/** How long a connection is kept that nobody uses, in milliseconds. */
const idleMs = 300;

/** @param file the package `mysql2` */
export async function mysql(address: string, file: string, timeoutMs: number): Promise<Database> {
  const loaded: { default: { createPool: typeof import('mysql2').createPool } } = await import(
    pathToFileURL(file).href
  );
  const opened = loaded.default.createPool({
    uri: address.replace(/^mariadb:/, 'mysql:'),
    connectionLimit: 4,
    connectTimeout: timeoutMs,
    maxIdle: 0,
    idleTimeout: idleMs,
    supportBigNumbers: true,
    bigNumberStrings: true,
    dateStrings: true,
    jsonStrings: true,
  });
  // A connection that ends between two statements, as the database goes down with a merchant that is killed, fails the next.
  opened.on('connection', (connection) => connection.on('error', () => {}));
  const pool: Mysql.Pool = opened.promise();
  return {
    placeholder: () => '?',
    query: async ({ text, values }) => {
      const connection = await pool.getConnection();
      let failed = true;
      try {
        await connection.query('START TRANSACTION READ ONLY');
        const [rows] = await connection.execute({ sql: text, timeout: timeoutMs }, [...values]);
        await connection.query('ROLLBACK');
        failed = false;
        return rows as Record<string, unknown>[];
      } finally {
        if (failed) connection.destroy();
        else connection.release();
      }
    },
    close: () => pool.end(),
  };
}
