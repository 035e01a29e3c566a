// Fills a store with the history of invoices that were created, as fast as the core makes them.
import { orderId, part, startCore } from '../lib/core.mjs';
import { shop } from '../lib/requests.mjs';

const [file, wanted] = [process.argv[2], Number(process.argv[3])];
const { openSqliteStore } = await part('server/sqlite-store.ts');

const { journal, call } = await startCore({
  backing: { store: openSqliteStore({ path: file, shops: [String(shop.id)], sync: 'off' }) },
  settings: { behaviour: 'autopilot', magic: true, remembers: true },
});
for (let order = 1; journal.last() < wanted; order += 1) {
  call('invoice/create', orderId(order));
  if (order % 16 === 0) journal.persist();
}
journal.close();
process.stdout.write(`${JSON.stringify({ events: journal.last() })}\n`);
