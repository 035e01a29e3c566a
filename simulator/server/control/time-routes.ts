import { ActionRefused, type Runtime } from '../runtime.ts';
import type { ControlApp } from './control-app.ts';
import { endpoint } from './endpoint.ts';
import { advanceSchema, clockSchema, firedSchema, movedSchema, stepSchema } from './schemas.ts';

/** The clock: where it stands, and moving it. */
export function addTimeRoutes(app: ControlApp, runtime: Runtime): void {
  const { clock, core, timeline } = runtime;
  const nextDueAt = () => {
    const next = core.nextDueAt();
    return next === undefined ? null : new Date(next).toISOString();
  };
  const now = () => new Date(clock.now()).toISOString();

  endpoint(
    app,
    { method: 'get', path: '/clock', summary: 'Gateway time and the next due instant', answer: clockSchema },
    () => ({ now: now(), mode: clock.mode, rate: clock.rate, nextDueAt: nextDueAt() }),
  );
  endpoint(
    app,
    {
      method: 'post',
      path: '/clock/advance',
      summary: 'Moves the clock forward; everything due on the way fires in order and is awaited',
      body: advanceSchema,
      answer: movedSchema,
    },
    async ({ body }) => {
      const to = body.to === undefined ? clock.now() + (body.byMs ?? 0) : Date.parse(body.to);
      if (to < clock.now()) {
        throw new ActionRefused('state', `gateway time is ${now()} and never goes back to ${body.to}`);
      }
      const fired = await timeline.advance(to);
      return { now: now(), fired, nextDueAt: nextDueAt() };
    },
  );
  endpoint(
    app,
    {
      method: 'post',
      path: '/clock/step',
      summary: 'Moves the clock to the next due instant, at most to the limit, and awaits what fires',
      body: stepSchema,
      answer: movedSchema,
    },
    async ({ body }) => {
      const fired = await timeline.step(body.limit === undefined ? undefined : Date.parse(body.limit));
      return { now: now(), fired, nextDueAt: nextDueAt() };
    },
  );
  endpoint(
    app,
    {
      method: 'post',
      path: '/clock/flush',
      summary: 'Carries out and awaits all that is due now',
      answer: firedSchema,
    },
    async () => ({ fired: await timeline.flush() }),
  );
}
