import type { OperationId } from '../../simulator/index.ts';
import type { Verbs } from '../../suite/engine/index.ts';
import { seenBefore } from './meetings.ts';

const CREATE: readonly OperationId[] = ['invoice/create', 'invoice/hold'];

/**
 * An order that is being created: its invoice stands at the gateway, and the answer is held back.
 *
 * @param expected why a right merchant may have given up when the answer comes, where it may
 */
export async function beginCreate(
  t: Verbs,
  wish: Parameters<Verbs['ask']>[0] = {},
  expected: { readonly unless?: string } = {},
) {
  const [fault = ''] = await t.gateway.arm(
    [{ where: { operation: [...CREATE] }, effect: { kind: 'wait' } }],
    expected,
  );
  const since = await t.now();
  const asking = t.ask(wish);
  const invoice = await seenBefore(t, asking, async () => {
    const [create] = await t.calls({ operation: CREATE, after: since });
    const shopOrderId = create?.request.fields?.shop_order_id;
    return shopOrderId === undefined
      ? undefined
      : (await t.gateway.invoices({ shopOrderId: String(shopOrderId) }))[0];
  });
  return { fault, asking, invoice };
}
