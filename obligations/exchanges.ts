import type { AnswerEvent, ReplyEvent, RequestEvent } from '../history/events.ts';
import { firstAfter, NEVER } from '../history/places.ts';
import type { Exchange, GatewayPayout, HistoryView, Told } from '../history/view/types.ts';
import { findReading, readingChoices } from '../simulator/protocol/readings.ts';

/** Whether a request makes an invoice. */
export const makesInvoice = ({ operation }: RequestEvent): boolean =>
  operation === 'invoice/create' || operation === 'invoice/hold';

/** The exchanges that began after a point, up to another one. */
export function* exchangesBetween({ exchanges }: HistoryView, fromSeq: number, toSeq: number) {
  const begin = firstAfter(exchanges, ({ request }) => request.seq, fromSeq);
  for (let index = begin; index < exchanges.length; index += 1) {
    const exchange = exchanges[index];
    if (exchange === undefined || exchange.request.seq > toSeq) return;
    yield exchange;
  }
}

/** Whether the merchant got a refusal that it could read. */
export const isRefused = ({ answer }: Exchange): boolean =>
  answer !== undefined && answer.outcome === 'answered' && answer.result === false;

/** Whether the merchant got an answer that says that it was done. */
export const isConfirmed = ({ answer }: Exchange): boolean =>
  answer !== undefined && answer.outcome === 'answered' && answer.result === true;

/** Whether an answer reached a merchant that still waited for it, as far as the history shows. */
export const wasRead = (view: HistoryView, answer: AnswerEvent | undefined): boolean =>
  answer?.outcome === 'answered' &&
  answer.ended !== 'client-closed' &&
  answer.ended !== 'failed' &&
  !view.lateAnswers.has(answer);

/** With what the merchant took up a status: an answer that it read, or its OK to a notification; undefined where it did not. */
export const takenUp = (
  view: HistoryView,
  { event, delivery }: Told,
): AnswerEvent | ReplyEvent | undefined => {
  if (event.kind === 'answer') return wasRead(view, event) ? event : undefined;
  return delivery?.reply?.accepted === true ? delivery.reply : undefined;
};

/** Whether the merchant took the answer that says that it was done. */
export const isTaken = (view: HistoryView, exchange: Exchange): boolean =>
  isConfirmed(exchange) && wasRead(view, exchange.answer);

/** Whether the gateway took the request and the merchant had to run into its own read timeout. */
export const isTimedOut = ({ answer }: Exchange): boolean => answer?.outcome === 'held';

/** Whether the connection was reset or closed without an answer, so that the merchant cannot know what came of it. */
export const isCutOff = ({ answer }: Exchange): boolean =>
  answer?.outcome === 'reset' || answer?.outcome === 'closed';

/** Whether the merchant had no answer at all, so that it cannot know what came of it. */
export const isUnanswered = (exchange: Exchange): boolean => isTimedOut(exchange) || isCutOff(exchange);

export const FATAL_CODES: ReadonlySet<number> = new Set([1, 2, 3, 4]);

/** Whether the gateway refused it for good (Errors 2). */
export const isFatal = (exchange: Exchange): boolean =>
  isRefused(exchange) && FATAL_CODES.has(exchange.answer?.errorCode ?? 0);

/** The codes that the operator calls non-fatal (reading `error.non-fatal-codes`). */
export const nonFatalCodes = (view: HistoryView): ReadonlySet<number> =>
  new Set(
    { '8': [8], '8-and-2000': [8, 2000] }[view.settings.readings['error.non-fatal-codes'] ?? 'none'] ?? [],
  );

/** The code that says that an id was used before, and nothing about what is under it (reading `error.duplicate-id`). */
export const duplicateCode = (view: HistoryView): number =>
  Number(view.settings.readings['error.duplicate-id'] ?? 6);

/**
 * Whether the merchant must take it that the payout was taken: the gateway confirmed it or told its status,
 * or the call ran into a read timeout (Errors 5). A reset or a garbled answer is left out on purpose.
 */
export const wasTaken = (payout: GatewayPayout): boolean =>
  payout.told.length > 0 || payout.creates.some((exchange) => isConfirmed(exchange) || isTimedOut(exchange));

/** Whether the payout may exist at the gateway, as far as the merchant or the gateway itself knows. */
export const maybeExists = (payout: GatewayPayout): boolean => wasTaken(payout) || payout.changes.length > 0;

const ABSENT = findReading('error.absent-payout');

/** Codes of a status request after which a payout may be given up: "absent" under any reading, and the fatal ones. */
const FREEING_CODES: ReadonlySet<number> = new Set([
  ...(ABSENT === undefined ? [] : readingChoices(ABSENT).map(Number)),
  ...FATAL_CODES,
]);

/** Whether a status request was answered that there is no such payout (Errors 5); any other code says nothing about it. */
export const isAbsent = (exchange: Exchange): boolean =>
  isRefused(exchange) && FREEING_CODES.has(exchange.answer?.errorCode ?? 0);

/** The payout statuses of the specification, also of its samples, that do not end in a return of the funds. */
const KEEPS: ReadonlySet<string> = new Set(['1', '2', '3', '4', '5', '9']);

/**
 * From when on a shop_payment_id is known not to pay out: a create that was refused, an answer "absent", or
 * status 6. A refusal as duplicate, or with a code that is called non-fatal, does not free it, nor does any other
 * code of a status request. Other codes of a create, and statuses that the specification does not explain, are
 * taken in the merchant's favour.
 */
export const releasedSeq = (payout: GatewayPayout, view: HistoryView): number =>
  Math.min(NEVER, ...freedSeqs(payout, view));

/** All points at which it was known so: by an answer, or by its status at the gateway. */
export const freedSeqs = (payout: GatewayPayout, view: HistoryView): readonly number[] => [
  ...freeingAnswers(payout, view),
  ...payout.changes.filter(({ to }) => String(to) === '6').map(({ seq }) => seq),
];

/** The same as far as the merchant was answered. */
export const freedByAnswer = (payout: GatewayPayout, view: HistoryView): number =>
  Math.min(NEVER, ...freeingAnswers(payout, view));

/** The answers by which it was freed. An answer "absent" before the payout was sent says nothing about it. */
export function freeingAnswers(payout: GatewayPayout, view: HistoryView): readonly number[] {
  const sentSeq = payout.bornSeq === NEVER ? 0 : payout.bornSeq;
  const keeps = new Set([...nonFatalCodes(view), duplicateCode(view)]);
  const seqs: number[] = [];
  for (const exchange of payout.creates) {
    const { answer } = exchange;
    if (isRefused(exchange) && answer != null && !keeps.has(answer.errorCode ?? -1)) seqs.push(answer.seq);
  }
  for (const exchange of payout.asks) {
    const { answer } = exchange;
    if (answer != null && answer.seq > sentSeq && isAbsent(exchange)) seqs.push(answer.seq);
  }
  for (const told of payout.told) if (!KEEPS.has(told.status)) seqs.push(told.seq);
  return seqs;
}

/**
 * Whether a payout may be paid out after this point, or has been: the gateway has it, whatever the merchant knows,
 * and has said nothing that frees it. What it never got is left out, as nobody is harmed by giving that up.
 */
export function mayPayOut(payout: GatewayPayout, view: HistoryView, seq: number): boolean {
  const isThere = payout.changes.some((change) => change.seq < seq) || wasTaken(payout);
  return isThere && payout.bornSeq < seq && !isFreed(payout, view, seq);
}

/** Whether a payout is known not to be paid out at this point: freed, and not sent again since. */
export function isFreed(payout: GatewayPayout, view: HistoryView, seq: number): boolean {
  const sent = payout.creates.filter((exchange) => exchange.request.seq < seq && !isRefused(exchange));
  const last = sent.reduce((most, { request }) => Math.max(most, request.seq), 0);
  return freedSeqs(payout, view).some((freed) => freed > last && freed <= seq);
}

const NON_FATAL = findReading('error.non-fatal-codes');

/** Codes that are non-fatal under some reading: "8", "8-and-2000" and the like. */
const MAYBE_NON_FATAL: ReadonlySet<number> = new Set(
  (NON_FATAL === undefined ? [] : readingChoices(NON_FATAL)).flatMap((choice) =>
    [...choice.matchAll(/\d+/g)].map(([code]) => Number(code)),
  ),
);

/** Whether a call was refused with such a code. */
export const hasMaybeNonFatalCode = (exchange: Exchange): boolean =>
  isRefused(exchange) && MAYBE_NON_FATAL.has(exchange.answer?.errorCode ?? 0);

/** Whether it is such a code by which a payout was freed, for those to whom the code is fatal. */
export function mayBeNonFatal(payout: GatewayPayout, view: HistoryView): boolean {
  const freed = freedByAnswer(payout, view);
  return payout.creates.some((each) => each.answer?.seq === freed && hasMaybeNonFatalCode(each));
}
