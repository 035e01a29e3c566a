import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import { addForeignEvent } from '../foreign-event.ts';
import type { JournalEvent } from '../journal.ts';
import type { Runtime } from '../runtime.ts';
import type { ControlApp } from './control-app.ts';
import { check, endpoint } from './endpoint.ts';
import { foreignEventSchema, journalPageSchema, journalQuerySchema, seqSchema } from './schemas.ts';

/** A reader of the stream that falls behind so far is cut off, and may go on from where it was. */
const streamBacklog = 10_000;

/** The journal: paged, as a live stream, and open for events of the tester's own. */
export function addJournalRoutes(app: ControlApp, runtime: Runtime): void {
  const { journal } = runtime;

  endpoint(
    app,
    {
      method: 'get',
      path: '/journal',
      summary: 'Events after a number, oldest first; "next" is the number to go on from',
      query: journalQuerySchema,
      answer: journalPageSchema,
    },
    ({ query }) => {
      const kinds = kindsOf(query.kind);
      return journal.page({
        after: query.after ?? 0,
        limit: query.limit ?? 1000,
        ...(kinds === undefined ? {} : { kinds }),
      });
    },
  );
  endpoint(
    app,
    {
      method: 'post',
      path: '/journal',
      summary: "Adds an event of the tester's own",
      body: foreignEventSchema,
      answer: seqSchema,
    },
    ({ body }) => {
      return { seq: addForeignEvent(runtime, body).seq };
    },
  );

  app.openAPIRegistry.registerPath({
    method: 'get',
    path: '/journal/stream',
    summary: 'Events as they happen, as server-sent events; the event id is its number',
    request: { query: journalQuerySchema },
    responses: { 200: { description: 'A stream', content: { 'text/event-stream': { schema: {} } } } },
  });
  app.get('/journal/stream', (context) => {
    const query = check(journalQuerySchema, context.req.query(), 'query');
    const kinds = kindsOf(query.kind);
    const after = query.after ?? (Number(context.req.header('last-event-id')) || journal.last());
    return streamSSE(context, (stream) => follow(runtime, stream, after, kinds));
  });
}

/** Writes the events after a number and then those that happen, until the reader is gone or everything ends. */
async function follow(
  { journal, stopping: ended }: Runtime,
  stream: SSEStreamingApi,
  after: number,
  kinds: ReadonlySet<string> | undefined,
): Promise<void> {
  const queue: JournalEvent[] = [];
  let wake: () => void = () => undefined;
  let sent = after;
  const unsubscribe = journal.subscribe((event) => {
    if (kinds === undefined || kinds.has(event.kind)) queue.push(event);
    wake();
  });
  stream.onAbort(() => wake());
  ended.addEventListener('abort', () => wake(), { once: true });
  const open = () => !stream.aborted && !stream.closed && !ended.aborted;
  const write = async (event: JournalEvent) => {
    if (event.seq <= sent) return;
    sent = event.seq;
    await stream.writeSSE({ id: String(event.seq), event: event.kind, data: JSON.stringify(event) });
  };
  const { events } = journal.page({
    after,
    limit: streamBacklog,
    ...(kinds === undefined ? {} : { kinds }),
  });
  try {
    for (const event of events) if (open()) await write(event);
    while (open() && queue.length <= streamBacklog) {
      const event = queue.shift();
      if (event !== undefined) await write(event);
      else {
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (!open() || queue.length > 0) resolve();
        });
      }
    }
  } finally {
    unsubscribe();
  }
}

function kindsOf(text: string | undefined): ReadonlySet<string> | undefined {
  const kinds = (text ?? '').split(',').filter((kind) => kind !== '');
  return kinds.length === 0 ? undefined : new Set(kinds);
}
