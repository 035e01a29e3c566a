import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import Database from 'libsql';
import mysql from 'mysql2/promise';

/** A database that a test has to itself. */
export interface TestDatabase {
  readonly address: string;
  run(statement: string): Promise<void>;
  close(): Promise<void>;
}

export async function sqliteFile(dir: string): Promise<TestDatabase> {
  const file = join(dir, 'shop.db');
  const database = new Database(file);
  return {
    address: `sqlite:${file}`,
    run: async (statement) => void database.exec(statement),
    close: async () => void database.close(),
  };
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** PostgreSQL itself, in this process, behind its own protocol. It serves one connection at a time. */
export async function postgresServer(): Promise<TestDatabase> {
  const database = await PGlite.create();
  // It has one session: a connection waits until the one before it has ended, and finds nothing of it.
  let free: Promise<unknown> = Promise.resolve();
  const server = createServer((socket) => {
    let work: Promise<unknown> = free;
    free = once(socket, 'close')
      .then(() => database.exec('ROLLBACK'))
      .catch(() => undefined);
    const answer = async (chunk: Uint8Array): Promise<void> => {
      socket.write(await database.execProtocolRaw(chunk));
    };
    socket.on('data', (chunk) => {
      work = work.then(() => answer(chunk)).catch(() => void socket.destroy());
    });
    socket.on('error', () => void socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `postgres://shop:a-password@127.0.0.1:${portOf(server)}/postgres`,
    run: async (statement) => void (await database.exec(statement)),
    close: async () => {
      server.close();
      await database.close();
    },
  };
}

/** What a PostgreSQL says to whoever is connected when it goes down. */
function fatal(message: string): Buffer {
  const fields = ['SFATAL', 'C57P02', `M${message}`].map((field) => `${field}\0`).join('');
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + Buffer.byteLength(fields) + 1);
  return Buffer.concat([Buffer.from('E'), length, Buffer.from(`${fields}\0`)]);
}

/** The way to a PostgreSQL that goes down, for each connection, as soon as it has answered a statement with this word. */
export async function dyingPostgres(
  address: string,
  word: string,
): Promise<Pick<TestDatabase, 'address' | 'close'>> {
  const { port, hostname } = new URL(address);
  const server = createServer((socket) => {
    const upstream = connect(Number(port), hostname);
    let isDying = false;
    socket.on('data', (chunk) => {
      isDying = chunk.includes(word);
      upstream.write(chunk);
    });
    upstream.on('data', (chunk) => {
      if (!isDying) return void socket.write(chunk);
      socket.end(Buffer.concat([chunk, fatal('terminating connection due to unexpected postmaster exit')]));
    });
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      one.on('error', () => void other.destroy());
      one.on('close', () => void other.destroy());
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: address.replace(port, String(portOf(server))),
    close: async () => void server.close(),
  };
}

const places = ['/usr/sbin', '/usr/local/sbin', ...(process.env.PATH ?? '').split(':')];

/** Where this machine has a MariaDB; undefined where it has none. */
export const mariadbd = places.map((place) => join(place, 'mariadbd')).find(existsSync);

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server);
  server.close();
  await once(server, 'close');
  return port;
}

/** A MariaDB with an empty folder of its own; whoever connects may do everything. */
export async function mariadbServer(program: string, dir: string): Promise<TestDatabase> {
  const data = join(dir, 'mariadb');
  mkdirSync(data, { recursive: true });
  const port = await freePort();
  const messages = join(program, '../../share/mysql');
  const child = spawn(
    program,
    [
      '--no-defaults',
      `--datadir=${data}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      `--socket=${join(data, 'socket')}`,
      ...(existsSync(messages) ? [`--lc-messages-dir=${messages}`] : []),
      '--skip-grant-tables',
      '--skip-networking=0',
      '--user=root',
      '--innodb-buffer-pool-size=8M',
      '--innodb-log-file-size=4M',
    ],
    { stdio: 'ignore' },
  );
  const ended = once(child, 'exit');
  const connect = async () => mysql.createConnection({ host: '127.0.0.1', port, user: 'root' });
  let connection: mysql.Connection | undefined;
  for (let tries = 0; connection === undefined; tries += 1) {
    if (child.exitCode !== null || tries > 600) throw new Error(`mariadbd: ${child.exitCode ?? 'no answer'}`);
    connection = await connect().catch(() => undefined);
    if (connection === undefined) await sleep(50);
  }
  const open = connection;
  await open.query('CREATE DATABASE shop CHARACTER SET utf8mb4');
  await open.query('USE shop');
  return {
    address: `mariadb://shop:a-password@127.0.0.1:${port}/shop`,
    run: async (statement) => void (await open.query(statement)),
    close: async () => {
      await open.end();
      child.kill('SIGKILL');
      await ended;
    },
  };
}
