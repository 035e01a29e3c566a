/** In the order in which they are read, those with names before those with numbers: what refers to something comes after it. */
export const MEMORY_KINDS = [
  'counters',
  'readings',
  'shop',
  'used',
  'tried',
  'text',
  'invoice',
  'refund',
  'payout',
  'balance',
  'notice',
  'notification',
  'step',
  'faults',
] as const;
export type MemoryKind = (typeof MEMORY_KINDS)[number];

/** One thing to know. Numbers as ids are in the order in which the things were made. */
export interface MemoryRow {
  readonly kind: MemoryKind;
  readonly id: number | string;
  /** JSON without secrets; null for what need not be known any more. */
  readonly data: string | null;
}

export const numberOfNotification = (id: string): number => Number(id.slice(1));
