import type { GatewayPayout, HistoryView, Invoice, Refund } from '../history/view/types.ts';
import { type Evidence, type Violation, violationOf } from './verdict.ts';

/** An object about which the gateway speaks. */
export type Subject = Invoice | Refund | GatewayPayout;

/** Something that no gateway may say, given what it said before to this merchant. */
export interface GatewayBreach extends Violation {
  /** The rule of the gateway's side that it breaks, `gateway.…`. */
  readonly rule: string;
  /** The object of which the merchant can no longer tell what is true; undefined where it can. */
  readonly disputes: Subject | undefined;
  /** Whether a tester said so where it was done: a crafted message, or a fault with `breaksSpec`. */
  readonly declared: boolean;
}

/** What a rule of the gateway's side finds in a history. */
export type GatewayRule = (view: HistoryView) => Iterable<GatewayBreach>;

/** A breach of a rule, with the events that prove it. */
export function breach(
  rule: string,
  about: { readonly key: string; readonly disputes?: Subject; readonly declared: boolean },
  actual: string,
  events: readonly Evidence[],
): GatewayBreach {
  const { key, disputes, declared } = about;
  return { rule, disputes, declared, ...violationOf(key, actual, events) };
}
