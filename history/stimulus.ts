import { parseDateTime } from '../simulator/protocol/time.ts';
import type { AnswerEvent, HistoryEvent, ReplyEvent } from './events.ts';

/**
 * Something that the suite does to a merchant. That it was asked for proves nothing: what it was meant to meet has to
 * have met it, as the history shows.
 */
export type Stimulus =
  /**
   * A message to the notification address, true or not the gateway's at all. One of the messages of a group has to be
   * answered by the merchant itself.
   */
  | {
      readonly kind: 'notification' | 'hostile';
      readonly group: string;
      readonly says: string;
      readonly notification: string;
      readonly attempt: number;
    }
  /** Faults that were armed together. One of them has to bite. */
  | { readonly kind: 'fault'; readonly faults: readonly string[]; readonly says: string }
  /** A payout's status moved at the gateway. The merchant has to be given the status in an answer. */
  | { readonly kind: 'payout-status'; readonly payoutId: number; readonly status: number }
  /** The merchant's background jobs. It has to say that they ran. */
  | { readonly kind: 'jobs' }
  /** The instant that the merchant's clock was set to. Its requests must not go on with real time. */
  | { readonly kind: 'clock'; readonly at: string }
  /** The gateway's clock was moved to this instant. */
  | { readonly kind: 'time'; readonly to: string }
  | { readonly kind: 'kill' }
  | { readonly kind: 'start' }
  /** A page of the merchant in the payer's browser. It has to come from the merchant. */
  | { readonly kind: 'page' };

/** Something that did not take place, in a clause, and whose part it would have been. */
export interface Unmet {
  readonly says: string;
  /** `merchant`: it takes place only when the merchant calls the gateway. `suite`: all the rest. */
  readonly by: 'suite' | 'merchant';
}

export type StimulusKind = Stimulus['kind'];

/**
 * Whoever answers with one of these did not look at the message: a rate limit, a proxy, a server that is busy. A conflict
 * (409) is the shop's own answer, by which it may refuse a contradiction.
 */
const UNSEEN_STATUSES: ReadonlySet<number | null> = new Set([423, 425, 429, 502, 503, 504]);

/** A connection that is closed on a message is a refusal of it, too; one that was never opened is none. */
const ANSWERED: ReadonlySet<ReplyEvent['outcome']> = new Set(['replied', 'reset', 'too-large', 'invalid']);

/** Whether the merchant itself has answered the message, in whatever way. */
export function isAnswered(reply: Pick<ReplyEvent, 'written' | 'outcome' | 'status'>): boolean {
  return reply.written === true && ANSWERED.has(reply.outcome) && !UNSEEN_STATUSES.has(reply.status);
}

const describeReply = (reply: ReplyEvent | undefined): string => {
  if (reply === undefined) return 'was not sent';
  if (reply.written !== true) return `never reached the merchant (${reply.body || reply.outcome})`;
  return reply.outcome === 'replied'
    ? `was answered HTTP ${reply.status}, which is not the shop's own answer to the message`
    : `had no answer (${reply.outcome})`;
};

type Message = Extract<Stimulus, { notification: string }>;
type Of<K extends StimulusKind> = Extract<Stimulus, { kind: K }>;

const isMessage = (stimulus: Stimulus): stimulus is Message =>
  stimulus.kind === 'notification' || stimulus.kind === 'hostile';

function unansweredGroups(stimuli: readonly Message[], events: readonly HistoryEvent[]): string[] {
  const replies = new Map<string, ReplyEvent>();
  const answered = new Set<string>();
  for (const event of events) {
    // One that a fault has taken, held back or sent into a kill was never meant to be answered like another.
    if (event.kind === 'fault' && event.action === 'bit' && event.notification !== undefined) {
      answered.add(event.notification);
    }
    if (event.kind !== 'reply') continue;
    replies.set(`${event.notification}#${event.attempt}`, event);
    if (isAnswered(event)) answered.add(event.notification).add(`${event.notification}#${event.attempt}`);
  }
  const nameOf = ({ notification, attempt }: Message) => `${notification}#${attempt}`;
  const met = new Set(stimuli.filter((each) => answered.has(nameOf(each))).map(({ group }) => group));
  // A genuine notification may be answered at a later attempt, which nobody asked for one by one.
  for (const { group } of stimuli) if (answered.has(group)) met.add(group);
  const missed = stimuli.filter(({ group }) => !met.has(group));
  const last = new Map(missed.map((each) => [each.group, each]));
  return [...last.values()].map((each) => `${each.says} ${describeReply(replies.get(nameOf(each)))}`);
}

/** The answers that a fault held back until the merchant had given up: what was meant to follow them did not. */
function missedAnswers(events: readonly HistoryEvent[]): ReadonlySet<string> {
  const held = new Map<string, string>();
  for (const event of events) {
    if (event.kind === 'fault' && event.action === 'bit' && event.effect === 'wait' && event.exchange) {
      held.set(event.exchange, event.fault);
    }
  }
  const given = (event: HistoryEvent): event is AnswerEvent =>
    event.kind === 'answer' && event.ended === 'client-closed';
  return new Set(events.filter(given).flatMap(({ exchange }) => held.get(exchange) ?? []));
}

/** Faults that the merchant meets by reading the answer. */
const READ: ReadonlySet<string> = new Set(['error', 'answer', 'statuses']);

/**
 * Answers of faults that came so late that the merchant may have given up on them: that it did nothing about them says
 * nothing. A merchant may be slow by itself, so that a pass stands.
 */
export function unread(events: readonly HistoryEvent[], givenUp: ReadonlySet<AnswerEvent>): Unmet[] {
  const exchanges = new Set([...givenUp].map(({ exchange }) => exchange));
  const isUnread = (event: HistoryEvent): boolean =>
    event.kind === 'fault' &&
    event.action === 'bit' &&
    READ.has(event.effect ?? '') &&
    exchanges.has(event.exchange ?? '');
  return events.some(isUnread)
    ? [{ says: 'an answer came when the merchant may have given up waiting for it', by: 'suite' }]
    : [];
}

function harmlessFaults(stimuli: readonly Of<'fault'>[], events: readonly HistoryEvent[]): Unmet[] {
  if (stimuli.length === 0) return [];
  const faultsThat = (action: 'armed' | 'bit') =>
    new Set(
      events.flatMap((event) => (event.kind === 'fault' && event.action === action ? [event.fault] : [])),
    );
  const [armed, bitten, missed] = [faultsThat('armed'), faultsThat('bit'), missedAnswers(events)];
  return stimuli.flatMap(({ says, faults }): Unmet[] => {
    if (faults.some((fault) => bitten.has(fault) && !missed.has(fault))) return [];
    if (faults.some((fault) => bitten.has(fault))) {
      return [{ says: 'the merchant had given up when the answer came that was held back', by: 'suite' }];
    }
    return faults.some((fault) => armed.has(fault))
      ? [{ says: `the fault (${says}) met no call of the merchant`, by: 'merchant' }]
      : [{ says: `the fault (${says}) was not armed`, by: 'suite' }];
  });
}

const statusIn = ({ body }: AnswerEvent): number | undefined => {
  const literal = /"status":\s*"?(\d+)/.exec(body ?? '')?.[1];
  return literal === undefined ? undefined : Number(literal);
};

function untoldStatuses(stimuli: readonly Of<'payout-status'>[], events: readonly HistoryEvent[]): string[] {
  const told = new Set<string>();
  for (const event of events) {
    if (event.kind !== 'answer' || event.payoutId === undefined || event.ended === 'client-closed') continue;
    told.add(`${event.payoutId} ${statusIn(event)}`);
  }
  return stimuli
    .filter(({ payoutId, status }) => !told.has(`${payoutId} ${status}`))
    .map(
      ({ payoutId, status }) =>
        `the merchant never asked about payout ${payoutId} while its status was ${status}`,
    );
}

function jobsOf(events: readonly HistoryEvent[]): { ran: boolean; at: ReadonlySet<string> } {
  const inputs = new Map<string, unknown>();
  const at = new Set<string>();
  let ran = false;
  for (const event of events) {
    if (event.kind === 'call' && event.name === 'runJobs') inputs.set(event.call, event.input);
    if (event.kind !== 'outcome' || !inputs.has(event.call)) continue;
    ran ||= event.status === 'ok';
    const input = inputs.get(event.call);
    const instant = typeof input === 'object' && input !== null ? Reflect.get(input, 'at') : undefined;
    if (event.status === 'ok' && typeof instant === 'string') at.add(instant);
  }
  return { ran, at };
}

/** From each of these on a merchant's clock is real. */
const STARTS: ReadonlySet<string> = new Set(['start', 'ready']);

const HOUR_MS = 3_600_000;
/** No time zone explains a difference above this. */
const ZONES_MS = 15 * HOUR_MS;

/**
 * The last `now` that the merchant sent as if its clock had never been set, while the gateway's was far ahead. After a
 * start its clock is real until its jobs have run once, and its own jobs may be under way by then, also before it is ready.
 */
function realNow(events: readonly HistoryEvent[]): string | undefined {
  let found: string | undefined;
  let isSet = true;
  const runs = new Set<string>();
  for (const event of events) {
    if (event.kind === 'merchant' && STARTS.has(event.action)) isSet = false;
    if (event.kind === 'call' && event.name === 'runJobs') runs.add(event.call);
    if (event.kind === 'outcome' && event.status === 'ok' && runs.has(event.call)) isSet = true;
    if (!isSet) continue;
    if (event.kind !== 'request' || typeof event.fields?.now !== 'string') continue;
    const said = parseDateTime(event.fields.now.trim())?.instant ?? Number.NaN;
    const ahead = Math.abs(Date.parse(event.at) - said);
    const real = Math.abs(Date.parse(event.realAt) - said);
    found = ahead > ZONES_MS && real <= ZONES_MS ? event.fields.now : undefined;
  }
  return found;
}

function unsetClock(stimuli: readonly Of<'clock'>[], events: readonly HistoryEvent[]): string[] {
  const last = stimuli.at(-1);
  if (last === undefined) return [];
  if (!jobsOf(events).at.has(last.at)) return [`the merchant's clock was not set to ${last.at}`];
  const real = realNow(events);
  return real === undefined
    ? []
    : [
        `the merchant's clock does not follow: it was set to ${last.at}, and its last request said now ${real}`,
      ];
}

function unmovedTime(stimuli: readonly Of<'time'>[], events: readonly HistoryEvent[]): string[] {
  const last = Math.max(...stimuli.map(({ to }) => Date.parse(to)));
  const moved = events.some((event) => Date.parse(event.kind === 'clock' ? event.to : event.at) >= last);
  return stimuli.length === 0 || moved ? [] : ["the gateway's clock did not move"];
}

function happened(events: readonly HistoryEvent[], action: 'kill' | 'ready'): number {
  return events.filter((event) => event.kind === 'merchant' && event.action === action).length;
}

function pageWasLoaded(events: readonly HistoryEvent[]): boolean {
  const pages = new Set(
    events.flatMap((event) => (event.kind === 'call' && event.name === 'page' ? [event.call] : [])),
  );
  return events.some((event) => event.kind === 'outcome' && event.status === 'ok' && pages.has(event.call));
}

/**
 * What of all that was done to a merchant did not take place; empty when all of it did.
 *
 * @param events the history of the check, in order
 */
export function unmet(stimuli: readonly Stimulus[], events: readonly HistoryEvent[]): Unmet[] {
  const of = <K extends StimulusKind>(kind: K): Of<K>[] =>
    stimuli.filter((each): each is Of<K> => each.kind === kind);
  const bySuite = [
    ...unansweredGroups(stimuli.filter(isMessage), events),
    ...(of('jobs').length > 0 && !jobsOf(events).ran ? ["the merchant's jobs did not run"] : []),
    ...unmovedTime(of('time'), events),
    ...unsetClock(of('clock'), events),
    ...(of('kill').length > happened(events, 'kill') ? ['the kill met no running merchant'] : []),
    ...(of('start').length > happened(events, 'ready') ? ['the merchant was not started again'] : []),
    ...(of('page').length > 0 && !pageWasLoaded(events) ? ['no page of the merchant was loaded'] : []),
  ];
  const byMerchant = untoldStatuses(of('payout-status'), events);
  return [
    ...bySuite.map((says): Unmet => ({ says, by: 'suite' })),
    ...harmlessFaults(of('fault'), events),
    ...byMerchant.map((says): Unmet => ({ says, by: 'merchant' })),
  ];
}
