/** The refund statuses (States and transitions, Refund statuses), and what may follow each. */
export const REFUND_STATUSES = {
  WAITING: { final: false, followers: ['SUCCESS', 'FAILED'] },
  SUCCESS: { final: true, followers: [] },
  FAILED: { final: true, followers: [] },
} as const satisfies Record<string, { final: boolean; followers: readonly string[] }>;

export type RefundStatus = keyof typeof REFUND_STATUSES;

/** Whether a text is a refund status. */
export function isRefundStatus(text: string): text is RefundStatus {
  return Object.hasOwn(REFUND_STATUSES, text);
}

/** Whether a refund may go from one status to another. */
export function refundMayMove(from: RefundStatus, to: RefundStatus): boolean {
  return (REFUND_STATUSES[from].followers as readonly string[]).includes(to);
}
