import { maskSecrets, maskText } from '../protocol/masking.ts';
import type { Account } from './entities.ts';

/** A merchant may write its secret into any text: it is masked there too. */
export function safe<T extends string | null>(account: Account, text: T): T | string {
  return text === null || !text.includes(account.secret) ? text : maskSecrets(text, [account.secret]);
}

export const maskedJson = (value: Record<string, unknown> | null): Record<string, unknown> =>
  value === null ? {} : (JSON.parse(maskText(JSON.stringify(value))) as Record<string, unknown>);
