import { z } from 'zod';
import { OPERATIONS } from '../../protocol/operations.ts';
import { signRequest } from '../../protocol/signing.ts';
import { parseWire, type WireObject } from '../../protocol/wire.ts';
import { ActionRefused, type Runtime } from '../runtime.ts';
import type { IncomingCall } from '../transport.ts';
import type { ControlApp } from './control-app.ts';
import { endpoint } from './endpoint.ts';

const answeredSchema = z.object({
  exchange: z.string().nullable().describe('Its name in the journal'),
  paymentId: z.number().nullable(),
  status: z.number().nullable().describe('HTTP status; null where no answer came'),
  body: z.string(),
});
const paymentSchema = z.strictObject({
  shopId: z.union([z.string(), z.number().int()]).optional().describe('Default: the first shop'),
  shopOrderId: z.string().min(1).max(255).optional(),
  amount: z.string().optional(),
  currency: z.number().int().optional(),
  payway: z.string().optional(),
  description: z.string().max(255).optional(),
});
/** What stands for a value that the journal does not hold. */
const MASKS = /\*\*\*|\btok~[0-9a-f]{8}\b|<SECRET>/;
/** Headers of a connection, which a request that comes without one does not have. */
const OF_CONNECTION = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive']);

/** Requests that the tester has the gateway take as if the shop had sent them. */
export function addRequestRoutes(app: ControlApp, runtime: Runtime): void {
  endpoint(
    app,
    {
      method: 'post',
      path: '/payments',
      summary:
        'Creates an invoice as the shop would, with a right signature; the shop itself does not know of it',
      body: paymentSchema,
      answer: answeredSchema,
    },
    ({ body }) => submit(runtime, testPayment(runtime, body)),
  );
  endpoint(
    app,
    {
      method: 'post',
      path: '/journal/{seq}/replay',
      summary: 'Has the gateway take a request of the journal once more, as it was recorded',
      params: z.object({ seq: z.coerce.number().int().min(1) }),
      answer: answeredSchema,
    },
    ({ params: { seq } }) => submit(runtime, recorded(runtime, seq)),
  );
}

function testPayment(
  { core, secretsOf, clock }: Runtime,
  {
    shopId,
    shopOrderId,
    amount = '10.50',
    description = 'A test payment',
    ...chosen
  }: z.infer<typeof paymentSchema>,
): IncomingCall {
  const shop = core.shops().find(({ id }) => shopId === undefined || id === String(shopId));
  const [secret] = secretsOf(shop?.id);
  if (shop === undefined || secret === undefined) {
    throw new ActionRefused('absent', `no shop has the id ${JSON.stringify(shopId ?? '')}`);
  }
  const fields = {
    shop_id: Number(shop.id),
    shop_order_id:
      shopOrderId ?? `test-${clock.now().toString(36)}-${core.invoices({ limit: 1 })[0]?.revision ?? 0}`,
    amount,
    currency: chosen.currency ?? 643,
    payway: chosen.payway ?? 'card_rub',
    description,
  };
  const signed = OPERATIONS.find(({ id }) => id === 'invoice/create')?.signedFields ?? [];
  const parsed = parseWire(new TextEncoder().encode(JSON.stringify(fields)));
  if (!parsed.ok) throw new ActionRefused('value', 'body: expected texts that JSON can hold');
  const sign = signRequest(signed, parsed.value as WireObject, secret);
  return callOf('POST', '/gateway/v1/invoice/create', JSON.stringify({ ...fields, sign }));
}

const callOf = (
  method: string,
  target: string,
  body: string,
  headers: Record<string, string> = {},
): IncomingCall => ({
  method,
  target,
  headers: { 'content-type': 'application/json', ...headers },
  body: new TextEncoder().encode(body),
  remoteAddress: '127.0.0.1',
});

/** @throws ActionRefused where there is no such request, or not all of it was recorded */
function recorded({ journal }: Runtime, seq: number): IncomingCall {
  const [event] = journal.page({ after: seq - 1, limit: 1 }).events;
  if (event === undefined || event.seq !== seq || event.kind !== 'request') {
    throw new ActionRefused('absent', `event ${seq} of the journal is no request, or was dropped`);
  }
  const { method, path, query, headers, body, bytes } = event as Extract<
    typeof event,
    { bytes: number; fields: unknown }
  >;
  const text = `${path}${query ?? ''}${body}${JSON.stringify(headers)}`;
  if (MASKS.test(text) || Buffer.byteLength(body) !== bytes) {
    throw new ActionRefused(
      'state',
      `request ${seq} has values that the journal masks or does not hold, so it cannot be sent as it was: copy it as curl and put them in`,
    );
  }
  const kept = Object.entries(headers).filter(([name]) => !OF_CONNECTION.has(name));
  const target = query === undefined || query === '' ? path : `${path}?${query.replace(/^\?/, '')}`;
  return callOf(method, target, body, Object.fromEntries(kept));
}

async function submit({ journal, submit: take }: Runtime, call: IncomingCall) {
  const before = journal.last();
  const reply = await take(call);
  const { events } = journal.page({ after: before, limit: 50, kinds: new Set(['answer']) });
  const [answer] = events as { exchange?: string; paymentId?: number }[];
  return {
    exchange: answer?.exchange ?? null,
    paymentId: answer?.paymentId ?? null,
    status: reply.kind === 'answer' ? reply.status : null,
    body: reply.kind === 'answer' ? reply.body : '',
  };
}
