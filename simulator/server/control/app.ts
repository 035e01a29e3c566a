import type { Runtime } from '../runtime.ts';
import { addConsoleRoutes } from './console-routes.ts';
import { ControlApp } from './control-app.ts';
import { addDeliveryRoutes } from './delivery-routes.ts';
import { endpoint, failureOf } from './endpoint.ts';
import { addFaultRoutes } from './fault-routes.ts';
import { type GuardOptions, guard } from './guard.ts';
import { addInvoiceRoutes } from './invoice-routes.ts';
import { addJournalRoutes } from './journal-routes.ts';
import { addObjectRoutes } from './object-routes.ts';
import { addRequestRoutes } from './request-routes.ts';
import { healthSchema } from './schemas.ts';
import { addShopRoutes } from './shop-routes.ts';
import { addTimeRoutes } from './time-routes.ts';

/** The control plane as an application: everything a tester may ask of a running gateway. */
export function createControlApp(runtime: Runtime, options: GuardOptions): ControlApp {
  const app = new ControlApp();
  const fail = (status: 400 | 404 | 409 | 500, message: string) =>
    new Response(JSON.stringify({ error: { message } }), {
      status,
      headers: { 'content-type': 'application/json' },
    });
  app.use(guard(options));
  // What was answered has happened, also for whoever starts it again after a kill.
  app.use(async (_, next) => {
    await next();
    runtime.journal.persist();
  });
  app.onError((error) => {
    const { status, message } = failureOf(error);
    return fail(status, message);
  });
  app.notFound((context) =>
    fail(404, `${context.req.method} ${context.req.path}: no such endpoint; see /openapi.json`),
  );

  endpoint(
    app,
    { method: 'get', path: '/health', summary: 'Whether it runs, and its addresses', answer: healthSchema },
    () => {
      const origin = runtime.origin();
      return {
        status: 'ok' as const,
        version: runtime.version,
        seed: runtime.seed,
        origin,
        baseUrl: `${origin}/gateway/v1`,
        testBaseUrl: `${origin}/test/gateway/v1`,
      };
    },
  );
  addTimeRoutes(app, runtime);
  addShopRoutes(app, runtime);
  addInvoiceRoutes(app, runtime);
  addObjectRoutes(app, runtime);
  addDeliveryRoutes(app, runtime);
  addFaultRoutes(app, runtime);
  addJournalRoutes(app, runtime);
  addRequestRoutes(app, runtime);
  addConsoleRoutes(app, runtime);
  app.doc31('/openapi.json', {
    openapi: '3.1.0',
    info: {
      title: 'gatecheck control plane',
      version: runtime.version,
      description:
        'Steers a simulated payment gateway: its clock, payers, payment system, faults and journal.',
    },
  });
  return app;
}
