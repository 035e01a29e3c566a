import type { Recording } from '../recordings.ts';
import { NO_BODY, type RecordedCall, RecordingError } from './call.ts';
import { deliveryOf } from './deliveries.ts';
import { exchangeOf } from './exchanges.ts';
import { type Counted, type Gap, type GapId, gapsOf } from './gaps.ts';
import type { ForeignOptions, Making } from './making.ts';
import { withWholeBodies } from './whole-body.ts';
import { operationsByPath, whoseCall } from './whose.ts';
import { type KeptCall, type World, worldsOf } from './worlds.ts';

/** A recording of somebody else's, as events. */
export interface ForeignRecording extends Recording {
  readonly foreign: {
    /** What it is, in words: `HAR (Firefox 128.0)`. */
    readonly format: string;
    /** Calls that are neither to the gateway nor notifications, and were left out. */
    readonly others: number;
    readonly gaps: readonly Gap[];
    /** The other ways in which it may have been. */
    readonly worlds: readonly World[];
  };
}

/** What is kept of all calls must fit into memory. */
const MOST_KEPT_BYTES = 256 << 20;

/** Makes one recording of calls that somebody else recorded: what is not about the gateway is dropped at once, the rest masked. */
export class ForeignReader {
  readonly #kept: KeptCall[] = [];
  readonly #counts = new Map<GapId, number>();
  readonly #keyless = new Set<string>();
  readonly #misfitting = new Set<string>();
  readonly #otherShops = new Set<string>();
  readonly #making: Making;
  #bytes = 0;
  #calls = 0;
  #notifications = 0;
  #others = 0;

  constructor(options: ForeignOptions) {
    const bases = new Set<string>();
    const messages = new Map<string, { readonly notification: string; count: number }>();
    this.#making = {
      ...options,
      operations: operationsByPath(options.readings),
      secrets: [...options.keys.values()],
      note: (gap) => this.#note(gap),
      noteKey: (shopId, why) => {
        const of = {
          keys: this.#keyless,
          'doubtful-keys': this.#misfitting,
          'other-shops': this.#otherShops,
        };
        of[why].add(shopId === '' ? 'unknown' : shopId);
        this.#note(why);
      },
      baseOf: (base) => {
        bases.add(base);
        return bases.values().next().value === base ? 'production' : 'test';
      },
      attemptOf: (message) => {
        const known = messages.get(message) ?? { notification: `n-${messages.size + 1}`, count: 0 };
        messages.set(message, known);
        known.count += 1;
        return { notification: known.notification, attempt: known.count };
      },
    };
  }

  /** @throws {RecordingError} when more was recorded than can be kept */
  take(recorded: RecordedCall): void {
    const call = withWholeBodies(recorded);
    const whose = whoseCall(call, this.#making);
    const kept =
      whose === undefined
        ? undefined
        : whose.to === 'gateway'
          ? exchangeOf(call, whose, `x-${this.#calls + 1}`, this.#making)
          : deliveryOf(call, whose.type, this.#making);
    if (kept === undefined) {
      if (whose === undefined) this.#others += 1;
      return;
    }
    if (kept.sent.kind === 'request') this.#calls += 1;
    else this.#notifications += 1;
    if (kept.endedMs === undefined) this.#note('durations');
    if (kept.exactToMs >= 1_000) this.#note('exact-times');
    if (!call.isZoned) this.#note('zones');
    this.#kept.push(kept);
    this.#bytes += bytesOf(call);
    if (this.#bytes > MOST_KEPT_BYTES) {
      throw new RecordingError(
        `it holds more than ${MOST_KEPT_BYTES >> 20} MiB of traffic with the gateway, up to ${call.place}: split it by time.`,
      );
    }
  }

  /**
   * Counts an entry that lacks what every call has.
   *
   * @param url the address that was called, where there is one
   */
  leaveOut(url: string | undefined): void {
    const whose = url === undefined ? undefined : whoseCall({ url, method: '', body: NO_BODY }, this.#making);
    if (whose === undefined) this.#others += 1;
    else this.#note('incomplete');
  }

  /**
   * @param format what it is, in words
   * @param isTorn whether its end was cut off and left out
   * @throws {RecordingError} when nothing in it is about the gateway
   */
  end(format: string, isTorn: boolean): ForeignRecording {
    if (this.#kept.length === 0) {
      const found = this.#others === 0 ? 'no call' : `${this.#others} calls, none of them to the gateway`;
      throw new RecordingError(
        `it holds ${found}: expected are calls to …/gateway/v1/… or to --gateway URL, and signed notifications or calls to --callback URL.`,
      );
    }
    const [own, ...worlds] = worldsOf(this.#kept);
    const about: Counted = {
      calls: this.#calls,
      notifications: this.#notifications,
      counts: this.#counts,
      keyless: this.#keyless,
      misfitting: this.#misfitting,
      others: this.#otherShops,
    };
    return {
      events: own.events,
      firstLine: 1,
      torn: isTorn,
      foreign: { format, others: this.#others, gaps: gapsOf(about), worlds },
    };
  }

  #note(gap: GapId): void {
    this.#counts.set(gap, (this.#counts.get(gap) ?? 0) + 1);
  }
}

const bytesOf = ({ body, answer }: RecordedCall): number =>
  500 + (body.bytes?.length ?? 0) + (typeof answer === 'string' ? 0 : (answer.body.bytes?.length ?? 0));
