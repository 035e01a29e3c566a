import type { AnswerEvent } from '../history/events.ts';
import { fieldText, isRecord, jsonOf } from '../history/fields.ts';
import { isMasked } from '../history/view/trust.ts';
import type { HistoryView, Invoice, OrderTrace, Sample } from '../history/view/types.ts';
import { isConfirmed, wasRead } from './exchanges.ts';
import { nameOf } from './names.ts';
import { patienceMs } from './patience.ts';
import { rule } from './rules.ts';

/** Where the gateway's answer sends the payer. */
interface SentOn {
  readonly method: string;
  readonly url: string;
  readonly data: Readonly<Record<string, string>>;
}

/**
 * Law 55: where an order sends the payer is what the gateway answered for its latest attempt: the method, the url, and
 * every member of the data with exactly its value (Endpoints, invoice/create and invoice/hold).
 */
export const redirectAsAnswered = rule('law.redirect-as-answered', (view, found) => {
  const showing = operationsShown(view);
  const showsRedirects = ({ operation }: AnswerEvent): boolean => showing.has(operation ?? '');
  for (const order of view.orders) {
    for (const sample of telling(order)) {
      const answer = answerOf(view, order, sample);
      const wanted = answer && sentOnIn(answer);
      const { redirect } = sample.value;
      if (answer === undefined || wanted === undefined) continue;
      if (!isRecord(redirect) && !(isNew(sample) && showsRedirects(answer))) continue;
      found.judge();
      const wrong = isRecord(redirect) ? deviations(redirect, wanted) : ['there is nothing'];
      if (wrong.length === 0) continue;
      found.violate(
        nameOf(order),
        `${answer.operation} sends the payer on by ${wanted.method}; in the redirect of order ${nameOf(order)} ${wrong.join('; ')}.`,
        [answer, sample.event],
      );
      break;
    }
  }
});

/** Whether the call that made an order shows it pending. */
const isNew = ({ name, value }: Sample): boolean => name === 'createOrder' && value.state === 'pending';

/** The operations whose redirects the merchant shows: another may send its payers on from a page of its own. */
function operationsShown(view: HistoryView): ReadonlySet<string> {
  const shown = new Set<string>();
  for (const { samples, invoices } of view.orders) {
    if (!samples.some(({ value }) => isRecord(value.redirect))) continue;
    for (const { creates } of invoices) for (const { request } of creates) shown.add(request.operation ?? '');
  }
  return shown;
}

/** What the call showed that made the attempt, and what was shown last: between them several replicas may differ. */
const telling = ({ samples }: OrderTrace): readonly Sample[] => [
  ...samples.filter(({ name }) => name === 'createOrder').slice(0, 1),
  ...samples.slice(-1),
];

/** The one answer by which the gateway accepted the attempt that a sample shows, once the merchant had it to show. */
function answerOf(view: HistoryView, order: OrderTrace, sample: Sample): AnswerEvent | undefined {
  const id = sample.value.shop_order_id;
  const invoice: Invoice | undefined = order.invoices.find(({ shopOrderId }) => shopOrderId === id);
  const [only, ...others] = invoice?.creates.filter(isConfirmed) ?? [];
  const answer = only?.answer;
  if (answer === undefined || others.length > 0) return undefined;
  if (!wasRead(view, answer)) return undefined;
  const isOwn = sample.name === 'createOrder' && sample.event.seq > answer.seq && isAlone(order, sample);
  const waitedMs = sample.askedRealAt - Date.parse(answer.realAt);
  return isOwn || (sample.askedSeq > answer.seq && waitedMs >= patienceMs(view)) ? answer : undefined;
}

/** Whether no second click on the same order was under way: what that is shown may be older than the answer. */
const isAlone = ({ samples }: OrderTrace, { askedSeq, event }: Sample): boolean =>
  samples.every(
    (other) =>
      other.name !== 'createOrder' ||
      other.event.seq === event.seq ||
      other.askedSeq > event.seq ||
      other.event.seq < askedSeq,
  );

function sentOnIn({ body }: AnswerEvent): SentOn | undefined {
  if (body === null || isMasked(body)) return undefined;
  const answer = jsonOf(body);
  const data = isRecord(answer) ? answer.data : undefined;
  if (!isRecord(data)) return undefined;
  const { method, url } = data;
  if (typeof method !== 'string' || typeof url !== 'string' || url === '' || method === 'OFFLINE')
    return undefined;
  const pairs = isRecord(data.data) ? Object.entries(data.data) : [];
  const texts = pairs.filter((pair): pair is [string, string] => typeof pair[1] === 'string');
  return { method, url, data: Object.fromEntries(texts) };
}

function deviations(redirect: Readonly<Record<string, unknown>>, wanted: SentOn): string[] {
  const method = fieldText(redirect, 'method') ?? '';
  const url = fieldText(redirect, 'url') ?? '';
  const isGet = method.toUpperCase() === 'GET';
  const wrong: string[] = [];
  if (method.toUpperCase() !== wanted.method.toUpperCase())
    wrong.push(`the method is "${method}" instead of "${wanted.method}"`);
  if (!isSameAddress(url, wanted.url, isGet)) wrong.push(`the url is "${url}" instead of "${wanted.url}"`);
  const query = isGet && URL.canParse(url) ? new URL(url).searchParams : new URLSearchParams();
  for (const [name, value] of Object.entries(wanted.data)) {
    const found = fieldText(redirect.data, name) ?? query.get(name);
    if (found === value) continue;
    wrong.push(
      `${name} is ${found === null ? 'missing' : JSON.stringify(found)} instead of ${JSON.stringify(value)}`,
    );
  }
  return wrong;
}

/** For GET the pairs of a form become the query, so that an address with both is the same request. */
function isSameAddress(found: string, wanted: string, isGet: boolean): boolean {
  if (found === wanted) return true;
  if (!URL.canParse(found) || !URL.canParse(wanted)) return false;
  const [a, b] = [new URL(found), new URL(wanted)];
  if (!isGet) return a.href === b.href;
  const kept = [...b.searchParams].every(([name, value]) => a.searchParams.get(name) === value);
  return a.origin === b.origin && a.pathname === b.pathname && kept;
}
