import { z } from 'zod';
import { faultSchema } from '../../faults/fault.ts';
import { armAll, disarm } from '../arming.ts';
import { ActionRefused, type Runtime } from '../runtime.ts';
import type { ControlApp } from './control-app.ts';
import { endpoint } from './endpoint.ts';
import { describeFaults } from './fault-description.ts';
import { armedSchema, idsSchema, listOf, releasedSchema, removedSchema } from './schemas.ts';

const params = z.object({ id: z.string() });

/** Faults: arming, listing, removing, releasing. */
export function addFaultRoutes(app: ControlApp, runtime: Runtime): void {
  const { faults, releases } = runtime;

  endpoint(
    app,
    { method: 'get', path: '/faults', summary: 'Faults in force', answer: listOf(armedSchema) },
    () => ({ items: faults.list().map((armed) => ({ ...armed, fault: { ...armed.fault } })) }),
  );
  endpoint(
    app,
    {
      method: 'post',
      path: '/faults',
      summary: 'Arms a fault, or several',
      // A union would say "invalid input" and keep to itself what is wrong with which fault.
      body: z.preprocess((value) => (Array.isArray(value) ? value : [value]), z.array(faultSchema).min(1)),
      describedBody: describeFaults(),
      answer: idsSchema,
    },
    ({ body }) => ({ ids: armAll(faults, body) }),
  );
  endpoint(
    app,
    { method: 'delete', path: '/faults', summary: 'Removes every fault', answer: removedSchema },
    () => {
      const armed = faults.list();
      for (const { id } of armed) disarm(runtime, id);
      return { removed: armed.length };
    },
  );
  endpoint(
    app,
    { method: 'delete', path: '/faults/{id}', summary: 'Removes a fault', params, answer: removedSchema },
    ({ params: { id } }) => {
      if (!disarm(runtime, id)) throw new ActionRefused('absent', `no fault has the id "${id}"`);
      return { removed: 1 };
    },
  );
  endpoint(
    app,
    {
      method: 'post',
      path: '/faults/{id}/release',
      summary: 'Lets the answers go that wait for this fault',
      params,
      answer: releasedSchema,
    },
    ({ params: { id } }) => {
      const known = faults.release(id);
      const released = releases.release(id) > 0;
      if (!known && !released) throw new ActionRefused('absent', `no fault that waits has the id "${id}"`);
      return { released };
    },
  );
}
