import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AnswerEvent,
  type HistoryEvent,
  isAnswered,
  type ReplyEvent,
  type StateEvent,
} from '../../history/index.ts';
import type { Row } from '../../messages/index.ts';
import { type InvoiceView, isFinalPayout } from '../../simulator/index.ts';
import { GatewayClientError } from '../gateway-client/index.ts';
import type { Slot } from '../slots/index.ts';
import { changedNotification, usableRows } from './forged.ts';
import { type Deed, type Mischief, paceOf } from './mischief.ts';

const LOOK_EVERY_MS = 20;
const PAGE = 1000;
const PAID = 4;
const REJECTED = 6;
const HELD = 8;
const AWAITS_PAYER = 2;
const NOT_DELIVERED = 5;
const NETWORK_ERROR = 9;

/** When a deed is done: after an invoice was made, its create was answered, its status was told, or a payout was made. */
type Moment = 'made' | 'answered' | 'told' | 'payout-made';

const MOMENTS: Readonly<Record<Deed, readonly Moment[]>> = {
  forge: ['answered', 'told'],
  vary: ['told'],
  'tell-early': ['made'],
  'not-final': ['made'],
  'network-error': ['payout-made'],
};

/** What happened, and to which invoice or payout. */
interface Happening {
  readonly moment: Moment;
  readonly id: number;
}

/** How often each mischief was seen to take place. */
export type TookPlace = Map<string, number>;

/** What an agent does, and draws from. */
export interface AgentOptions {
  readonly mischief: readonly Mischief[];
  /** A number from 0 to below 1. */
  readonly random: () => number;
}

/** What is forged says the opposite of what is true. */
const oppositeOf = ({ status, mode }: InvoiceView): number =>
  status === PAID ? REJECTED : mode === 'hold' && status !== HELD ? HELD : PAID;

const isOpen = ({ status }: InvoiceView): boolean => ![PAID, REJECTED, HELD].includes(status);

/**
 * What happens at the gateway while tests of others run: time goes on, the payer pays where the tests have none, and the
 * mischief is done that no fault can do.
 */
export class Agent {
  readonly #slot: Slot;
  readonly #options: AgentOptions;
  readonly #tookPlace: TookPlace = new Map();
  readonly #tasks = new Set<Promise<void>>();
  /** What each genuine attempt is about, until it is replied to. */
  readonly #attempts = new Map<string, number>();
  #after = 0;
  #advancing = false;
  #running: Promise<void> | undefined;
  #stopped = false;
  #failure: Error | undefined;

  constructor(slot: Slot, options: AgentOptions) {
    this.#slot = slot;
    this.#options = options;
  }

  /**
   * Begins.
   *
   * @param after what happened up to this number of the journal is of no concern
   */
  async start(after: number): Promise<void> {
    this.#after = after;
    const begun = Date.parse((await this.#slot.gateway.clock()).now);
    this.#running = this.#run(begun, performance.now());
  }

  /**
   * Ends when all that was begun has ended.
   *
   * @throws what went wrong at the gateway that should not
   */
  async stop(): Promise<TookPlace> {
    this.#stopped = true;
    await this.#running;
    await Promise.all(this.#tasks);
    await this.#look();
    await Promise.all(this.#tasks);
    if (this.#failure !== undefined) throw this.#failure;
    return this.#tookPlace;
  }

  async #run(begun: number, real: number): Promise<void> {
    const pace = paceOf(this.#slot.config);
    while (!this.#stopped) {
      await this.#look();
      await this.#letDueHappen(begun + (performance.now() - real) * pace);
      await sleep(LOOK_EVERY_MS);
    }
  }

  /** Lets gateway time go on where something is due, and looks on meanwhile. */
  async #letDueHappen(instant: number): Promise<void> {
    const { gateway } = this.#slot;
    if (this.#advancing) return;
    const { nextDueAt } = await gateway.clock();
    if (nextDueAt === null || Date.parse(nextDueAt) > instant) return;
    this.#advancing = true;
    this.#do(() =>
      gateway
        .advance({ to: new Date(instant).toISOString() })
        .then(() => undefined)
        // Also where it was refused: time must not stand still from then on.
        .finally(() => {
          this.#advancing = false;
        }),
    );
  }

  async #look(): Promise<void> {
    const { events, next } = await this.#slot.gateway.journal({ after: this.#after, limit: PAGE });
    this.#after = next;
    for (const event of events) this.#notice(event);
  }

  #notice(event: HistoryEvent): void {
    if (event.kind === 'fault' && event.action === 'bit') this.#bit(event.fault.split('#')[0] ?? '');
    else if (event.kind === 'state' && event.from === null) this.#made(event);
    else if (event.kind === 'answer') this.#answered(event);
    else if (event.kind === 'attempt' && event.genuine && event.label === null) {
      if (event.about.paymentId !== undefined && event.type === 'invoice') {
        this.#attempts.set(`${event.notification} ${event.attempt}`, event.about.paymentId);
      }
    } else if (event.kind === 'reply') this.#replied(event);
  }

  /** Where a fault only makes room for a deed, the deed counts. */
  #bit(id: string): void {
    const mischief = this.#options.mischief.find((each) => each.id === id);
    if (mischief !== undefined && mischief.deed === undefined) this.#count(id);
  }

  #made({ object, id }: StateEvent): void {
    if (object === 'payout') this.#happens({ moment: 'payout-made', id: Number(id) });
    if (object !== 'invoice') return;
    this.#happens({ moment: 'made', id: Number(id) });
    if (this.#slot.config.under.payer === 'pays') this.#do(() => this.#pay(Number(id)));
  }

  #answered({ operation, paymentId, result }: AnswerEvent): void {
    const creates = operation === 'invoice/create' || operation === 'invoice/hold';
    if (creates && result === true && paymentId !== undefined) {
      this.#happens({ moment: 'answered', id: paymentId });
    }
  }

  #replied({ notification, attempt, accepted }: ReplyEvent): void {
    const key = `${notification} ${attempt}`;
    const id = this.#attempts.get(key);
    this.#attempts.delete(key);
    if (id !== undefined && accepted) this.#happens({ moment: 'told', id });
  }

  async #pay(paymentId: number): Promise<void> {
    const { gateway, config } = this.#slot;
    await sleep(config.under.payerDelayMs);
    const invoice = await gateway.invoice(paymentId);
    if (!isOpen(invoice)) return;
    const status = invoice.mode === 'hold' ? HELD : PAID;
    await gateway.setInvoiceStatus(paymentId, { status, notify: 'queue' });
  }

  #happens({ moment, id }: Happening): void {
    for (const mischief of this.#options.mischief) {
      if (mischief.deed === undefined || !MOMENTS[mischief.deed].includes(moment)) continue;
      const { deed } = mischief;
      this.#do(() => this.#deeds[deed](mischief, id));
    }
  }

  readonly #deeds: Readonly<Record<Deed, (mischief: Mischief, id: number) => Promise<void>>> = {
    forge: async (mischief, id) => {
      const invoice = await this.#slot.gateway.invoice(id);
      await this.#send(mischief, invoice, oppositeOf(invoice));
    },
    vary: async (mischief, id) => {
      const invoice = await this.#slot.gateway.invoice(id);
      await this.#send(mischief, invoice, invoice.status);
    },
    'tell-early': (mischief, id) => this.#moveTo(mischief, id, AWAITS_PAYER),
    'not-final': (mischief, id) => this.#moveTo(mischief, id, NOT_DELIVERED),
    'network-error': async ({ id: name }, id) => {
      const [payout] = await this.#slot.gateway.payouts({ payoutId: id });
      if (payout === undefined || isFinalPayout(payout.status)) return;
      await this.#slot.gateway.setPayoutStatus(id, { status: NETWORK_ERROR });
      this.#count(name);
    },
  };

  /** A status that an unpaid invoice has for a while; the payer pays all the same. */
  async #moveTo({ id: name }: Mischief, paymentId: number, status: number): Promise<void> {
    const { gateway } = this.#slot;
    const invoice = await gateway.invoice(paymentId);
    if (!isOpen(invoice) || invoice.status === status) return;
    const { reply } = await gateway.setInvoiceStatus(paymentId, { status, notify: 'deliver' });
    if (reply !== null && isAnswered(reply)) this.#count(name);
  }

  async #send(mischief: Mischief, invoice: InvoiceView, status: number): Promise<void> {
    const row = this.#drawn(mischief);
    if (row === undefined) return;
    const delivery = await changedNotification(this.#slot, invoice, status, row, mischief.id);
    const [reply] = await this.#slot.gateway.deliver({ deliveries: [delivery] });
    if (reply !== undefined && isAnswered(reply)) this.#count(mischief.id);
  }

  #drawn({ messages = [] }: Mischief): Row | undefined {
    const rows = usableRows(messages, this.#slot.config.profile.notifications);
    return rows[Math.floor(this.#options.random() * rows.length)];
  }

  #count(id: string): void {
    this.#tookPlace.set(id, (this.#tookPlace.get(id) ?? 0) + 1);
  }

  /** Begins something beside all else. What the gateway refuses because its state has moved on is not done. */
  #do(task: () => Promise<void>): void {
    const running = task()
      .catch((error: unknown) => {
        const isLate = error instanceof GatewayClientError && [404, 409].includes(error.status ?? 0);
        if (!isLate) this.#failure ??= error instanceof Error ? error : new Error(String(error));
      })
      .finally(() => this.#tasks.delete(running));
    this.#tasks.add(running);
  }
}
