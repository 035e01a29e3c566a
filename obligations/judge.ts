import type { HistoryEvent } from '../history/events.ts';
import { buildView } from '../history/view/build.ts';
import type { HistoryView, Settings } from '../history/view/types.ts';
import type { Tempo } from '../simulator/protocol/events.ts';
import { noticesAccepted } from './acceptance.ts';
import { payoutsWithinBalance } from './balances.ts';
import { payoutConservation } from './conservation.ts';
import { creditedInvoiceAmount, creditNeedsFinal4, heldNotFulfilled, singleCredit } from './credits.ts';
import { deadlineInstant } from './deadlines.ts';
import { earlyNoticeKept } from './early-notices.ts';
import { finalStaysFinal } from './final-states.ts';
import { noForeignValues } from './foreign-values.ts';
import { judgeGateway, withoutDisputed } from './gateway.ts';
import { heldNeeds8 } from './held.ts';
import { holdDecided } from './hold-deadlines.ts';
import { chargeAskedBeforeRepeat, oneChargePerHold } from './holds.ts';
import { takesAnyAnswer, takesEmptyData } from './legal-answers.ts';
import { finalInvoiceKnown, payerTold, survivesHostileInput } from './liveness.ts';
import { lostEndFound } from './lost-ends.ts';
import { doubtfulBooksNothing, forgeryChangesNothing, noticeChangesOwnOrder } from './notices.ts';
import { oneInvoicePerWish } from './one-invoice.ts';
import { callsOperations } from './operations.ts';
import { requestMatchesOrder } from './ordered.ts';
import { onePayoutPerId } from './payout-requests.ts';
import { finalPayoutKnown, payoutEndsAsTold } from './payout-states.ts';
import { oneIdPerPayout, payoutDebitedOnce } from './payouts.ts';
import { finalEndsPolling, payoutFollowed, pollingInterval } from './polling.ts';
import { paymentRecorded, refusedPaymentRecorded } from './recorded.ts';
import { renewalChargedOnce } from './recurrent.ts';
import { redirectAsAnswered } from './redirects.ts';
import { refundEndFound, refundEnds } from './refund-ends.ts';
import { ownRefundIds, refundFailureFounded, refundWishesServed } from './refund-failures.ts';
import { oneRefundPerWish, refundRequests } from './refund-requests.ts';
import { refundCountedOnce, refundsWithinPaid } from './refunds.ts';
import { refusalAccepted, refusalNotEvaded } from './refusals.ts';
import { plainRefusals } from './replies.ts';
import { requestFields } from './request-fields.ts';
import { fatalEndsOperation, oneOrderPerId, signedAndSecret } from './requests.ts';
import type { Law } from './rules.ts';
import { currentNow } from './times.ts';
import { instrumentUsed, tokenAlive } from './tokens.ts';
import { statusAfterLostConnection, statusAfterReadTimeout } from './unknown-creates.ts';
import type { LawVerdict } from './verdict.ts';
import { worksOn } from './works-on.ts';

/**
 * What a history is judged with. Everything has a default, so that any recorded history can be judged: what its `run`
 * event says of the merchant, and what the preflight found, or else what holds of any.
 */
export interface JudgeOptions {
  /** Reading id to answer; the `run` event's readings where the history has one. */
  readonly readings?: Readonly<Record<string, string | undefined>>;
  /** The merchant's own times; how soon it finds a lost notification is unknown when left out. */
  readonly tempo?: Partial<Tempo>;
  /** Texts that no request and no reply may hold: the shop's secret. */
  readonly secretMarks?: readonly string[];
  /** Secrets of the merchant's shops, to verify crafted notifications; `secretMarks` when left out. */
  readonly secrets?: readonly string[];
  /** What the merchant claims. Laws that need a claim are not judged without. */
  readonly capabilities?: readonly string[];
  /**
   * Whether the merchant is the only one who calls the gateway; as the `run` event says when left out. Otherwise what
   * carries no signed body of a shop is judged by nobody.
   */
  readonly soleClient?: boolean;
  /** Names (references, order, payment and payout ids) of what is judged; all when left out. */
  readonly own?: Iterable<string>;
}

/**
 * The laws that hold whatever the gateway says: nothing is credited twice, without a status 4, over another amount or to
 * another order, requests are right by themselves, and the merchant stands what it receives. All others are not judged of
 * an object about which the gateway contradicted itself.
 */
const WHATEVER_THE_GATEWAY_SAYS: ReadonlySet<Law> = new Set([
  singleCredit,
  creditNeedsFinal4,
  creditedInvoiceAmount,
  heldNotFulfilled,
  noticeChangesOwnOrder,
  forgeryChangesNothing,
  doubtfulBooksNothing,
  oneOrderPerId,
  signedAndSecret,
  survivesHostileInput,
  requestFields,
  currentNow,
  deadlineInstant,
  plainRefusals,
  callsOperations,
  requestMatchesOrder,
  noForeignValues,
  oneInvoicePerWish,
  ownRefundIds,
  onePayoutPerId,
  redirectAsAnswered,
  takesAnyAnswer,
  takesEmptyData,
  worksOn,
]);

/** The laws in the order of their numbers. */
export const LAWS: readonly Law[] = [
  singleCredit,
  creditNeedsFinal4,
  creditedInvoiceAmount,
  heldNotFulfilled,
  finalStaysFinal,
  noticeChangesOwnOrder,
  refundsWithinPaid,
  refundCountedOnce,
  oneIdPerPayout,
  statusAfterReadTimeout,
  payoutDebitedOnce,
  payoutConservation,
  oneChargePerHold,
  oneOrderPerId,
  signedAndSecret,
  forgeryChangesNothing,
  fatalEndsOperation,
  renewalChargedOnce,
  finalInvoiceKnown,
  payoutFollowed,
  refundEnds,
  holdDecided,
  noticesAccepted,
  survivesHostileInput,
  payerTold,
  earlyNoticeKept,
  statusAfterLostConnection,
  payoutsWithinBalance,
  requestFields,
  currentNow,
  deadlineInstant,
  plainRefusals,
  payoutEndsAsTold,
  finalPayoutKnown,
  callsOperations,
  requestMatchesOrder,
  noForeignValues,
  oneInvoicePerWish,
  refundRequests,
  oneRefundPerWish,
  refundFailureFounded,
  refundEndFound,
  refundWishesServed,
  ownRefundIds,
  heldNeeds8,
  onePayoutPerId,
  pollingInterval,
  finalEndsPolling,
  doubtfulBooksNothing,
  tokenAlive,
  instrumentUsed,
  worksOn,
  paymentRecorded,
  refusedPaymentRecorded,
  redirectAsAnswered,
  takesAnyAnswer,
  takesEmptyData,
  lostEndFound,
  chargeAskedBeforeRepeat,
  refusalAccepted,
  refusalNotEvaded,
];

const DEFAULT_SETTLE_MS = 3_000;
const DEFAULT_POLL_MS = 30_000;
const DEFAULT_READ_TIMEOUT_MS = 2_000;

/**
 * Judges a history by every law. A timeout is an unknown outcome; objects from before the recording are
 * judged only for what can be seen of them; in doubt nothing is a failure.
 *
 * @param events the lines of one recording in the order of `seq`
 * @returns one verdict for each law, in the order of their numbers
 */
export function judge(events: readonly HistoryEvent[], options: JudgeOptions = {}): LawVerdict[] {
  return judgeView(viewOf(events, options));
}

/** A history ordered by what it is about, for {@link judgeView} and for whoever shows it. */
export function viewOf(events: readonly HistoryEvent[], options: JudgeOptions = {}): HistoryView {
  return buildView(events, settingsOf(events, options), options.own);
}

/**
 * Judges what {@link viewOf} gave by every law.
 *
 * @param breaches what the gateway did wrong in it, found anew where it is left out
 */
export function judgeView(view: HistoryView, breaches = judgeGateway(view)): LawVerdict[] {
  const certain = withoutDisputed(view, breaches);
  return LAWS.map((law) => law(WHATEVER_THE_GATEWAY_SAYS.has(law) ? view : certain));
}

/** What the preflight found otherwise than the run says. */
function foundIn(events: readonly HistoryEvent[]) {
  for (const event of events) if (event.kind === 'check' && event.found !== undefined) return event.found;
  return undefined;
}

function settingsOf(events: readonly HistoryEvent[], options: JudgeOptions): Settings {
  const run = events[0]?.kind === 'run' ? events[0] : undefined;
  const { secretMarks = [] } = options;
  const found = foundIn(events);
  const tempo = { ...run?.merchant?.tempo, ...found?.tempo, ...options.tempo };
  const capabilities = options.capabilities ?? run?.merchant?.capabilities;
  return {
    readings: { ...run?.readings, ...found?.readings, ...options.readings },
    settleMs: tempo.settleMs ?? DEFAULT_SETTLE_MS,
    pollMs: tempo.pollMs ?? DEFAULT_POLL_MS,
    recoverMs: tempo.recoverMs,
    readTimeoutMs: tempo.readTimeoutMs ?? DEFAULT_READ_TIMEOUT_MS,
    secretMarks,
    secrets: options.secrets ?? secretMarks,
    capabilities: capabilities === undefined ? undefined : new Set(capabilities),
    soleClient: options.soleClient ?? run?.soleClient ?? false,
    shops:
      run === undefined || run.shops.length === 0
        ? undefined
        : new Set(run.shops.map(({ id }) => String(id))),
  };
}
