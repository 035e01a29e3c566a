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

/** What follows on the one before within this time is a repeat, by the gateway's clock. */
const CLOSE_MS = 60 * 60_000;

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
 * operator has not approved) is not asked for again and again under the same id, unless a person does: whether such a
 * code is fatal or not, the shop waits or gives up (Errors 2).
 */
export const refusalAccepted = rule('law.refusal-accepted', (view, found) => {
  const codes = codesOf(view);
  for (const wished of wishesOf(view))
    for (const creates of wished.attempts) judgeWish(view, found, { ...wished, creates }, codes);
});

/**
 * Law 61: nor is it asked for again and again under other ids in a short time. A new id is another operation, which the
 * specification forbids nobody to try; a subscription may be charged again the next day.
 */
export const refusalNotEvaded = rule('law.refusal-not-evaded', (view, found) => {
  const codes = codesOf(view);
  for (const wished of wishesOf(view)) {
    if (wished.attempts.length < 2) continue;
    const creates = wished.attempts.flatMap(([first]) => first ?? []);
    judgeWish(view, found, { ...wished, creates }, codes);
  }
});

/** What somebody wished for, with what was asked of the gateway for it, by its ids. */
function* wishesOf(
  view: HistoryView,
): Generator<Omit<Wished, 'creates'> & { attempts: readonly Exchange[][] }> {
  for (const order of view.orders) {
    const attempts = order.invoices.map((invoice) => invoice.creates);
    yield { ...order, name: nameOf(order), attempts, asks: [], calls: view.orderCalls };
  }
  for (const trace of view.payoutTraces) {
    const attempts = trace.payouts.map((payout) => payout.creates);
    const asks = trace.payouts.flatMap((payout) => payout.asks);
    yield { ...trace, name: nameOfTrace(trace), attempts, asks, calls: view.payoutCalls };
  }
}

/** The codes that say that a creation is refused for what it is. */
const codesOf = ({ settings: { readings } }: HistoryView): ReadonlySet<number> =>
  new Set([...FATAL_CODES, TOO_BIG, ...AGREEMENTS.map((id) => Number(readings[id] ?? TOO_BIG))]);

/** What somebody wished for, with what was asked of the gateway for it under one id, or under several. */
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
  const alike = creates.filter(({ request }) => isSame(refused.request, request));
  const again = alike.filter(
    ({ request }, index) =>
      request.seq > said.seq &&
      isClose(alike[index - 1]?.request, request) &&
      !isAskedFor(view, wished, said, request),
  );
  if (again.length <= TOLERATED) return;
  found.violate(
    wished.name,
    `${refused.request.operation} was refused with code ${said.errorCode}, and the merchant asked for the same ${again.length} times more by itself.`,
    [refused, ...again.slice(0, 3)],
  );
}

const isClose = (before: RequestEvent | undefined, { at }: RequestEvent): boolean =>
  before !== undefined && Date.parse(at) - Date.parse(before.at) <= CLOSE_MS;

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
