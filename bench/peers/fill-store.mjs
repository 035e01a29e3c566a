// Fills a store with the history of invoices that were created, as fast as the core makes them.
import { register } from 'tsx/esm/api';
import { shop, signedBody } from '../lib/requests.mjs';

register();

const [file, wanted] = [process.argv[2], Number(process.argv[3])];
const part = (path) => import(new URL(`../../simulator/${path}`, import.meta.url).href);
const { createGateway } = await part('core/gateway.ts');
const { createRandom } = await part('core/random.ts');
const { defaultShop } = await part('core/default-shop.ts');
const { createFaultEngine } = await part('faults/engine.ts');
const { HISTORY_SCHEMA } = await part('protocol/events.ts');
const { resolveReadings } = await part('protocol/readings.ts');
const { createClock } = await part('server/clock.ts');
const { createJournal } = await part('server/journal.ts');
const { openSqliteStore } = await part('server/sqlite-store.ts');

const clock = createClock({ kind: 'virtual', startAt: '2026-11-21T09:00:00Z' });
const readings = resolveReadings();
const store = openSqliteStore({ path: file, shops: [String(shop.id)], sync: 'off' });
const journal = createJournal({ clock, retention: 100, store, changes: () => core.changes() });
const emit = (event) => journal.emit(event);
const core = createGateway(
  {
    shops: [defaultShop(shop.id, shop.secret)],
    readings,
    senders: ['127.0.0.1'],
    behaviour: 'autopilot',
    magic: true,
    variation: true,
    seed: 1,
    publicOrigin: () => 'http://127.0.0.1:8040',
    remembers: true,
  },
  { clock, random: createRandom(1), faults: createFaultEngine([], createRandom(2), emit), emit },
);
emit({
  kind: 'run',
  schema: HISTORY_SCHEMA,
  version: '0',
  seed: 1,
  clock: 'virtual',
  readings,
  shops: [{ id: shop.id }],
});
for (let order = 1; journal.last() < wanted; order += 1) {
  const body = Buffer.from(signedBody('invoice/create', `bench-${String(order).padStart(8, '0')}`));
  const answer = core.receive({
    receivedAt: clock.now(),
    method: 'POST',
    path: '/gateway/v1/invoice/create',
    query: '',
    headers: {
      host: '127.0.0.1:8040',
      'content-type': 'application/json',
      'content-length': String(body.length),
    },
    body,
    remoteAddress: '127.0.0.1',
  });
  core.completed(answer.exchange, 'sent', 1);
  if (order % 16 === 0) journal.persist();
}
journal.close();
process.stdout.write(`${JSON.stringify({ events: journal.last() })}\n`);
