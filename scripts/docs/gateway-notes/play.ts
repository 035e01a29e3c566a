import { createGateway, createRandom, defaultShop, type GatewayCore } from '../../../simulator/core/index.ts';
import { createFaultEngine } from '../../../simulator/faults/index.ts';
import { type OperationId, operationUnder } from '../../../simulator/protocol/operations.ts';
import { resolveReadings } from '../../../simulator/protocol/readings.ts';
import { signRequest } from '../../../simulator/protocol/signing.ts';
import { isWireObject, parseWire } from '../../../simulator/protocol/wire.ts';

const SECRET = 'SecretKey01';
const START = Date.UTC(2026, 10, 21, 9, 0, 0);

function gateway(): GatewayCore {
  const emit = (): void => undefined;
  const random = createRandom(1);
  const now = (): number => START;
  return createGateway(
    {
      shops: [defaultShop(5, SECRET, 'http://127.0.0.1:3000/payments/notify')],
      readings: resolveReadings('spec'),
      senders: ['127.0.0.1'],
      behaviour: 'manual',
      magic: false,
      variation: false,
      seed: 1,
      publicOrigin: () => 'http://127.0.0.1:8040',
    },
    { clock: { now, wall: now }, random, emit, faults: createFaultEngine([], random, emit) },
  );
}

/** Sends a signed request and gives the body of the answer. */
function ask(core: GatewayCore, id: OperationId, fields: Readonly<Record<string, unknown>>): string {
  const operation = operationUnder(core.readings(), id);
  const parsed = parseWire(Buffer.from(JSON.stringify({ shop_id: 5, ...fields })));
  if (!parsed.ok || !isWireObject(parsed.value)) throw new Error(`the example of ${id} cannot be sent`);
  const sign = signRequest(operation.signedFields, parsed.value, SECRET);
  const answer = core.receive({
    receivedAt: START,
    method: 'POST',
    path: `/gateway/v1/${operation.path}`,
    query: '',
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify({ shop_id: 5, ...fields, sign })),
    remoteAddress: '127.0.0.1',
  });
  core.completed(answer.exchange, 'sent', 1);
  if (answer.kind !== 'respond') throw new Error(`${id} was not answered`);
  return answer.body;
}

interface Named {
  readonly data: { readonly id: number };
}

const pretty = (body: string): string => JSON.stringify(JSON.parse(body), null, 2);

/** An answer that the page shows, by the name of its place. */
export interface PlayedAnswer {
  readonly name: string;
  readonly json: string;
}

/** Plays the operations that the page shows, on the gateway itself, and gives what it answered. */
export function playExamples(): PlayedAnswer[] {
  const core = gateway();
  const now = '2026-11-21T12:00:00';
  const played: PlayedAnswer[] = [];
  const show = (name: string, id: OperationId, fields: Readonly<Record<string, unknown>>): Named => {
    const body = ask(core, id, fields);
    played.push({ name, json: pretty(body) });
    return JSON.parse(body) as Named;
  };
  const invoice = { amount: '10.50', currency: 643, payway: 'card_rub' };
  const single = show('create', 'invoice/create', { ...invoice, shop_order_id: 'order-1' });
  const hold = show('hold', 'invoice/hold', { ...invoice, shop_order_id: 'order-2' });
  const other = JSON.parse(ask(core, 'invoice/hold', { ...invoice, shop_order_id: 'order-3' })) as Named;
  core.act({ kind: 'invoice-status', paymentId: single.data.id, status: 4 });
  for (const { data } of [hold, other]) {
    core.act({ kind: 'invoice-status', paymentId: data.id, status: 8 });
  }
  show('charge', 'invoice/charge', { invoice_id: hold.data.id, now });
  show('unhold', 'invoice/unhold', { invoice_id: other.data.id, now });
  show('refund', 'invoice/create-refund', {
    invoice_id: single.data.id,
    shop_refund_id: 'refund-1',
    amount: '3.00',
  });
  show('absent', 'withdraw/shop_payment_status', { shop_payment_id: 'payout-1', now });
  return played;
}
