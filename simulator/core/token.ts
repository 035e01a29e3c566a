import { createHmac } from 'node:crypto';
import { maskToken } from '../protocol/masking.ts';
import type { Invoice, Token } from './entities.ts';

const YEAR = 365 * 24 * 60 * 60_000;

/**
 * The token that an invoice issues. Its text follows from the shop's secret and the payment id, so that a
 * journal that does not hold it is enough to find it again.
 */
export function tokenOf(invoice: Invoice, issuedAt: number): Token {
  const { account, paymentId } = invoice;
  const key = `payment-token:${account.secret}`;
  const digest = createHmac('sha256', key).update(`${account.base}:${account.id}:${paymentId}`).digest('hex');
  const text = `tok_${digest.slice(0, 40)}`;
  return { text, masked: maskToken(text), invoice, status: 'active', expiresAt: issuedAt + YEAR };
}
