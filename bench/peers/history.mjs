// Writes a journal of so many events at least: orders that are created, asked about, paid and notified.
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
const { openJournalFile } = await part('server/journal-file.ts');

const clock = createClock({ kind: 'virtual', startAt: '2026-11-21T09:00:00Z' });
const readings = resolveReadings();
const journal = createJournal({ clock, retention: 100, file: openJournalFile(file) });
const emit = (event) => journal.emit(event);
const core = createGateway(
  {
    shops: [defaultShop(shop.id, shop.secret, 'http://127.0.0.1:9/notify')],
    readings,
    senders: ['127.0.0.1'],
    behaviour: 'manual',
    magic: false,
    variation: true,
    seed: 1,
    publicOrigin: () => 'http://127.0.0.1:8040',
  },
  { clock, random: createRandom(1), faults: createFaultEngine([], createRandom(2), emit), emit },
);
const ok = { outcome: 'replied', status: 200, headers: {}, body: 'OK', bytes: 2, latencyMs: 1 };
emit({
  kind: 'run',
  schema: HISTORY_SCHEMA,
  version: '0',
  seed: 1,
  clock: 'virtual',
  readings,
  shops: [{ id: shop.id }],
});

function call(operation, id) {
  const body = Buffer.from(signedBody(operation, id, clock.now()));
  const answer = core.receive({
    receivedAt: clock.now(),
    method: 'POST',
    path: `/gateway/v1/${operation}`,
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
  return JSON.parse(answer.body).data;
}

for (let order = 1; journal.last() < wanted; order += 1) {
  const id = `bench-${String(order).padStart(8, '0')}`;
  const { id: paymentId } = call('invoice/create', id);
  call('invoice/check', id);
  core.act({ kind: 'invoice-status', paymentId, status: 4 });
  for (const attempt of core.takeDue()) core.settle(attempt, ok);
  call('invoice/check', id);
  clock.moveTo(clock.now() + 1000);
  if (order % 64 === 0) journal.persist();
}
journal.close();
process.stdout.write(`${JSON.stringify({ events: journal.last() })}\n`);
