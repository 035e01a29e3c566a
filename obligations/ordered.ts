import type { CallEvent, RequestEvent } from '../history/events.ts';
import { fieldText, inputText, isRecord } from '../history/fields.ts';
import { amountOf } from '../history/money.ts';
import { allFieldsOf } from '../history/slim.ts';
import type { Exchange, HistoryView, OrderTrace } from '../history/view/types.ts';
import { LIMITS } from '../simulator/protocol/limits.ts';
import { extraFieldFault, learntFields } from './extra-fields.ts';
import { groupedBy } from './grouped.ts';
import { nameOfInvoice } from './names.ts';
import { takenFromPayer } from './posted.ts';
import { rule } from './rules.ts';
import { descriptionFault, markedDescription } from './texts.ts';

const CHANGES: ReadonlySet<string> = new Set(['amend', 'retry']);

/** The calls of which a request about an order can come. */
interface Wish {
  readonly created: CallEvent;
  /** All of them, the creation first. */
  readonly calls: readonly CallEvent[];
}

/**
 * Law 36: a request for an invoice says what the order says: its amount, its currency, its description and the
 * payer's values for the fields that the payway asks for, and nothing of what the payer posted beside those
 * (Typical flows, single-step payment 2; Resources, Common parameter conventions; Limits).
 */
export const requestMatchesOrder = rule('law.request-matches-order', (view, found) => {
  const wishes = groupedBy(view.orderCalls, ({ input }) => inputText(input, 'reference'));
  for (const invoice of view.invoices) {
    const wish = wishOf(invoice.order, wishes);
    for (const exchange of invoice.creates) {
      found.judge();
      const says = textFault(exchange.request, wish) ?? (wish && orderFault(view, exchange, wish));
      const marked = says ?? marksIn(exchange.request, wish);
      if (marked === undefined) continue;
      const about = [
        nameOfInvoice(invoice),
        `${exchange.request.operation} ${marked}.`,
        [wish?.created, exchange],
      ] as const;
      if (says === undefined) found.remark(...about);
      else found.violate(...about);
      break;
    }
  }
  for (const { request, call, name } of takenFromPayer(view, ['shop_order_id', 'payment_token'])) {
    found.violate(
      inputText(call.input, 'reference') ?? request.path,
      `${request.operation} took ${name} from what the payer posted.`,
      [call, request],
    );
  }
});

function wishOf(
  order: OrderTrace | undefined,
  wishes: ReadonlyMap<string, readonly CallEvent[]>,
): Wish | undefined {
  const created = order?.created;
  if (order === undefined || created === undefined) return undefined;
  const changes = order.commands.filter(({ name }) => CHANGES.has(name)).map(({ event }) => event);
  const again = wishes.get(order.reference ?? '') ?? [];
  return { created, calls: [created, ...again, ...changes] };
}

/** What a call sets: `amend` has its values in the second place. */
const setBy = ({ input }: CallEvent, name: string): string | undefined =>
  inputText(Array.isArray(input) ? input[1] : input, name);

function marksIn(request: RequestEvent, wish: Wish | undefined): string | undefined {
  const asked = wish && inputText(wish.created.input, 'description');
  const text = asked && fieldText(allFieldsOf(request), 'description');
  return asked === undefined || text === undefined ? undefined : markedDescription(text, asked);
}

/** What is wrong with the id or the text of a request, whatever it is about. */
function textFault(request: RequestEvent, wish: Wish | undefined): string | undefined {
  const id = fieldText(request.fields, 'shop_order_id') ?? '';
  const idLength = [...id].length;
  if (idLength > LIMITS.orderIdLength)
    return `has a shop_order_id of ${idLength} characters; at most ${LIMITS.orderIdLength} are allowed`;
  const asked = wish && inputText(wish.created.input, 'description');
  const text = fieldText(asked === undefined ? request.fields : allFieldsOf(request), 'description');
  if (text === undefined) return undefined;
  return descriptionFault(text, asked);
}

/** In what a request differs from its order; undefined where it does not, or where nobody can tell. */
function orderFault(view: HistoryView, { request }: Exchange, wish: Wish): string | undefined {
  const { fields } = request;
  const before = wish.calls.filter(({ seq }) => seq < request.seq);
  const amounts = texts(before, 'amount');
  const amount = fieldText(fields, 'amount');
  if (amount !== undefined && amounts.length > 0 && !amounts.some((each) => isSameAmount(each, amount)))
    return `is over ${amount}, and the order over ${amounts.join(' or ')}`;
  const currencies = texts(before, 'currency');
  const currency = fieldText(fields, 'currency');
  if (
    currency !== undefined &&
    currencies.length > 0 &&
    !currencies.some((each) => Number(each) === Number(currency))
  )
    return `is in currency ${currency}, and the order in ${currencies.join(' or ')}`;
  const { input } = wish.created;
  const extra = isRecord(input) ? input.extra : undefined;
  if (!isRecord(extra)) return undefined;
  const learnt = learntFields(view, request, wish.calls);
  return learnt && extraFieldFault(learnt, extra, allFieldsOf(request));
}

const texts = (calls: readonly CallEvent[], name: string): string[] => [
  ...new Set(calls.map((call) => setBy(call, name)).filter((text) => text !== undefined)),
];

const isSameAmount = (asked: string, sent: string): boolean => {
  const [one, two] = [amountOf(asked), amountOf(sent)];
  return one === undefined || (two !== undefined && one.eq(two));
};
