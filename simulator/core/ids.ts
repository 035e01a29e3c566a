import { hash } from 'node:crypto';
import { mix } from './random.ts';

/** Ids of everything that the gateway creates. */
export interface Ids {
  exchange(): string;
  notification(): string;
  /** Ids of invoices and of payouts are integers from a base that the seed decides. */
  payment(): number;
  payout(): number;
  revision(): number;
  refund(): number;
  step(): number;
  /** An unguessable text for a payer's session. */
  session(paymentId: number): string;
  /** How far each has counted. */
  counters(): IdCounters;
  /** Goes on from there: none of these ids is given again. */
  goOn(from: IdCounters): void;
}

export type IdCounters = Readonly<
  Record<
    | 'exchange'
    | 'notification'
    | 'revision'
    | 'payment'
    | 'payout'
    | 'refund'
    | 'step'
    // Sessions follow from the first seed, whatever a later run has.
    | 'sessionSeed',
    number
  >
>;

/** The text that the payer's session has at the gateway. */
export const sessionOf = (
  { ids }: { readonly ids: Ids },
  { session, paymentId }: { readonly session: string | null; readonly paymentId: number },
): string => session ?? ids.session(paymentId);

const SPAN = 2_000_000_000;
const LOWEST = 10_000_000;

/** The first id of a seed: below 2^31 with room for more than a hundred million others. */
const baseOf = (seed: number, salt: number): number => LOWEST + (mix(mix(seed) ^ salt) % SPAN);

const sessionDigits = 32;
/** Hashing is most of the price of a session, and payment ids follow each other: one hash is for four. */
const sessionsInHash = 4;

/** Seeded ids: the same seed gives the same ones, another seed others. */
export function createIds(seed: number): Ids {
  let exchange = 0;
  let notification = 0;
  let revision = 0;
  let refund = 0;
  let step = 0;
  let payment = baseOf(seed, 0x51ed270b);
  let payout = baseOf(seed, 0x2545f491);
  let sessionSeed = seed;
  let sessionBlock = Number.NaN;
  let sessions = '';
  return {
    exchange: () => `x${++exchange}`,
    notification: () => `n${++notification}`,
    payment: () => ++payment,
    payout: () => ++payout,
    revision: () => ++revision,
    refund: () => ++refund,
    step: () => ++step,
    session(paymentId) {
      const wanted = Math.floor(paymentId / sessionsInHash);
      if (wanted !== sessionBlock) {
        sessionBlock = wanted;
        sessions = hash('sha512', `session:${sessionSeed}:${wanted}`, 'hex');
      }
      const start = (paymentId % sessionsInHash) * sessionDigits;
      return sessions.slice(start, start + sessionDigits);
    },
    counters: () => ({ exchange, notification, revision, payment, payout, refund, step, sessionSeed }),
    goOn(from) {
      ({ exchange, notification, revision, payment, payout, refund, step, sessionSeed } = from);
      sessionBlock = Number.NaN;
    },
  };
}
