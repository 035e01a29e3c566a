import type { Trace } from '../../../history/index.ts';
import type { Effect, Fault, OperationId } from '../../../simulator/index.ts';
import { type Caller, type Press, press, WITHIN_MS } from './calling.ts';
import type { EventOf } from './kind.ts';

/** Where an object stands, as far as it decides what all objects can meet at the same time. */
export interface Made {
  /** How its creation went for the shop. */
  readonly made: 'not' | 'under way' | 'heard' | 'unheard' | 'refused';
  /** The gateway has it. */
  readonly exists: boolean;
}

/** The background jobs, which run for all objects at the same time; finds what came of them. */
export const jobs = <P extends Made, S>(find: (subject: S) => Promise<unknown>): EventOf<P, S> => ({
  name: 'jobs',
  round: 'jobs',
  needs: ['jobs'],
  says: 'A poll interval passes, and the background jobs run.',
  shows: 'jobs',
  isPossible: ({ made }) => made !== 'not',
  // What did not reach the gateway may have been repeated.
  leadsTo: (phase) => (phase.made === 'unheard' ? { ...phase, exists: true } : phase),
  run: async (subject) => {
    await find(subject);
    return true;
  },
});

type PressedCall = Pick<Press<unknown>, 'where' | 'work'>;

/** A call to the gateway that a kill can meet. */
export interface KilledCall<P, S> {
  /** Begins with `kill-`. */
  readonly name: string;
  /** What the shop is doing, such as `makes an order`. */
  readonly does: string;
  readonly isPossible: (phase: P) => boolean;
  /** What of it is left to find out, where the gateway has carried it out or not. */
  readonly leadsTo: (phase: P, isCarriedOut: boolean) => P;
  readonly call: (subject: S) => PressedCall;
}

/** A notification that a kill can meet. */
export interface KilledNews<P, S> {
  readonly isPossible: (phase: P) => boolean;
  readonly leadsTo: (phase: P) => P;
  /** Which notifications these are; undefined where the object is not known. */
  readonly where: (subject: S) => Fault['where'] | undefined;
  /** Sends one, and waits so long for the reply. */
  readonly tell: (subject: S, withinMs: number) => Promise<unknown>;
}

/** A question about the object, of the background jobs. */
export interface KilledQuestion<P, S> {
  readonly operation: readonly OperationId[];
  readonly isPossible: (phase: P) => boolean;
  /** Which of these questions are about it; undefined where the object is not known. */
  readonly about: (subject: S) => { readonly paymentId?: number; readonly payoutId?: number } | undefined;
}

/** What a kind of object has that a kill can meet. */
export interface Killed<P, S> {
  readonly calls: readonly KilledCall<P, S>[];
  readonly question: KilledQuestion<P, S>;
  readonly news?: KilledNews<P, S>;
  /** Finds it again, once the merchant has started. */
  readonly find: (subject: S) => Promise<unknown>;
}

/** The arming of a fault that only brings a kill about is no deed of its own. */
const UNLESS = 'the kill meets whatever is under way';

const NOT_HANDLED: Effect = { kind: 'read-timeout', committed: false };

/** At which points of a call the merchant can be killed, from its beginning to its answer. */
const POINTS: readonly {
  readonly name: string;
  readonly says: string;
  readonly shows: Trace;
  /** What holds the call where it is. */
  readonly effect?: Effect;
  /** It is let go at the moment of the kill. */
  readonly isLetGo?: boolean;
  /** The gateway carries it out. */
  readonly exists: boolean;
}[] = [
  {
    name: 'asked',
    says: 'is killed when its call has arrived, of which nothing comes',
    shows: 'kill-asked',
    effect: NOT_HANDLED,
    exists: false,
  },
  {
    name: 'done',
    says: 'is killed when its call has been carried out, before the answer',
    shows: 'kill-asked',
    effect: { kind: 'wait' },
    exists: true,
  },
  {
    name: 'answered',
    says: 'is killed when it is answered',
    shows: 'kill-answered',
    effect: { kind: 'wait' },
    isLetGo: true,
    exists: true,
  },
  { name: 'begun', says: 'is killed at the same moment', shows: 'kill-begun', exists: false },
];

type Instant<P, S> = Omit<EventOf<P, S>, 'round' | 'needs' | 'run'>;

/** The merchant's call has arrived, and stays as the fault holds it. */
async function hold<S extends Caller>(subject: S, { where, work }: PressedCall, effect: Effect) {
  const { t, turn } = subject.place;
  const made = async (fault: string | undefined) =>
    (await t.history()).some((line) => line.kind === 'fault' && line.fault === fault && line.action === 'bit')
      ? true
      : undefined;
  await turn(() => press(subject, { where, work, made }, effect));
}

const instantsOf = <P extends Made, S extends Caller>({
  name,
  does,
  isPossible,
  leadsTo,
  call,
}: KilledCall<P, S>): Instant<P, S>[] =>
  POINTS.map(({ name: point, says, shows, effect, isLetGo, exists }) => ({
    name: `${name}-${point}`,
    says: `The shop ${does}, and ${says}. It is started again.`,
    shows,
    isPossible,
    leadsTo: (phase) => leadsTo(phase, exists),
    ...(effect === undefined
      ? { strike: (subject) => subject.pending.begin(call(subject).work(), 0) }
      : { ready: (subject) => hold(subject, call(subject), effect) }),
    ...(isLetGo === true && {
      strike: async ({ held, place }) => held !== undefined && place.t.gateway.release(held),
    }),
  }));

const giveUp = <P extends Made>(phase: P): P =>
  phase.made === 'under way' ? { ...phase, made: 'unheard' } : phase;

/** How long a job may take until it asks, in milliseconds. */
const ASKS_WITHIN_MS = 200;

/** The jobs run once for all whose questions are to be met. */
const polling = <P extends Made, S extends Caller>({
  operation,
  isPossible,
  about,
}: KilledQuestion<P, S>): Instant<P, S> => ({
  name: 'kill-polling',
  says: 'The background jobs run, and the merchant is killed while it asks about it, and started again.',
  shows: 'kill-asked',
  isPossible: (phase) => phase.made !== 'not' && isPossible(phase),
  leadsTo: giveUp,
  ready: async (subject) => {
    const which = about(subject);
    if (which === undefined) return;
    const fault = await subject.place.t.nextCall([...operation], NOT_HANDLED, { ...which, unless: UNLESS });
    subject.faults.push(fault);
  },
  strike: ({ place, pending }) => {
    const run =
      place.shared.get('killed jobs') ?? place.t.runJobsNow({ advancePolls: 1 }).then(() => undefined);
    place.shared.set('killed jobs', run);
    return pending.begin(run, ASKS_WITHIN_MS);
  },
});

/**
 * Every instant at which a kill can meet an object: at rest, at each point of a call, within the jobs, while a
 * notification is worked on and when it is replied to. What comes last is nearest to the kill.
 */
export function kills<P extends Made, S extends Caller>(killed: Killed<P, S>): EventOf<P, S>[] {
  const { calls, question, news, find } = killed;
  const atRest: Instant<P, S> = {
    name: 'kill',
    says: 'The merchant is killed and started again.',
    shows: 'kill',
    isPossible: ({ made }) => made !== 'not',
    leadsTo: giveUp,
  };
  const back = async (subject: S, wasHeld: boolean): Promise<boolean> => {
    subject.held = undefined;
    const meant = wasHeld ? subject.faults.at(-1) : undefined;
    // The call that it was meant for is gone, or never came.
    if (meant !== undefined) await subject.place.t.gateway.disarm(meant).catch(() => undefined);
    await find(subject);
    return true;
  };
  return [
    atRest,
    { ...polling(question), needs: ['jobs', 'restart'] },
    ...(news === undefined ? [] : [replied(news)]),
    ...calls.flatMap(instantsOf),
    ...(news === undefined ? [] : [inDelivery(news)]),
  ].map((instant) => ({
    needs: ['restart'],
    ...instant,
    round: 'kill',
    run: (subject) => back(subject, instant.ready !== undefined),
  }));
}

const replied = <P, S extends Caller>({ isPossible, leadsTo, tell }: KilledNews<P, S>): Instant<P, S> => ({
  name: 'kill-replied',
  says: 'The merchant is killed as soon as it has replied to a notification, and started again.',
  shows: 'kill-replied',
  isPossible,
  leadsTo,
  strike: (subject) => tell(subject, WITHIN_MS),
});

/** A merchant that takes its time is killed in its own: no kill may be left for one that has started again. */
const AT_LAST_MS = 6_000;

const inDelivery = <P, S extends Caller>(news: KilledNews<P, S>): Instant<P, S> => ({
  name: 'kill-told',
  says: 'The merchant is killed while it works on a notification, and started again.',
  shows: 'kill-told',
  isPossible: news.isPossible,
  leadsTo: news.leadsTo,
  strike: async (subject) => {
    const { gateway } = subject.place.t;
    const where = news.where(subject);
    if (where === undefined) return;
    const effect = { kind: 'kill-merchant', when: 'in-delivery', restart: false } as const;
    const [fault = ''] = await gateway.arm({ where, effect }, { unless: UNLESS });
    await news.tell(subject, AT_LAST_MS);
    await gateway.disarm(fault).catch(() => undefined);
  },
});
