import type { Context } from 'hono';
import { z } from 'zod';
import { ActionRefused } from '../runtime.ts';
import type { ControlApp, RawInput } from './control-app.ts';
import type { describeFaults } from './fault-description.ts';
import { errorSchema } from './schemas.ts';

type Shape = z.ZodType<Record<string, unknown>>;

/** What one endpoint takes and answers; the same text serves its checks and its description. */
export interface EndpointSpec<P extends Shape, Q extends Shape, B extends z.ZodType, A extends z.ZodType> {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** In the notation of OpenAPI, such as `/invoices/{paymentId}`. */
  path: string;
  summary: string;
  params?: P;
  query?: Q;
  body?: B;
  /** How the body is described, where its check says too little. */
  describedBody?: ReturnType<typeof describeFaults>;
  answer: A;
}

/** A request that cannot be understood: HTTP 400. The message names the field. */
export class BadRequest extends Error {}

const none = z.object({});
type None = typeof none;

/** Adds an endpoint to the control plane: checked input, typed answer, described in OpenAPI. */
export function endpoint<
  A extends z.ZodType,
  P extends Shape = None,
  Q extends Shape = None,
  B extends z.ZodType = None,
>(
  app: ControlApp,
  spec: EndpointSpec<P, Q, B, A>,
  run: (input: {
    params: z.output<P>;
    query: z.output<Q>;
    body: z.output<B>;
  }) => z.input<A> | Promise<z.input<A>>,
): void {
  document(app, spec);
  const perform = async (raw: RawInput): Promise<unknown> => {
    const params = check(spec.params ?? none, raw.params, 'path') as z.output<P>;
    const query = check(spec.query ?? none, raw.query, 'query') as z.output<Q>;
    const body = check(spec.body ?? none, spec.body === undefined ? {} : raw.body, 'body') as z.output<B>;
    return run({ params, query, body });
  };
  app.register(spec.method, spec.path, perform);
  const path = spec.path.replace(/\{(\w+)\}/g, ':$1');
  app.on(spec.method.toUpperCase(), path, async (context) => {
    const body = spec.body === undefined ? {} : await readJson(context);
    const answer = await perform({ params: context.req.param(), query: context.req.query(), body });
    return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } });
  });
}

function document<P extends Shape, Q extends Shape, B extends z.ZodType, A extends z.ZodType>(
  app: ControlApp,
  spec: EndpointSpec<P, Q, B, A>,
): void {
  const json = <S>(schema: S) => ({ 'application/json': { schema } });
  const failure = (description: string) => ({ description, content: json(errorSchema) });
  app.openAPIRegistry.registerPath({
    method: spec.method,
    path: spec.path,
    summary: spec.summary,
    request: {
      ...(spec.params === undefined ? {} : { params: spec.params as unknown as z.ZodObject }),
      ...(spec.query === undefined ? {} : { query: spec.query as unknown as z.ZodObject }),
      ...(spec.body === undefined ? {} : { body: { content: json(spec.describedBody ?? spec.body) } }),
    },
    responses: {
      200: { description: 'Done', content: json(spec.answer) },
      400: failure('The request is wrong; the message names the field'),
      404: failure('No such object'),
      409: failure('The state of the object, or of the clock, forbids it'),
    },
  });
}

/** Far more than any request needs, and still no danger. */
const bodyLimitBytes = 32 * 1024 * 1024;

async function readJson(context: Context): Promise<unknown> {
  const text = await textOf(context);
  if (text.trim() === '') return {};
  const type = context.req.header('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new BadRequest(`content-type is "${type}": expected application/json`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new BadRequest('body: expected valid JSON');
  }
}

/** Counts what arrives, whatever its length is said to be. */
async function textOf(context: Context): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  const body: AsyncIterable<Uint8Array> | Iterable<Uint8Array> = context.req.raw.body ?? [];
  for await (const part of body) {
    bytes += part.length;
    if (bytes > bodyLimitBytes) throw new BadRequest(`body: longer than ${bodyLimitBytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** @throws BadRequest that names every field that is wrong. */
export function check<T extends z.ZodType>(schema: T, value: unknown, place: string): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const says = result.error.issues.map((issue) => `${[place, ...issue.path].join('.')}: ${issue.message}`);
  throw new BadRequest([...new Set(says)].join('; '));
}

/** The HTTP status and the message of whatever an endpoint threw. */
export function failureOf(error: unknown): { status: 400 | 404 | 409 | 500; message: string } {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof BadRequest) return { status: 400, message };
  if (error instanceof ActionRefused) {
    return { status: ({ absent: 404, state: 409, value: 400 } as const)[error.reason], message };
  }
  return { status: 500, message };
}
