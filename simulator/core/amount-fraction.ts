import { fractionDigits } from '../protocol/currencies.ts';
import { mockServerOf } from '../protocol/mock-server.ts';
import { textOf, type WireObject } from '../protocol/wire.ts';
import { textField } from './call.ts';
import type { Account } from './entities.ts';
import type { CompiledOperation, World } from './world.ts';

/** The currency of the payway that a request names. */
function ofPayway(
  { operation }: CompiledOperation,
  fields: WireObject,
  account: Account,
): number | undefined {
  const alias = textField(fields, 'payway') ?? '';
  const listed = account[operation.about === 'invoice' ? 'inputs' : 'outputs'];
  return (listed.get(alias) ?? listed.get(mockServerOf(alias)?.alias ?? ''))?.currency;
}

/**
 * The currency of the amount of a request: that of the invoice for a refund, that of the payway where the recipient gets
 * exactly the amount or where the request names none (Endpoints).
 */
function currencyOf(
  world: World,
  compiled: CompiledOperation,
  fields: WireObject,
  account: Account,
): number | undefined {
  if (compiled.operation.about === 'refund') {
    const invoice = world.store.invoices.get(Number(textOf(fields.invoice_id)));
    return invoice?.account === account ? invoice.currency : undefined;
  }
  const named = textField(fields, 'currency') ?? textField(fields, 'shop_currency');
  const isPayways = named === undefined || textField(fields, 'amount_type') === 'ps_amount';
  const own = isPayways ? ofPayway(compiled, fields, account) : undefined;
  return own ?? (named === undefined ? undefined : Number(named));
}

/** What is wrong with the fraction of an amount, whose digits are known only with its currency. */
export function judgeFraction(
  world: World,
  compiled: CompiledOperation,
  fields: WireObject,
  account: Account | undefined,
): string[] {
  const amount = textField(fields, 'amount');
  if (amount === undefined || account === undefined) return [];
  if (world.readings['request.amount-fraction'] === 'any') return [];
  const currency = currencyOf(world, compiled, fields, account);
  if (currency === undefined) return [];
  const most = fractionDigits(currency);
  const [, fraction = ''] = amount.split('.');
  // Zeros change no amount: 500.00 yen are 500.
  const isOver = fraction.length > Math.max(2, most) || /[1-9]/.test(fraction.slice(most));
  if (!isOver) return [];
  return [
    `amount="${JSON.stringify(amount)} has ${fraction.length} fractional digits, those of currency ${currency} are ${most}"`,
  ];
}
