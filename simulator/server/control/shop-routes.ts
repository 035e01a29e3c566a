import { z } from 'zod';
import type { ShopPatch } from '../../core/types.ts';
import type { ReadingId, ReadingValues } from '../../protocol/readings.ts';
import { findReading, readingChoices } from '../../protocol/readings.ts';
import { ActionRefused, act, type Runtime } from '../runtime.ts';
import type { ControlApp } from './control-app.ts';
import { defined } from './defined.ts';
import { endpoint } from './endpoint.ts';
import {
  balanceChangeSchema,
  balanceQuerySchema,
  balanceSchema,
  listOf,
  readingsSchema,
  shopPatchSchema,
  shopSchema,
} from './schemas.ts';

/** Shops, their balances, and the readings in force. */
export function addShopRoutes(app: ControlApp, runtime: Runtime): void {
  const { core } = runtime;
  endpoint(
    app,
    { method: 'get', path: '/shops', summary: 'Shops, without their secrets', answer: listOf(shopSchema) },
    () => ({ items: core.shops().map((shop) => ({ ...shop })) }),
  );
  endpoint(
    app,
    {
      method: 'patch',
      path: '/shops/{id}',
      summary: "Changes a shop's settings",
      params: z.object({ id: z.string() }),
      body: shopPatchSchema,
      answer: shopSchema,
    },
    ({ params, body }) => {
      const shop = core.setShop(params.id, body as ShopPatch);
      if (shop === undefined) throw new ActionRefused('absent', `no shop has the id "${params.id}"`);
      return { ...shop };
    },
  );
  endpoint(
    app,
    {
      method: 'get',
      path: '/balances',
      summary: 'Balances by shop and currency',
      query: balanceQuerySchema,
      answer: listOf(balanceSchema),
    },
    ({ query }) => ({ items: core.balances(query.shopId) }),
  );
  endpoint(
    app,
    {
      method: 'post',
      path: '/balances',
      summary: 'Sets what a shop has available, or on hold, in one currency',
      body: balanceChangeSchema,
      answer: listOf(balanceSchema),
    },
    ({ body }) => {
      const { shopId, currency } = body;
      act(runtime, { kind: 'balance', ...defined(body), shopId, currency });
      return { items: core.balances(shopId) };
    },
  );
  endpoint(
    app,
    { method: 'get', path: '/readings', summary: 'The readings in force', answer: readingsSchema },
    () => ({ ...core.readings() }),
  );
  endpoint(
    app,
    {
      method: 'put',
      path: '/readings',
      summary: 'Changes readings; the others stay',
      body: readingsSchema,
      answer: readingsSchema,
    },
    ({ body }) => {
      core.setReadings(withReadings(core.readings(), body));
      return { ...core.readings() };
    },
  );
}

/**
 * Some readings answered anew.
 *
 * @throws ActionRefused that names an unknown reading or answer.
 */
export function withReadings(
  values: ReadingValues,
  changes: Readonly<Record<string, string>>,
): ReadingValues {
  const next: Record<string, string> = { ...values };
  for (const [id, value] of Object.entries(changes)) {
    const reading = findReading(id);
    if (reading === undefined) throw new ActionRefused('value', `${id}: no such reading`);
    const choices = readingChoices(reading);
    if (!choices.includes(value)) {
      throw new ActionRefused(
        'value',
        `${id}: "${value}" is not an answer of this reading; expected one of ${choices.join(', ')}`,
      );
    }
    next[id] = value;
  }
  return next as Record<ReadingId, string> as unknown as ReadingValues;
}
