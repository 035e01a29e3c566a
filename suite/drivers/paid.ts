import { sameAmount } from '../../history/money.ts';
import type { Order } from './shapes.ts';

const PAID_STATES: ReadonlySet<string> = new Set(['paid', 'partially_refunded', 'refunded']);

/** True when the merchant shows an order as paid, or anything was booked for it. */
export const isPaid = (order: Order): boolean =>
  PAID_STATES.has(order.state) || order.credits > 0 || !sameAmount(order.credited, '0');

/** Whether the order has come to nothing. */
export const isOver = ({ state }: Order): boolean => state === 'failed' || state === 'cancelled';
