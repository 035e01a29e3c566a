import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The databases that recipes can read, by the scheme of their address; `package` is what the user installs for it. */
const databases = {
  sqlite: { name: 'SQLite', package: null },
  postgres: { name: 'PostgreSQL', package: 'pg' },
  postgresql: { name: 'PostgreSQL', package: 'pg' },
  mysql: { name: 'MySQL', package: 'mysql2' },
  mariadb: { name: 'MariaDB', package: 'mysql2' },
} as const;

type Scheme = keyof typeof databases;

const isScheme = (text: string): text is Scheme => Object.hasOwn(databases, text);

/** The kind of a database by its address; undefined where it is none that recipes can read. */
export function schemeOf(address: string): Scheme | undefined {
  const scheme = /^([a-z]+):/.exec(address)?.[1] ?? '';
  return isScheme(scheme) ? scheme : undefined;
}

/** The file of a package, as the project of the configuration has it, else gatecheck; undefined where neither does. */
export function packageFile(name: string, dir: string): string | undefined {
  for (const from of [join(dir, 'package.json'), import.meta.filename]) {
    try {
      return createRequire(from).resolve(name);
    } catch {
      // The next one may have it.
    }
  }
  return undefined;
}

/** An address of a database in messages: without a password, a user or parameters. */
export function shownAddress(address: string): string {
  return address.replace(/^([a-z]+:\/\/)(?:[^/]*@)?([^?]*).*$/s, '$1$2');
}

/** What is wrong with the address of a database. */
export function databaseProblem(address: string, dir: string): string | undefined {
  const scheme = schemeOf(address);
  if (scheme === undefined) {
    return 'expected the address of a database, such as "sqlite:{slot.dir}/shop.db", "postgres://user:{env.PGPASSWORD}@127.0.0.1/shop" or "mysql://…"';
  }
  const { name, package: needed } = databases[scheme];
  if (needed === null || packageFile(needed, dir) !== undefined) return undefined;
  return `${name} is read by the package ${needed}, which is not installed; run \`npm install --save-dev ${needed}\` beside the configuration`;
}
