import { data } from 'currency-codes';

/** ISO 4217, by number. */
const currencies = new Map(data.map((row) => [Number(row.number), row]));

/** How many fractional digits amounts in a currency have; two where ISO 4217 has none of this number. */
export const fractionDigits = (currency: number): number => currencies.get(currency)?.digits ?? 2;

/** `RUB` for 643; the number itself where ISO 4217 has none such. */
export const currencyCode = (currency: number): string => currencies.get(currency)?.code ?? String(currency);

/** All codes of ISO 4217 by their numbers. */
export const CURRENCY_CODES: Readonly<Record<number, string>> = Object.fromEntries(
  data.map((row) => [Number(row.number), row.code]),
);
