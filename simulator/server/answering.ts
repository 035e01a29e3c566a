import type { Answer, GatewayCore } from '../core/types.ts';
import type { Caller, Reply } from './transport.ts';
import { createTurnQueue, type TurnQueue } from './turn-queue.ts';

/** An exchange whose answer is known and has not gone out. */
export interface OpenExchange {
  answer: Answer;
  caller: Caller;
  startedAt: number;
  /** Lets notifications about what the request touched go. */
  open: () => void;
}

export interface AnsweringOptions {
  core: GatewayCore;
  /** How long a held answer is held at most, in real milliseconds. */
  holdCapMs: number;
  /** Writes all events so far to disk, where there is a journal file. */
  persist: () => void;
  /** Lets what has become due happen. */
  kick: () => void;
  /** Resolves with the reply to a notification that is due now; undefined if none is on its way. */
  delivered: (notification: string) => Promise<unknown> | undefined;
  released: (fault: string) => Promise<void> | undefined;
  onKill: (restart: boolean) => Promise<void>;
}

type Respond = Extract<Answer, { kind: 'respond' }>;
type End = 'sent' | 'client-closed' | 'failed';

/** Gives exchanges the ends that the core has decided on, and tells it how each went. */
export function createAnswering(options: AnsweringOptions): (exchange: OpenExchange) => void {
  // Answers of one turn go out together, after one write to the journal: the receivers wake up once.
  const soon = createTurnQueue(options.persist);
  return (exchange) => {
    const { answer, caller, open } = exchange;
    const ordinary = ordinaryOf(answer);
    if (ordinary !== undefined) {
      if (ordinary.delayMs === 0) answerSoon(options, soon, exchange, ordinary);
      else answerLater(options, soon, exchange, ordinary).catch(() => drop(caller));
      return;
    }
    // A notification may go out before an answer that never comes, or that waits for something.
    if (answer.kind !== 'respond' || answer.wait !== undefined) {
      open();
      options.kick();
    }
    answerUnusually(options, exchange).catch(() => drop(caller));
  };
}

/** An answer that goes out whole, at once or after a delay, and is followed by nothing. */
function ordinaryOf(answer: Answer): Respond | undefined {
  if (answer.kind !== 'respond') return undefined;
  const { wait, kill, cutAfterBytes } = answer;
  const isOrdinary = wait === undefined && kill === undefined && cutAfterBytes === undefined;
  return isOrdinary ? answer : undefined;
}

function conclude({ core, kick }: AnsweringOptions, exchange: OpenExchange, how: End): void {
  const { answer, caller, startedAt, open } = exchange;
  core.completed(answer.exchange, how, Math.round(performance.now() - startedAt));
  open();
  kick();
  if (how === 'failed') drop(caller);
}

function drop(caller: Caller): void {
  caller.send({ kind: 'close' }, () => undefined);
}

function answerSoon(
  options: AnsweringOptions,
  soon: TurnQueue,
  exchange: OpenExchange,
  { status, headers, body }: Respond,
): void {
  soon.add(() => {
    try {
      exchange.caller.send({ kind: 'answer', status, headers, body }, (how) =>
        conclude(options, exchange, how),
      );
    } catch {
      // A header that a fault made up and HTTP forbids: the answer is lost, which the journal says.
      conclude(options, exchange, 'failed');
    }
  });
}

async function answerLater(
  options: AnsweringOptions,
  soon: TurnQueue,
  exchange: OpenExchange,
  answer: Respond,
): Promise<void> {
  await exchange.caller.gone(answer.delayMs);
  if (exchange.caller.isGone()) conclude(options, exchange, 'client-closed');
  else answerSoon(options, soon, exchange, answer);
}

/** Ends an exchange that a fault, or a magic value, makes unusual. */
async function answerUnusually(options: AnsweringOptions, exchange: OpenExchange): Promise<void> {
  const { kill } = exchange.answer;
  let how: End = 'failed';
  try {
    how =
      kill?.when === 'before-answer'
        ? await killBefore(options, exchange)
        : await carryOut(options, exchange);
  } catch {
    // A header that a fault made up and HTTP forbids, or a merchant that could not be killed: the answer
    // is lost, which the journal says, and nothing else stops.
    how = 'failed';
  } finally {
    conclude(options, exchange, how);
  }
  if (kill?.when === 'after-answer') await options.onKill(kill.restart).catch(() => undefined);
}

/** A merchant that is killed before it is answered gets nothing, as if the network had lost it. */
async function killBefore(options: AnsweringOptions, { answer, caller }: OpenExchange): Promise<End> {
  const done = options.onKill(answer.kill?.restart ?? false);
  await sent(caller, { kind: 'close' });
  await done;
  return 'client-closed';
}

async function carryOut(options: AnsweringOptions, { answer, caller }: OpenExchange): Promise<End> {
  if (answer.kind === 'hold') {
    await caller.gone(options.holdCapMs);
    await sent(caller, { kind: 'close' });
    return 'client-closed';
  }
  if (answer.delayMs > 0) await caller.gone(answer.delayMs);
  if (answer.kind !== 'respond') {
    await sent(caller, { kind: answer.kind });
    return 'sent';
  }
  if (answer.wait !== undefined) {
    const awaited =
      answer.wait.kind === 'release'
        ? options.released(answer.wait.fault)
        : options.delivered(answer.wait.notification);
    if (awaited !== undefined) await Promise.race([awaited, caller.gone()]);
  }
  options.persist();
  const { status, headers, body, cutAfterBytes } = answer;
  return sent(caller, { kind: 'answer', status, headers, body, cutAfterBytes });
}

const sent = (caller: Caller, reply: Reply): Promise<'sent' | 'client-closed'> =>
  new Promise((resolve) => caller.send(reply, resolve));
