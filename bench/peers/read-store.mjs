// What reading alone costs: every object that a store keeps, by libsql, row by row, parsed and held by its key.
import { product } from '../lib/place.mjs';

const Database = product('libsql');
const database = new Database(process.argv[2]);
const objects = new Map();
for (const table of ['names', 'things']) {
  for (const row of database.prepare(`select * from ${table}`).raw().iterate()) {
    objects.set(row.slice(0, -2).join(' '), JSON.parse(row.at(-1)));
  }
}
const { user, system } = process.cpuUsage();
process.stdout.write(`${JSON.stringify({ objects: objects.size, cpuMs: (user + system) / 1000 })}\n`);
database.close();
