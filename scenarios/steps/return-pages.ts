import type { Payment, Verbs } from '../../suite/engine/index.ts';

export const distinct = (pages: readonly (string | null | undefined)[]): string[] => [
  ...new Set(pages.filter((page): page is string => Boolean(page) && URL.canParse(page ?? ''))),
];

/** Pages to which the payer may come back. */
export const returnsTo = (t: Verbs, payment: Payment): string[] =>
  distinct([payment.invoice.successUrl, t.slot.config.merchant.successUrl, payment.order.status_url]);
