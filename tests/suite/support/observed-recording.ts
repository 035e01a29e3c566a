/**
 * Exchanges as they were observed at a test stand, put together from what is known of them: names, types and order of
 * members are as recorded, values are made up. Bodies have sorted keys, floats as `0.0`, and a newline at the end.
 */
export interface ObservedExchange {
  readonly path: string;
  readonly request: string;
  readonly answer: string;
}

const SIGN = '"sign":"0000000000000000000000000000000000000000000000000000000000000000"';
const exchange = (path: string, request: string, answer: string): ObservedExchange => ({
  path,
  request: `{${request},${SIGN}}`,
  answer: `${answer}\n`,
});

const NOW = '"now":"2026-03-01T10:00:00"';
const ok = (data: string): string => `{"data":${data},"error_code":0,"message":"Ok","result":true}`;
const refused = (code: number, message: string): string =>
  `{"data":null,"error_code":${code},"message":${JSON.stringify(message)},"result":false}`;

const INVOICE =
  '"amount":"299.45","currency":643,"description":"Order 1","payway":"card_payin_rub","shop_id":"5","shop_order_id":"order-1"';
const PAYOUT =
  '"account":"79001234567","amount":100.23,"amount_type":"ps_amount","payway":"wallet_rub","shop_currency":643,"shop_id":5';

const EXCHANGED =
  '"amount":"299.45","currency":840,"payway":"card_payin_rub","shop_id":5,"shop_order_id":"order-2"';
const SUFFIXED =
  '"amount":"6.00","currency":643,"payway":"card_core_payin_rub[mock_server,success_with_callback]","shop_id":5,"shop_order_id":"order-3"';

/** What was recorded of one shop, in order. */
export const observedRecording: readonly ObservedExchange[] = [
  exchange('shop_output_config/shop', `"shop_id":17,${NOW}`, refused(11, 'Shop (id = 17) is not found')),
  exchange(
    'invoice/create',
    INVOICE,
    refused(
      10,
      'Incorrect values for parameters: sign="Invalid sign, string to sign: "299.45:643:card_payin_rub:5:order-1"".',
    ),
  ),
  exchange(
    'shop_input_config/shop',
    `"shop_id":5,${NOW}`,
    ok(
      '[{"id":1,"name":"Cards","payways":[{"add_ons_config":null,"alias":"card_payin_rub","currency":643,"fee_config":{"fix":0.0,"percent":5.0},"fee_part_config":{"fix_part":1.0,"percent_part":"1.0"},"id":101,"is_active":true,"max_amount":100000.0,"min_amount":1.0}],"rating":100}]',
    ),
  ),
  exchange(
    'shop_output_config/shop',
    `"shop_id":5,${NOW}`,
    ok(
      '[{"id":2,"name":"Wallets","payways":[{"account_info_config":{"account":{"regex":"^\\\\d{11}$","title":"Phone"}},"alias":"wallet_rub","currency":643,"fee_config":{"fix":0.0,"percent":2.0},"max_amount":15000.0,"min_amount":1.0}],"rating":100}]',
    ),
  ),
  exchange(
    'invoice/create',
    INVOICE,
    ok('{"data":{"session_id":"abc"},"id":7001,"method":"GET","url":"https://stand.example/pay/7001"}'),
  ),
  exchange(
    'invoice/check',
    `"shop_id":5,"shop_order_id":"order-1",${NOW}`,
    ok(
      '{"client_price":299.45,"created":"2026-03-01T10:00:00","description":"Order 1","error_code":0,"is_unique":true,"payment_id":7001,"payway":"card_payin_rub","processed":"2026-03-01T10:01:00","ps_currency":643,"ps_data":"{\\"bill_id\\":\\"1\\"}","shop_amount":299.45,"shop_currency":643,"shop_id":5,"shop_order_id":"order-1","shop_refund":284.48,"status":4,"updated":"2026-03-01T10:01:00"}',
    ),
  ),
  exchange(
    'invoice/try',
    EXCHANGED,
    ok(
      '{"add_ons_config":{},"info":{},"manual":{},"payer_price":27051.71,"paymethod_id":12,"paymethod_name":"Card","ps_currency":643,"warning":{}}',
    ),
  ),
  exchange(
    'invoice/create',
    EXCHANGED,
    ok('{"data":{"session_id":"abd"},"id":7002,"method":"GET","url":"https://stand.example/pay/7002"}'),
  ),
  exchange(
    'invoice/create',
    SUFFIXED,
    ok('{"data":{"session_id":"abe"},"id":7003,"method":"GET","url":"https://stand.example/pay/7003"}'),
  ),
  exchange(
    'invoice/create',
    EXCHANGED.replace('299.45', '0.01').replace('order-2', 'order-4'),
    refused(4, 'Payer price amount is too small, min: 1.0'),
  ),
  exchange(
    'withdraw/create',
    `${PAYOUT.replace('100.23', '0.10')},"shop_payment_id":"p-2"`,
    refused(4, 'ps_amount is too small, min: 1.0'),
  ),
  exchange(
    'withdraw/try',
    PAYOUT,
    ok(
      '{"account_info_config":{"account":{"regex":"^\\\\d{11}$","title":"Phone"}},"info":{},"payee_receive":100.23,"ps_currency":643,"shop_currency":643,"shop_write_off":102.23}',
    ),
  ),
  exchange(
    'check_account',
    '"account":"79001234567","account_details":{},"amount":"100.23","payway":"wallet_rub","shop_id":5',
    ok('{"account_info":null,"provider_status":1,"result":true}'),
  ),
  exchange(
    'withdraw/create',
    `${PAYOUT},"shop_payment_id":"p-1"`,
    ok(
      '{"balance":1000.5,"id":9001,"payee_receive":100.23,"ps_currency":643,"shop_currency":643,"shop_payment_id":"p-1","shop_write_off":102.23,"status":3}',
    ),
  ),
  exchange(
    'withdraw/status',
    `"shop_id":5,"withdraw_id":"9001",${NOW}`,
    ok(
      '{"error_code":0,"id":9001,"payee_receive":100.23,"ps_currency":643,"shop_currency":643,"shop_payment_id":"p-1","shop_write_off":102.23,"status":5}',
    ),
  ),
  exchange(
    'withdraw/shop_payment_status',
    `"shop_id":5,"shop_payment_id":"absent",${NOW}`,
    refused(7, 'Operation is not found'),
  ),
];

/** A HAR of exchanges. */
export const harOf = (exchanges: readonly ObservedExchange[]): string =>
  JSON.stringify({
    log: {
      version: '1.2',
      creator: { name: 'made up', version: '1' },
      entries: exchanges.map(({ path, request, answer }, index) => ({
        startedDateTime: new Date(Date.UTC(2026, 2, 1, 10, 0, index)).toISOString(),
        time: 50,
        request: {
          method: 'POST',
          url: `https://stand.example/gateway/v1/${path}`,
          headers: [{ name: 'Content-Type', value: 'application/json' }],
          bodySize: Buffer.byteLength(request),
          postData: { mimeType: 'application/json', text: request },
        },
        response: {
          status: 200,
          headers: [{ name: 'Content-Type', value: 'application/json' }],
          content: { size: Buffer.byteLength(answer), mimeType: 'application/json', text: answer },
        },
      })),
    },
  });
