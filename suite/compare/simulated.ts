import { randomBytes } from 'node:crypto';
import {
  isWireObject,
  type OperationId,
  type ReadingValues,
  startSimulator,
  textOf,
  type WireObject,
} from '../../simulator/index.ts';
import { GatewayClient, GatewayClientError } from '../gateway-client/index.ts';
import type { Recorded, RecordedExchange } from './recorded.ts';
import { type Comparison, compareWith } from './replay.ts';
import type { DifferenceKind } from './shape.ts';
import { shopsOf } from './stand.ts';

/** What was recorded of an answer, and the request as the simulator is asked it. */
interface Asked {
  readonly gateway: GatewayClient;
  readonly request: WireObject;
  readonly data: WireObject[string] | undefined;
}

/** The status in an answer about one object. */
const statusIn = ({ data }: Asked): number => (isWireObject(data) ? Number(textOf(data.status)) : Number.NaN);

/** The error code in a record. */
function errorIn(record: WireObject[string] | undefined): { errorCode?: number } {
  const code = isWireObject(record) ? textOf(record.error_code) : undefined;
  return code === undefined || !/^\d{1,9}$/.test(code) ? {} : { errorCode: Number(code) };
}

async function moveInvoice(asked: Asked, paymentId: number | undefined, status: number): Promise<void> {
  if (paymentId === undefined || !Number.isSafeInteger(status)) return;
  const { gateway, data } = asked;
  if ((await gateway.invoice(paymentId)).status !== status)
    await gateway.setInvoiceStatus(paymentId, { status, ...errorIn(data), notify: 'none' });
}

const named =
  (status: number) =>
  (asked: Asked): Promise<void> =>
    moveInvoice(asked, Number(textOf(asked.request.invoice_id)), status);

async function moveChecked(asked: Asked): Promise<void> {
  const { gateway, request } = asked;
  const [shopId, shopOrderId] = [textOf(request.shop_id), textOf(request.shop_order_id)];
  const [invoice] = await gateway.invoices({ shopOrderId: shopOrderId ?? '', shopId: shopId ?? '' });
  await moveInvoice(asked, invoice?.paymentId, statusIn(asked));
}

async function moveRefunds({ gateway, request, data }: Asked): Promise<void> {
  for (const refund of Array.isArray(data) ? data.filter(isWireObject) : []) {
    const [id, status] = [textOf(refund.shop_refund_id), textOf(refund.status)];
    if (id === undefined || status === undefined || status === 'WAITING') continue;
    await gateway.setRefundStatus(textOf(request.shop_id) ?? '', id, {
      status,
      ...errorIn(refund),
      notify: 'none',
    });
  }
}

async function movePayout(asked: Asked): Promise<void> {
  const { gateway, request } = asked;
  const shopPaymentId = textOf(request.shop_payment_id);
  const [payout] = await gateway.payouts(
    shopPaymentId === undefined ? { payoutId: Number(textOf(request.withdraw_id)) } : { shopPaymentId },
  );
  const status = statusIn(asked);
  if (payout !== undefined && payout.status !== status)
    await gateway.setPayoutStatus(payout.payoutId, { status, ...errorIn(asked.data) });
}

/** What must have happened before a request was answered as it was: the payer paid, a payout ended. */
const MOVES: Readonly<Partial<Record<OperationId, (asked: Asked) => Promise<void>>>> = {
  'invoice/check': moveChecked,
  'invoice/charge': named(8),
  'invoice/unhold': named(8),
  'invoice/create-refund': named(4),
  'invoice/get-refunds': moveRefunds,
  'withdraw/status': movePayout,
  'withdraw/shop_payment_status': movePayout,
};

/** Brings the object of a request to where its answer was recorded; what cannot be done shows in the answer. */
async function moveTo(
  gateway: GatewayClient,
  { operation, answer }: RecordedExchange,
  request: WireObject,
): Promise<void> {
  if (answer.result !== true) return;
  try {
    await MOVES[operation]?.({ gateway, request, data: answer.data });
  } catch (error) {
    if (!(error instanceof GatewayClientError)) throw error;
  }
}

/** What a recording is compared with. */
export interface Setup {
  readonly readings: ReadingValues;
  /** Exchanges that show the shops and their payways. */
  readonly shownBy: readonly RecordedExchange[];
  /** Kinds of differences that do not count. */
  readonly ignored: readonly DifferenceKind[];
}

/** Compares a recording with a simulator of its own, whose shops and payways are those that the recordings show. */
export async function compareWithSimulator(
  recorded: Recorded,
  { readings, shownBy, ignored }: Setup,
): Promise<Comparison> {
  const secret = randomBytes(24).toString('hex');
  const simulator = await startSimulator({
    shops: shopsOf(shownBy, () => secret),
    readings,
    transport: 'node',
  });
  const gateway = new GatewayClient(simulator.control);
  try {
    return await compareWith(
      {
        baseUrl: simulator.baseUrl,
        readings,
        secretOf: () => secret,
        suffix: '',
        moveTo: (exchange, request) => moveTo(gateway, exchange, request),
        isSetUp: true,
        ignored,
      },
      recorded,
    );
  } finally {
    await simulator.stop();
  }
}
