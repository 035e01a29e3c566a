// The core of a gateway and its journal without any server: what writes a history as fast as the core makes one.
import { register } from 'tsx/esm/api';
import { shop, signedBody } from './requests.mjs';

register();

/** A module of the simulator. */
export const part = (path) => import(new URL(`../../simulator/${path}`, import.meta.url).href);

/**
 * @param {object} given
 * @param {object} given.backing what the journal stands on: a file, or a store
 * @param {object} given.settings what the core is told beside the settings that all have
 * @param {string} [given.callbackUrl] where the shop wants its notifications
 */
export async function startCore({ backing, settings, callbackUrl }) {
  const { createGateway } = await part('core/gateway.ts');
  const { createRandom } = await part('core/random.ts');
  const { defaultShop } = await part('core/default-shop.ts');
  const { createFaultEngine } = await part('faults/engine.ts');
  const { HISTORY_SCHEMA } = await part('protocol/events.ts');
  const { resolveReadings } = await part('protocol/readings.ts');
  const { createClock } = await part('server/clock.ts');
  const { createJournal } = await part('server/journal.ts');
  const clock = createClock({ kind: 'virtual', startAt: '2026-11-21T09:00:00Z' });
  const readings = resolveReadings();
  const journal = createJournal({ clock, retention: 100, ...backing, changes: () => core.changes() });
  const emit = (event) => journal.emit(event);
  const core = createGateway(
    {
      shops: [defaultShop(shop.id, shop.secret, callbackUrl)],
      readings,
      senders: ['127.0.0.1'],
      variation: true,
      seed: 1,
      publicOrigin: () => 'http://127.0.0.1:8040',
      ...settings,
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
  /** Puts a signed request to the core, and answers what it answered. */
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
  return { clock, journal, core, call };
}

/** The id of the n-th order. */
export const orderId = (order) => `bench-${String(order).padStart(8, '0')}`;
