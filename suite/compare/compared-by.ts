import { isWireObject, textOf } from '../../simulator/index.ts';
import type { RecordedExchange } from './recorded.ts';

/**
 * How a field is compared: by its value, by a value that the simulator was set up with from the same recording, or by
 * its form, because no two gateways send the same one.
 */
export type By = 'value' | 'recording' | 'form';

interface Rule {
  readonly operations: RegExp;
  readonly paths: RegExp;
  readonly when?: (exchange: RecordedExchange) => boolean;
  readonly by: Exclude<By, 'value'>;
  /** Where the value comes from. */
  readonly why: string;
  /** Whether the simulator cannot know the value, so that a difference says nothing about it. */
  readonly isUnknowable: boolean;
}

const ANY = /./;
const form = (operations: RegExp, paths: RegExp, why: string): Rule => ({
  operations,
  paths,
  by: 'form',
  why,
  isUnknowable: true,
});
const fromRecording = (operations: RegExp, paths: RegExp, why: string): Rule => ({
  operations,
  paths,
  by: 'recording',
  why,
  isUnknowable: false,
});

/** Whether the payment system is paid in another currency than the shop. */
function isExchanged({ request, answer: { data } }: RecordedExchange): boolean {
  if (!isWireObject(data)) return false;
  const shops = textOf(request.currency) ?? textOf(request.shop_currency) ?? textOf(data.shop_currency);
  return textOf(data.ps_currency) !== shops;
}

/** Fields that are not compared by value alone. The first rule that fits decides. */
const RULES: readonly Rule[] = [
  fromRecording(
    /^shop_(in|out)put_config/,
    /^data\[\]\.payways\[\]/,
    'the payway is set up from this answer',
  ),
  fromRecording(
    /\/try$/,
    /^data\.(paymethod_id|info|manual|warning|add_ons_config|account_info_config)\b/,
    'the payway is set up from this answer',
  ),
  fromRecording(ANY, /^data\.ps_currency$/, 'the currency of the payway is set up from the recording'),
  fromRecording(
    /^(invoice\/check|withdraw\/(shop_payment_)?status)$/,
    /^data\.(status|error_code)$/,
    'the status is set as it was recorded',
  ),
  fromRecording(/get-refunds$/, /^data\[\]\.(status|error_code)$/, 'the status is set as it was recorded'),
  {
    operations: ANY,
    paths: /^data\.(payer_price|client_price|payee_receive|shop_write_off)$/,
    when: isExchanged,
    by: 'recording',
    why: 'the rate of that moment; one rate is worked out of the recording',
    isUnknowable: true,
  },
  form(/^shop_(in|out)put_config/, /^data\[\]\.(id|name|rating)$/, 'how the gateway groups its payways'),
  form(ANY, /(^|[.\]])(id|payment_id|invoice_id)$/, 'an id that the gateway gives'),
  form(ANY, /\.(created|updated|processed)(_at)?$|\.expires_at$/, "a time of the gateway's clock"),
  form(
    ANY,
    /^data\.data\b|\.redirect_info\.data\b|\.url$/,
    'an address, a session or a form of a payment page',
  ),
  form(ANY, /\b(sign|payment_token)\b/, 'a signature or a token'),
  form(
    ANY,
    /\.(ps_data|rrn|bank_transaction_id|paymethod_name|account_info)\b/,
    'what the payment system says',
  ),
  form(ANY, /^data\.(balance|balances\[\]\.(available|hold|frozen))$/, 'the money of the shop'),
  form(ANY, /\.settlement_(amount|currency|rate)$/, 'the contract on settlement, which no answer shows'),
];

/** How each field of an answer is compared, and why not by value. */
export function rulesOf(exchange: RecordedExchange): (path: string) => Rule | undefined {
  const own = RULES.filter(
    ({ operations, when }) => operations.test(exchange.operation) && (when?.(exchange) ?? true),
  );
  return (path) => own.find(({ paths }) => paths.test(path));
}

/** What a refusal follows from that neither requests nor lists of payways show, by its code. */
export const CAUSES_OUTSIDE: Readonly<Record<string, string>> = {
  3: 'whether the payway is available',
  9: 'the money of the shop',
  12: 'whether the shop is active',
  13: 'the accounts that exist',
  14: 'the state of an account',
  15: 'the addresses that may send requests',
  17: 'the contract of the shop',
  18: 'the type of an account',
  19: 'the contract of the shop',
  20: 'the project of the shop',
  21: 'the project of the shop',
  2000: 'an error inside the gateway',
};
