import type { Fault } from '../../simulator/index.ts';
import type { ResolvedConfig } from '../config/index.ts';

/** Mischief of one round: what stands together does not undo each other. */
export type Round = (typeof ROUNDS)[number];

/** The rounds, in the order in which they are run. */
export const ROUNDS = ['again', 'forged', 'late', 'early', 'pending', 'unanswered'] as const;

/** What is done beside the faults, when something happens at the gateway. */
export type Deed = 'forge' | 'vary' | 'tell-early' | 'not-final' | 'network-error';

/** How much later things come, by the configuration. Real milliseconds but where it says so. */
export interface Sizes {
  readonly delayMs: number;
  /** In gateway time. */
  readonly deliveryDelayMs: number;
  readonly answerDelayMs: number;
  /** By how much a notification may come before the answer to its create. */
  readonly earlyMs: number;
}

/** One kind of mischief that no right merchant notices. */
export interface Mischief {
  /** Never changes its meaning. */
  readonly id: string;
  /** What the gateway does, for a sentence. */
  readonly says: string;
  /** Ids of the requirements by which a right merchant goes on as ever. */
  readonly requirements: readonly string[];
  /** Why a merchant that is right does not notice. */
  readonly why: string;
  readonly round: Round;
  /**
   * `tests`: a right merchant's tests stay green. `traffic`: how long a merchant takes to go on is its own, and tests
   * may not wait for it; only what it sends is judged.
   */
  readonly decides: 'tests' | 'traffic';
  readonly faults?: (sizes: Sizes) => readonly Omit<Fault, 'id'>[];
  readonly deed?: Deed;
  /** Of forgeries and variants: families or rows of the table of messages, one of which is drawn. */
  readonly messages?: readonly string[];
}

const EVERY_NOTIFICATION = { notification: {} } as const;

const notifications = (effect: Fault['effect'], where: Fault['where'] = EVERY_NOTIFICATION) => [
  { where, times: null, effect },
];

const CREATES: Fault['where'] = { operation: ['invoice/create', 'invoice/hold'] };
/** A notification has come before the answer, and so before anybody can pay; the answer still comes in time. */
const createsLater = ({ earlyMs }: Sizes) => [
  { where: CREATES, times: null, effect: { kind: 'delay', delayMs: earlyMs } as const },
];

const FORGED = {
  round: 'forged',
  decides: 'tests',
  deed: 'forge',
  requirements: ['events.5.sign', 'auth.7'],
  why: 'Nobody but the gateway has the secret key: what is not rightly signed is not from it, and changes nothing (Events 5).',
} as const;

/** Every kind of mischief, the plainest of each round first. */
export const MISCHIEFS: readonly Mischief[] = [
  {
    id: 'notification.parallel',
    says: 'each notification comes four times at the same moment',
    requirements: ['events.6.repeats'],
    why: 'A notification is sent again until it is answered, so that the same one may come more than once and is counted once (Events 6).',
    round: 'again',
    decides: 'tests',
    faults: () => notifications({ kind: 'duplicate', times: 3, parallel: true }),
  },
  {
    id: 'notification.varied',
    says: 'each notification about a payment comes once more, with new fields or written otherwise',
    requirements: ['events.7', 'versioning.3.notification-fields', 'events.6.repeats'],
    why: 'New fields and another order of fields do not raise the version, and receivers tolerate them (Events 7, Versioning 3).',
    round: 'again',
    decides: 'tests',
    deed: 'vary',
    messages: ['genuine.new-fields.several', 'genuine.json', 'genuine.form'],
  },
  {
    id: 'answers.varied',
    says: 'each answer has its fields in another order, and unknown ones beside them',
    requirements: ['versioning.3.response-fields', 'versioning.3.response-order', 'versioning.4'],
    why: 'New fields and another order of fields do not raise the version; clients ignore what they do not know (Versioning 3 and 4).',
    round: 'again',
    decides: 'tests',
    faults: () => [
      { where: {}, times: null, effect: { kind: 'answer', shuffle: true, unknownFields: true } },
    ],
  },
  {
    ...FORGED,
    id: 'forged.unsigned',
    says: 'beside the genuine notifications come ones without a sign that say the opposite',
    messages: ['sign.malformed.absent', 'sign.malformed.empty'],
  },
  {
    ...FORGED,
    id: 'forged.wrong-sign',
    says: 'beside the genuine notifications come ones with a wrong sign that say the opposite',
    messages: ['sign.wrong'],
  },
  {
    ...FORGED,
    id: 'forged.other-secret',
    says: 'beside the genuine notifications come ones that are signed with another secret and say the opposite',
    messages: ['sign.secret.other', 'sign.secret.placeholder'],
  },
  {
    ...FORGED,
    id: 'forged.other-recipe',
    says: 'beside the genuine notifications come ones that are signed in another way and say the opposite',
    messages: ['sign.recipe'],
  },
  {
    id: 'notification.late',
    says: 'each notification comes later',
    requirements: ['errors.3.wait', 'events.trigger.status'],
    why: 'The result comes by a notification, at no promised time; until then the merchant waits (Errors 3).',
    round: 'late',
    decides: 'tests',
    faults: ({ deliveryDelayMs }) => notifications({ kind: 'delay-delivery', delayMs: deliveryDelayMs }),
  },
  {
    id: 'answers.slow',
    says: 'each answer comes later, within the read timeout of the merchant',
    requirements: ['fields.envelope.result'],
    why: 'An answer that comes before the read timeout is an answer like any other.',
    round: 'late',
    decides: 'tests',
    faults: ({ answerDelayMs }) => [
      { where: {}, times: null, effect: { kind: 'delay', delayMs: answerDelayMs } },
    ],
  },
  {
    id: 'payout.network-error',
    says: 'each payout has status 9 for a while (network error on the payment-system side)',
    requirements: ['states.payout.9', 'errors.3.wait'],
    why: 'Status 9 is not final: the payout may still be completed, and is asked about again (Payout statuses).',
    round: 'late',
    decides: 'tests',
    deed: 'network-error',
  },
  {
    id: 'notification.early',
    says: 'a notification about an invoice comes before the answer to its create',
    requirements: ['events.trigger.status', 'events.6.retries'],
    why: 'A status is notified when it changes, whether the answer has arrived or not; what the merchant cannot take yet is sent again (Events 6).',
    round: 'early',
    decides: 'tests',
    deed: 'tell-early',
    faults: createsLater,
  },
  {
    id: 'notification.doubled',
    says: 'each notification comes twice, one after the other',
    requirements: ['events.6.repeats'],
    why: 'A reply may be lost on its way: then the gateway sends the same notification again (Events 6).',
    round: 'early',
    decides: 'tests',
    faults: () => notifications({ kind: 'duplicate', times: 1, parallel: false }),
  },
  {
    id: 'notification.not-final',
    says: 'an unpaid invoice is notified with status 5 first (payment system failed to deliver a payment notice)',
    requirements: ['states.invoice.5', 'errors.3.wait'],
    why: 'Status 5 is not final: the payment may still succeed, and the merchant waits (Invoice statuses).',
    round: 'pending',
    decides: 'tests',
    deed: 'not-final',
    faults: createsLater,
  },
  {
    id: 'notification.retried',
    says: 'the first attempt of each notification is lost, and the second one arrives',
    requirements: ['events.6.retries'],
    why: 'Up to 25 attempts are made; any of them may be the first that arrives (Events 6).',
    round: 'unanswered',
    decides: 'tests',
    faults: () => notifications({ kind: 'drop' }, { notification: { attempt: 1 } }),
  },
  {
    id: 'payout.unanswered',
    says: 'each payout is made, and its answer never comes (read timeout)',
    requirements: ['errors.5', 'errors.5.exists'],
    why: 'After a read timeout the merchant asks withdraw/shop_payment_status, and the status that it is told governs (Errors 5).',
    round: 'unanswered',
    decides: 'traffic',
    faults: () => [
      {
        where: { operation: 'withdraw/create' },
        times: null,
        effect: { kind: 'read-timeout', committed: true },
      },
    ],
  },
  {
    id: 'status.unanswered',
    says: 'the first question about the status of a payment and of a payout gets no answer',
    requirements: ['errors.2.poll', 'flow.payout.poll'],
    why: 'A status is asked for until it is final; a question that nobody answered is asked again (Errors 2 and 3).',
    round: 'unanswered',
    decides: 'traffic',
    faults: () =>
      (['invoice/check', 'withdraw/status', 'withdraw/shop_payment_status'] as const).map((operation) => ({
        where: { operation },
        times: 1,
        effect: { kind: 'close' as const, committed: false },
      })),
  },
];

const byId = new Map(MISCHIEFS.map((mischief) => [mischief.id, mischief]));

/** @returns undefined where there is none of this id */
export const findMischief = (id: string): Mischief | undefined => byId.get(id);

/** The first interval between attempts, in gateway time, which takes as long as a delay of this configuration. */
const FIRST_INTERVAL_MS = 10_000;
const SHORTEST_MS = 50;
const EARLY_MS = 300;

/** How fast gateway time goes beside real time, so that a second attempt comes within the patience of a test. */
export const paceOf = ({ under }: Pick<ResolvedConfig, 'under'>): number =>
  FIRST_INTERVAL_MS / Math.max(SHORTEST_MS, under.delayMs);

/** How much later things come. */
export function sizesOf(config: Pick<ResolvedConfig, 'under' | 'tempo'>): Sizes {
  const { delayMs } = config.under;
  const inTimeMs = Math.round(config.tempo.readTimeoutMs / 2);
  return {
    delayMs,
    deliveryDelayMs: Math.round(delayMs * paceOf(config)),
    answerDelayMs: Math.min(delayMs, inTimeMs),
    earlyMs: Math.min(EARLY_MS, inTimeMs),
  };
}
