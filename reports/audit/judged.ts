import type { ForeignRecording, Gap, GapId } from '../../history/foreign/index.ts';
import type { Recording } from '../../history/index.ts';
import type { HistoryView } from '../../history/view/types.ts';
import {
  type GatewayBreach,
  type JudgeOptions,
  judge,
  judgeGateway,
  judgeView,
  type LawVerdict,
  viewOf,
} from '../../obligations/index.ts';

/** What the laws say about a recording, and how it is ordered by what it is about. */
export interface Judged {
  readonly view: HistoryView;
  readonly verdicts: readonly LawVerdict[];
  /** What the recorded gateway did wrong; the merchant is not judged by what that put in doubt. */
  readonly gateway: readonly GatewayBreach[];
}

/** A recording of ours, or of somebody else. */
export type AnyRecording = Recording | ForeignRecording;

export const foreignIn = (recording: AnyRecording): ForeignRecording['foreign'] | undefined =>
  'foreign' in recording ? recording.foreign : undefined;

/** Whether the merchant was asked what it shows: without that there is nothing but traffic. */
export const hasDriver = (view: HistoryView): boolean => view.orderCalls.length + view.outcomes.size > 0;

/**
 * Judges a recording by every law. Of one that leaves something open, what holds in each of the ways in which it may have
 * been holds, and no breach stands that something unseen could excuse: both are inconclusive, and say what lacks.
 */
export function judgeRecording(recording: AnyRecording, options: JudgeOptions): Judged {
  const view = viewOf(recording.events, options);
  const gateway = judgeGateway(view);
  const own = judgeView(view, gateway);
  const foreign = foreignIn(recording);
  const worlds = (foreign?.worlds ?? []).map(({ events, assumes }) => ({
    assumes: assumes ?? '',
    verdicts: new Map(judge(events, options).map((verdict) => [verdict.law, verdict])),
  }));
  const agreed = own.map((verdict) => agreedIn(verdict, worlds));
  const proven = agreed.map((verdict) => withGaps(verdict, foreign?.gaps ?? []));
  return {
    view,
    gateway,
    verdicts: hasDriver(view) ? proven : proven.map((verdict) => withoutWishes(verdict, view)),
  };
}

interface JudgedWorld {
  readonly assumes: string;
  readonly verdicts: ReadonlyMap<string, LawVerdict>;
}

const BROKEN: ReadonlySet<LawVerdict['outcome']> = new Set(['fail', 'warn']);
const breaches = (verdict: LawVerdict | undefined) =>
  verdict !== undefined && BROKEN.has(verdict.outcome) ? verdict.violations : [];

/** A breach stands that is found in every world; one that is found in some leaves the law open. */
function agreedIn(verdict: LawVerdict, worlds: readonly JudgedWorld[]): LawVerdict {
  let standing = breaches(verdict);
  let doubt: string | undefined;
  for (const { assumes, verdicts } of worlds) {
    const other = breaches(verdicts.get(verdict.law));
    const keys = new Set(other.map(({ key }) => key));
    const kept = standing.filter(({ key }) => keys.has(key));
    const known = new Set(breaches(verdict).map(({ key }) => key));
    if (kept.length < standing.length) {
      doubt ??= `Something looks wrong, and would be right if ${assumes}.`;
    } else if (other.some(({ key }) => !known.has(key))) {
      doubt ??= `What was recorded is right, and would be wrong if ${assumes}.`;
    }
    standing = kept;
  }
  if (standing.length > 0) return { ...verdict, violations: standing };
  return doubt === undefined ? verdict : open(verdict, doubt);
}

const open = (verdict: LawVerdict, note: string): LawVerdict => ({
  ...verdict,
  outcome: 'inconclusive',
  violations: [],
  note,
});

/** What a law needs beside what is there: `unproven`, no breach of it stands without; `partial`, neither does a pass. */
interface Touched {
  readonly unproven?: readonly string[];
  readonly partial?: readonly string[];
}

const BY_NOTIFICATIONS = ['law.refunds-within-paid', 'law.one-charge-per-hold', 'law.token-alive'];
/** Breaches that a notification could excuse which may be genuine or not. */
const BY_TRUST = [
  ...BY_NOTIFICATIONS,
  'law.refund-requests',
  'law.plain-refusals',
  'law.survives-hostile-input',
  'law.renewal-charged-once',
];
const BY_TIME = ['law.current-now', 'law.deadline-instant'];
const BY_FIELDS = [
  'law.request-fields',
  'law.current-now',
  'law.deadline-instant',
  'law.one-order-per-id',
  'law.one-payout-per-id',
  'law.own-refund-ids',
];
const AFTER_UNKNOWN = ['law.status-after-read-timeout', 'law.status-after-lost-connection'];

/** Breaches that a call, an answer or a notification that is not known could excuse. */
const EXCUSED_BY_CALLS = [
  ...AFTER_UNKNOWN,
  ...BY_TRUST,
  'law.polling-interval',
  'law.fatal-ends-operation',
  'law.one-order-per-id',
  'law.one-payout-per-id',
  'law.final-ends-polling',
];

/** What each gap touches. A law that is not named is judged by what is there, or says itself that it cannot be. */
const TOUCHED: Readonly<Partial<Record<GapId, Touched>>> = {
  notifications: { unproven: BY_NOTIFICATIONS, partial: BY_NOTIFICATIONS },
  keys: {
    unproven: BY_TRUST,
    partial: ['law.signed-and-secret', 'law.notices-accepted'],
  },
  'doubtful-keys': {
    unproven: BY_TRUST,
    partial: ['law.signed-and-secret'],
  },
  'request-bodies': {
    unproven: [...AFTER_UNKNOWN, 'law.one-charge-per-hold', 'law.polling-interval'],
    partial: [...BY_FIELDS, ...AFTER_UNKNOWN, 'law.signed-and-secret', 'law.calls-operations'],
  },
  answers: { unproven: ['law.refund-requests', ...BY_NOTIFICATIONS] },
  endings: { unproven: ['law.refund-requests', ...BY_NOTIFICATIONS], partial: AFTER_UNKNOWN },
  'reply-bodies': { partial: ['law.notices-accepted', 'law.plain-refusals'] },
  headers: { partial: ['law.calls-operations'] },
  incomplete: { unproven: EXCUSED_BY_CALLS },
  zones: { unproven: BY_TIME, partial: BY_TIME },
  'masked-values': {
    unproven: BY_TRUST,
    partial: ['law.signed-and-secret', 'law.request-fields'],
  },
};

/** Without its key a law that has nothing to judge says why, too. */
function withGaps(verdict: LawVerdict, gaps: readonly Gap[]): LawVerdict {
  const isBroken = BROKEN.has(verdict.outcome);
  const gap = gaps.find(({ id }) => {
    const { unproven = [], partial = [] } = TOUCHED[id] ?? {};
    return (isBroken ? unproven : partial).includes(verdict.law);
  });
  if (gap === undefined || verdict.outcome === 'inconclusive') return verdict;
  const lacks = `This was not recorded: ${gap.says}`;
  if (isBroken) return open(verdict, `Something looks wrong, and cannot be told for sure. ${lacks}`);
  if (verdict.outcome === 'not-applicable') return { ...verdict, note: lacks };
  return open(
    verdict,
    `What was recorded is right (${verdict.judged} judged), and that is not all. ${lacks}`,
  );
}

const CREATES: ReadonlySet<string | null> = new Set(['invoice/create', 'invoice/hold', 'withdraw/create']);

/** Whoever is asked again may create again, and traffic does not show who was asked. */
function withoutWishes(verdict: LawVerdict, { events }: HistoryView): LawVerdict {
  if (verdict.law !== 'law.fatal-ends-operation' || verdict.outcome !== 'fail') return verdict;
  const bySeq = new Map(events.map((event) => [event.seq, event]));
  const standing = verdict.violations.filter((violation) => {
    const last = violation.events.map((seq) => bySeq.get(seq)).findLast((event) => event?.kind === 'request');
    return last?.kind !== 'request' || !CREATES.has(last.operation);
  });
  if (standing.length > 0) return { ...verdict, violations: standing };
  return open(
    verdict,
    'Something was created again after a fatal code, and traffic does not show whether a person had asked for it again.',
  );
}
