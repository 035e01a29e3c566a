import { streamSSE } from 'hono/streaming';
import { z } from 'zod';
import { consoleFacts } from '../console/facts.ts';
import { consoleFiles, consoleHeaders } from '../console/files.ts';
import type { HistoryIndex } from '../console/history-index.ts';
import { VIEWS } from '../console/rows.ts';
import type { Runtime } from '../runtime.ts';
import type { ControlApp } from './control-app.ts';
import { check } from './endpoint.ts';

const rowsQuery = z.object({
  view: z.enum(VIEWS),
  search: z.string().max(1000).optional(),
  from: z.coerce.number().int().min(0).optional(),
  limit: z.coerce.number().int().min(1).max(1000).optional(),
});
const eventsQuery = z.object({
  of: z
    .string()
    .regex(/^(exchange|notification|invoice|payout|refund)\/./, 'expected such as "invoice/858018825"'),
});
const mostEvents = 1000;
/** News is told this often at most, and this often where there is none: real milliseconds. */
const soonestMs = 250;
const latestMs = 2000;

/** The console: a page on the control port, with the files that it consists of, and its view of the history. */
export function addConsoleRoutes(app: ControlApp, runtime: Runtime): void {
  for (const [path, { type, body }] of consoleFiles()) {
    app.get(path, () => new Response(body, { headers: { ...consoleHeaders, 'content-type': type } }));
  }
  app.get('/console/facts', (context) => context.json(consoleFacts(runtime)));

  let opened: Promise<HistoryIndex> | undefined;
  const index = (): Promise<HistoryIndex> => {
    // Whoever does not look at the console need not load a database.
    opened ??= import('../console/history-index.ts').then(({ HistoryIndex }) => new HistoryIndex(runtime));
    return opened;
  };
  app.get('/console/rows', async (context) => {
    const { view, search = '', from = 0, limit = 100 } = check(rowsQuery, context.req.query(), 'query');
    return context.json(await (await index()).rows(view, search, from, limit));
  });
  app.get('/console/events', async (context) => {
    const { of } = check(eventsQuery, context.req.query(), 'query');
    return context.json(await (await index()).events(of, mostEvents));
  });
  app.get('/console/changes', async (context) => {
    const known = await index();
    return streamSSE(context, async (stream) => {
      const { journal, stopping } = runtime;
      let wake: () => void = () => undefined;
      const unsubscribe = journal.subscribe(() => wake());
      stream.onAbort(() => wake());
      stopping.addEventListener('abort', () => wake(), { once: true });
      const open = () => !stream.aborted && !stream.closed && !stopping.aborted;
      let told = -1;
      try {
        while (open()) {
          const reach = known.reach();
          told = reach.last;
          await stream.writeSSE({ data: JSON.stringify({ ...reach, rates: known.rates() }) });
          await stream.sleep(soonestMs);
          await new Promise<void>((resolve) => {
            wake = resolve;
            const timer = setTimeout(resolve, latestMs);
            timer.unref();
            if (!open() || journal.last() > told) resolve();
          });
        }
      } finally {
        unsubscribe();
      }
    });
  });
}
