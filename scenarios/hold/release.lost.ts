import { check, DAY_MS, HOUR_MS, type Payment } from '../../suite/engine/index.ts';

export default check('hold.release.lost', {
  title: 'A hold whose release failed is not treated as released.',
  must: ['states.hold.unhold', 'limits.hold', 'states.hold', 'law.22'],
  capabilities: ['hold'],
  means: ['jobs', 'clock'],
  readings: ['hold.id'],
  rule: 'States and transitions, Invoice statuses: the shop charges or unholds within 5 days; the service does nothing by itself.',
  expectation:
    'invoice/unhold ends with HTTP 502, with a body that is not valid JSON, or with an unknown code and the message "Ok", and the funds are still blocked: the shop calls it again within the five days, or does not show the order as cancelled.',
  fix: 'Show the order as cancelled only when the gateway has confirmed the release, and repeat invoice/unhold until it has.',
  story: async (t) => {
    const given: Payment[] = [];
    const untilMs = (await t.gatewayNow()) + 5 * DAY_MS - HOUR_MS;
    for (const effect of [
      { kind: 'html', status: 502, committed: false },
      { kind: 'malformed', committed: false },
      { kind: 'error', code: 57, message: 'Ok' },
    ] as const) {
      const payment = await t.held();
      await t.nextCall('invoice/unhold', effect, { paymentId: payment.paymentId });
      const { driver } = t;
      await (t.claims('order.cancel') ? driver.cancel(payment.orderId) : driver.unhold(payment.orderId));
      given.push(payment);
    }
    // By which id a hold is named is a reading.
    const calls = async (payment: Payment) =>
      (await t.calls({ operation: 'invoice/unhold' })).filter(({ request }) =>
        [request.fields?.invoice_id, request.fields?.shop_order_id].some((id) =>
          [String(payment.paymentId), payment.shopOrderId].includes(String(id)),
        ),
      );
    const unasked = async (): Promise<boolean> => {
      for (const payment of given) if ((await calls(payment)).length === 0) return true;
      return false;
    };
    await t.settle();
    // A merchant may release at night.
    for (let step = 0; step < 4 && (await unasked()); step++) await t.advance(DAY_MS / 4);
    if (await unasked()) t.inconclusive('The merchant did not call invoice/unhold.');
    await t.gateway.clearFaults();
    await t.advance(untilMs - (await t.gatewayNow()), DAY_MS / 4);
    for (const payment of given) await t.look(payment);
  },
});
