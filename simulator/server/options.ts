import type { Mockttp, MockttpOptions } from 'mockttp';
import type { ShopConfig } from '../core/shop-config.ts';
import type { Fault } from '../faults/fault.ts';
import type { RunEvent } from '../protocol/events.ts';
import type { ReadingValues } from '../protocol/readings.ts';
import type { ClockOptions } from './clock.ts';
import type { ControlAnswer, ControlCall } from './control/control-app.ts';
import type { ForeignBody, JournalEvent } from './journal-query.ts';
import type { StoreOptions } from './store.ts';
import type { TlsOptions } from './tls.ts';

/** How a simulator is set up. Only `shops` is needed. Durations are real milliseconds. */
export interface SimulatorOptions {
  /** Where the gateway listens; default 127.0.0.1. */
  host?: string;
  /** Default 0: a free port. */
  port?: number;
  /** Where the control plane listens; default 127.0.0.1. Others need a token. */
  controlHost?: string;
  controlPort?: number;
  controlToken?: string;
  /** The origin under which merchants and payers reach the gateway, where it is not where it listens. */
  publicUrl?: string;
  shops: readonly ShopConfig[];
  /** Decides ids, variation and probabilistic faults; drawn and told if left out. */
  seed?: number;
  /** Default: virtual. */
  clock?: ClockOptions;
  /** What serves the gateway; default: mockttp, to which rules can be added. `node` is several times as fast. */
  transport?: 'mockttp' | 'node';
  /** Options of mockttp, where that serves the gateway: `recordTraffic: true` keeps what its rules see. */
  mockttp?: MockttpOptions;
  readings?: ReadingValues;
  /** Whether operations are reached without the prefix `/gateway/v1`, too; default: false. */
  bareBase?: boolean;
  /** Whether a `shop_order_id` may be used again, and the newest invoice counts; default: false. */
  repeatedOrderIds?: boolean;
  /** Local addresses that notifications are sent from, in turn; default 127.0.0.1. */
  senders?: readonly string[];
  /** For the whole exchange with a receiver; default by the reading `notification.reply-time-limit`. */
  deliveryTimeoutMs?: number;
  /** How long an answer is held at most when a fault never gives it; default 60 s. */
  readTimeoutCapMs?: number;
  /** Default: manual. */
  behaviour?: 'manual' | 'autopilot';
  /** Default: false. */
  magic?: boolean;
  /** New fields in answers, their members in other orders, late answers (Versioning 3); default: false. */
  variation?: boolean;
  /** What the merchant says of itself; the journal's first event repeats it, for whoever judges the history later. */
  merchant?: RunEvent['merchant'];
  /** Whether the merchant is the only one who calls the gateway, which the journal's first event repeats; default: false. */
  soleClient?: boolean;
  /** What the simulator knows and what happened, kept in a file, and continued from it; default: nothing is kept. */
  store?: Omit<StoreOptions, 'shops'>;
  /** NDJSON file that the journal is written to: a new one, or the journal of the same store. */
  journalFile?: string;
  /** Told when store or journal cannot be written any more; nothing is acknowledged after that. */
  onFailure?: (error: unknown) => void;
  /**
   * How many final invoices and payouts are kept, with their refunds; default: all. Those that were forgotten
   * are not known any more, and their ids are free; the history has them.
   */
  retainFinished?: number;
  /** Is called with each event as it happens; what it throws is a defect of the caller's. */
  onEvent?: (event: JournalEvent) => void;
  /** How many events the journal keeps in memory; default 20 000. */
  journalRetention?: number;
  /** How many bytes of them it keeps in memory, the newest event in any case; default 64 MiB. */
  journalRetentionBytes?: number;
  faults?: readonly Fault[];
  /** Hosts beyond loopback and the shops' own that notifications may go to; `*` is any. */
  allowCallbacksTo?: readonly string[];
  tls?: TlsOptions | false;
  /** Certificates (PEM) that https receivers are checked against, beside those of the public authorities. */
  deliveryCa?: string;
  /** Kills the merchant, and starts it again if told so; resolves when that is done. */
  onKill?: (restart: boolean) => Promise<void>;
  maxRequestBytes?: number;
  /**
   * Takes in whatever had arrived before a request, such as what a tester in another process says of it, before
   * the request itself; default: false.
   */
  readFirst?: boolean;
}

/** A running simulator. */
export interface Simulator {
  /** Scheme, host and port of the gateway. */
  readonly origin: string;
  readonly baseUrl: string;
  readonly testBaseUrl: string;
  readonly controlUrl: string;
  /**
   * The mockttp server that serves the gateway: rules that are added to it come before the gateway's own.
   * Undefined with the transport `node`.
   */
  readonly mockttp?: Mockttp;
  /** Answers a call of the control plane as its port would, for a tester in the same process. */
  readonly control: (call: ControlCall) => Promise<ControlAnswer>;
  /** Adds an event of the tester's own to the journal at once, for a tester in the same process. */
  readonly note: (event: ForeignBody) => void;
  readonly seed: number;
  /** Ends everything that it opened; may be called again. */
  stop(): Promise<void>;
}
