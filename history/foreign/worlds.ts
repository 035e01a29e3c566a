import type { EventBody } from '../../simulator/protocol/events.ts';
import type { HistoryEvent } from '../events.ts';

/** A call as events: what was sent, and what came back; `unseen` where nobody knows what came back. */
export interface KeptCall {
  readonly startedMs: number;
  readonly endedMs: number | undefined;
  readonly exactToMs: number;
  readonly sent: EventBody;
  readonly back: EventBody | 'unseen' | undefined;
}

/** One of the ways in which it may have been: all that was recorded, in an order that it allows, with what may have been answered. */
export interface World {
  readonly events: HistoryEvent[];
  /** What is taken for granted in it, after "if "; undefined for the recording as it stands. */
  readonly assumes: string | undefined;
}

/** For how long a call whose end was not recorded may have been open. */
const MOST_OPEN_MS = 60_000;

type Order = 'as-listed' | 'overlapping';
type Answer = 'none' | 'refused' | 'confirmed';

const IF: Readonly<Record<Order | Answer, string>> = {
  'as-listed': '',
  overlapping: 'calls overlapped that may have',
  none: '',
  refused: 'the gateway refused what it is not seen to answer',
  confirmed: 'the gateway accepted what it is not seen to answer',
};

/**
 * All the ways in which a recording is to be judged: what holds in each of them holds. The first takes nothing for
 * granted, in the order of the recorded times, and of the file where they are equal.
 */
export function worldsOf(calls: readonly KeptCall[]): readonly [World, ...World[]] {
  const listed = stepsOf(calls, 'as-listed');
  const overlapping = stepsOf(calls, 'overlapping');
  const orders: Order[] = isSameOrder(listed, overlapping) ? ['as-listed'] : ['as-listed', 'overlapping'];
  const answers: Answer[] = calls.some(({ back }) => back === 'unseen')
    ? ['none', 'refused', 'confirmed']
    : ['none'];
  const worldOf = (order: Order, answer: Answer): World => ({
    events: eventsOf(order === 'as-listed' ? listed : overlapping, answer),
    assumes: [IF[order], IF[answer]].filter((text) => text !== '').join(', and ') || undefined,
  });
  const others = orders.flatMap((order) => answers.map((answer) => [order, answer] as const)).slice(1);
  return [worldOf('as-listed', 'none'), ...others.map(([order, answer]) => worldOf(order, answer))];
}

/** A call goes out or comes back. */
interface Step {
  readonly call: KeptCall;
  readonly isBack: boolean;
  /** Where it is put, and the recorded time, in epoch milliseconds. */
  readonly placeMs: number;
  readonly atMs: number;
}

/**
 * What is recorded as overlapping for sure overlaps in both orders; what may have is put apart in the one, and in the
 * other as far from each other as the times allow: each call goes out as early, and comes back as late, as it may have.
 */
function stepsOf(calls: readonly KeptCall[], order: Order): readonly Step[] {
  const steps = calls.flatMap((call): Step[] => {
    const { startedMs, endedMs, exactToMs } = call;
    const backMs = endedMs ?? startedMs;
    const slackMs = order === 'as-listed' ? 0 : exactToMs;
    const latestMs = order === 'overlapping' && endedMs === undefined ? backMs + MOST_OPEN_MS : backMs;
    return [
      { call, isBack: false, placeMs: startedMs - slackMs, atMs: startedMs },
      { call, isBack: true, placeMs: latestMs + slackMs, atMs: backMs },
    ];
  });
  // The sort is stable: what has the same place stays as it was listed.
  return steps.sort((a, b) => a.placeMs - b.placeMs);
}

const isSameOrder = (one: readonly Step[], other: readonly Step[]): boolean =>
  one.every(({ call, isBack }, index) => other[index]?.call === call && other[index]?.isBack === isBack);

function eventsOf(steps: readonly Step[], answer: Answer): HistoryEvent[] {
  const events: HistoryEvent[] = [];
  for (const { call, isBack, atMs } of steps) {
    const body = isBack ? backIn(call, answer) : call.sent;
    if (body === undefined) continue;
    const at = new Date(atMs).toISOString();
    events.push({ seq: events.length + 1, at, realAt: at, ...body });
  }
  return events;
}

/** A fatal code: after it nothing is left open. */
const SUPPOSED = {
  refused: { result: false, message: '', error_code: 1, data: null },
  confirmed: { result: true, message: 'Ok', error_code: 0, data: {} },
} as const;

function backIn({ sent, back }: KeptCall, answer: Answer): EventBody | undefined {
  if (back !== 'unseen') return back;
  if (answer === 'none' || sent.kind !== 'request') return undefined;
  const supposed = SUPPOSED[answer];
  return {
    kind: 'answer',
    exchange: sent.exchange,
    operation: sent.operation,
    outcome: 'answered',
    status: 200,
    headers: {},
    body: JSON.stringify(supposed),
    result: supposed.result,
    errorCode: supposed.error_code,
    committed: supposed.result,
    latencyMs: 0,
    fault: null,
  };
}
