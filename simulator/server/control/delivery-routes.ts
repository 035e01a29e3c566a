import { z } from 'zod';
import { sendCrafted } from '../crafted.ts';
import { ActionRefused, type Runtime } from '../runtime.ts';
import type { ControlApp } from './control-app.ts';
import { endpoint } from './endpoint.ts';
import {
  cancelledSchema,
  deliveriesSchema,
  listOf,
  notificationQuerySchema,
  notificationSchema,
  repliesSchema,
  resentSchema,
} from './schemas.ts';

const params = z.object({ id: z.string() });

/** Notifications of the gateway, and messages that a tester makes up. */
export function addDeliveryRoutes(app: ControlApp, runtime: Runtime): void {
  const { core, dispatcher } = runtime;

  function mustExist(id: string) {
    const view = core.notifications({ notification: id })[0];
    if (view === undefined) throw new ActionRefused('absent', `no notification has the id "${id}"`);
    return view;
  }

  endpoint(
    app,
    {
      method: 'get',
      path: '/notifications',
      summary: 'Notifications and their attempts',
      query: notificationQuerySchema,
      answer: listOf(notificationSchema),
    },
    ({ query: { paymentId, type, limit } }) => ({
      items: core.notifications({
        ...(paymentId === undefined ? {} : { paymentId }),
        ...(type === undefined ? {} : { type }),
        ...(limit === undefined ? {} : { limit }),
      }),
    }),
  );
  endpoint(
    app,
    {
      method: 'post',
      path: '/notifications/{id}/resend',
      summary: 'Makes an attempt now, whatever the schedule says, and awaits its reply',
      params,
      answer: resentSchema,
    },
    async ({ params: { id } }) => {
      mustExist(id);
      const attempt = core.resend(id);
      if (attempt === undefined) {
        throw new ActionRefused('state', `an attempt of notification "${id}" is on its way: retry after it`);
      }
      return { reply: await dispatcher.start(attempt) };
    },
  );
  endpoint(
    app,
    {
      method: 'post',
      path: '/notifications/{id}/cancel',
      summary: 'Drops the attempts that are still to come',
      params,
      answer: cancelledSchema,
    },
    ({ params: { id } }) => {
      mustExist(id);
      return { cancelled: core.cancel(id) };
    },
  );
  endpoint(
    app,
    {
      method: 'post',
      path: '/deliveries',
      summary: 'Sends made-up messages to a receiver, one attempt each; the gateway keeps no record of them',
      body: deliveriesSchema,
      answer: repliesSchema,
    },
    async ({ body }) => ({ replies: await sendCrafted(runtime, body) }),
  );
}
