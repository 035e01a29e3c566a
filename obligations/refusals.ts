import type { AnswerEvent, CallEvent, RequestEvent } from '../history/events.ts';
import { fieldText, inputText } from '../history/fields.ts';
import type { Command, Exchange, HistoryView } from '../history/view/types.ts';
import { FATAL_CODES, isAbsent, isRefused, wasRead } from './exchanges.ts';
import { nameOf, nameOfTrace } from './names.ts';
import { wishedAgain } from './requests.ts';
import { rule } from './rules.ts';
import type { Findings } from './verdict.ts';

/** The code of an amount that is too big; whether it is fatal is not shown. */
const TOO_BIG = 5;

/** The readings that name the code of a currency, or of an operation, that the operator has not agreed to. */
const AGREEMENTS = ['error.currency', 'error.permission'] as const;

/** How often the same may be asked for after its refusal before that counts as again and again. */
const TOLERATED = 2;

/** In what two creations ask for the same; an id is none of it. */
const WISH = [
  'payway',
  'amount',
  'currency',
  'shop_currency',
  'amount_type',
  'account',
  'payment_token',
  'issue_payment_token',
] as const;

const NEW_COMMANDS: ReadonlySet<string> = new Set(['retry', 'amend', 'retryPayout']);

/**
 * Law 60: what the gateway refuses for what it is (its payway, its amount, its currency, or an operation that the
 * operator has not approved) is not asked for again and again, under no id, unless a person does: whether such a code is
 * fatal or not, the shop waits or gives up (Errors 2).
 */
export const refusalAccepted = rule('law.refusal-accepted', (view, found) => {
  const codes = codesOf(view);
  for (const order of view.orders) {
    const creates = order.invoices.flatMap((invoice) => invoice.creates);
    const wished = { ...order, name: nameOf(order), creates, asks: [], calls: view.orderCalls };
    judgeWish(view, found, wished, codes);
  }
  for (const trace of view.payoutTraces) {
    const creates = trace.payouts.flatMap((payout) => payout.creates);
    const asks = trace.payouts.flatMap((payout) => payout.asks);
    const wished = { ...trace, name: nameOfTrace(trace), creates, asks, calls: view.payoutCalls };
    judgeWish(view, found, wished, codes);
  }
});

/** The codes that say that a creation is refused for what it is. */
const codesOf = ({ settings: { readings } }: HistoryView): ReadonlySet<number> =>
  new Set([...FATAL_CODES, TOO_BIG, ...AGREEMENTS.map((id) => Number(readings[id] ?? TOO_BIG))]);

/** What somebody wished for, with everything that was asked of the gateway for it. */
interface Wished {
  readonly name: string;
  readonly reference: string | undefined;
  readonly commands: readonly Command[];
  readonly creates: readonly Exchange[];
  /** What the merchant asked about it. */
  readonly asks: readonly Exchange[];
  /** The calls by which anything of the kind is wished for. */
  readonly calls: readonly CallEvent[];
}

function judgeWish(view: HistoryView, found: Findings, wished: Wished, codes: ReadonlySet<number>): void {
  const creates = [...wished.creates].sort((one, two) => one.request.seq - two.request.seq);
  const refused = creates.find(
    (each) => isRefused(each) && codes.has(each.answer?.errorCode ?? 0) && wasRead(view, each.answer),
  );
  const said = refused?.answer;
  if (refused === undefined || said == null) return;
  found.judge();
  const again = creates.filter(
    ({ request }) =>
      request.seq > said.seq && isSame(refused.request, request) && !isAskedFor(view, wished, said, request),
  );
  if (again.length <= TOLERATED) return;
  found.violate(
    wished.name,
    `${refused.request.operation} was refused with code ${said.errorCode}, and the merchant asked for the same ${again.length} times more by itself.`,
    [refused, ...again.slice(0, 3)],
  );
}

const isSame = (first: RequestEvent, second: RequestEvent): boolean =>
  first.operation === second.operation &&
  WISH.every((name) => fieldText(first.fields, name) === fieldText(second.fields, name));

/** Whether a person asked for it again, by a command or by the same wish once more, or it is known not to exist. */
function isAskedFor(
  view: HistoryView,
  { reference, commands, asks, calls }: Wished,
  said: AnswerEvent,
  request: RequestEvent,
): boolean {
  const isBetween = ({ seq }: { readonly seq: number }): boolean => seq > said.seq && seq < request.seq;
  // Who polls after a code that may not be fatal, and hears that there is no such payout, may make it anew.
  if (asks.some((each) => isAbsent(each) && isBetween(each.request))) return true;
  if (commands.some(({ name, event }) => NEW_COMMANDS.has(name) && isBetween(event))) return true;
  const wishes = calls.filter(({ input }) => inputText(input, 'reference') === reference);
  return reference !== undefined && wishedAgain(view, wishes, said.seq, request.seq);
}
