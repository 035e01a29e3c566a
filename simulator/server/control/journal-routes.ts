import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import { addForeignEvent } from '../foreign-event.ts';
import type { Runtime } from '../runtime.ts';
import type { ControlApp } from './control-app.ts';
import { BadRequest, check, endpoint } from './endpoint.ts';
import { foreignEventSchema, journalPageSchema, journalQuerySchema, seqSchema } from './schemas.ts';

/** How many events of the stream are held for one reader. */
const streamPage = 100;

/** The journal: paged, as a live stream, and open for events of the tester's own. */
export function addJournalRoutes(app: ControlApp, runtime: Runtime): void {
  const { journal } = runtime;

  endpoint(
    app,
    {
      method: 'get',
      path: '/journal',
      summary:
        'Events after a number, or the last ones before one, oldest first; "next" and "previous" are the numbers to go on with, and a page of huge events ends early: "last" is the newest event',
      query: journalQuerySchema,
      answer: journalPageSchema,
    },
    ({ query }) => {
      const { after, before, limit = 1000, kind, text = '' } = query;
      if (after !== undefined && before !== undefined) {
        throw new BadRequest('query: expected one of "after" and "before"');
      }
      const words = text.split(/\s+/).filter((word) => word !== '');
      return journal.page({ after, before, limit, kinds: kindsOf(kind), words });
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

/**
 * Writes the events after a number and then those that happen, until the reader is gone or everything ends. Nothing
 * waits for a slow reader: it is given the next page when it has taken the one before.
 */
async function follow(
  { journal, stopping: ended }: Runtime,
  stream: SSEStreamingApi,
  after: number,
  kinds: ReadonlySet<string> | undefined,
): Promise<void> {
  let wake: () => void = () => undefined;
  let sent = after;
  const unsubscribe = journal.subscribe(() => wake());
  stream.onAbort(() => wake());
  ended.addEventListener('abort', () => wake(), { once: true });
  const open = () => !stream.aborted && !stream.closed && !ended.aborted;
  try {
    while (open()) {
      const { events, next, oldest } = journal.page({ after: sent, limit: streamPage, kinds });
      // What it has not had is gone: it is cut off, and may go on from where it was as far as that is kept.
      if (sent > after && oldest > sent + 1) return;
      for (const event of events) {
        if (!open()) return;
        await stream.writeSSE({ id: String(event.seq), event: event.kind, data: JSON.stringify(event) });
      }
      const isBehind = next > sent;
      sent = next;
      if (isBehind) continue;
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (!open() || journal.last() > sent) resolve();
      });
    }
  } finally {
    unsubscribe();
  }
}

function kindsOf(text: string | undefined): ReadonlySet<string> | undefined {
  const kinds = (text ?? '').split(',').filter((kind) => kind !== '');
  return kinds.length === 0 ? undefined : new Set(kinds);
}
