import type { CallEvent, RequestEvent } from '../history/events.ts';
import { fieldText, isRecord, jsonOf } from '../history/fields.ts';
import type { HistoryView } from '../history/view/types.ts';
import { maskFields } from '../simulator/protocol/masking.ts';
import { exchangesBetween, wasRead } from './exchanges.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * The extra fields that the merchant had learnt for a request: what `invoice/try` answered for this very order, or
 * what the list of payways said between the wish and the request. Who learnt it otherwise is not judged.
 *
 * @returns the descriptors by name; undefined where it asked for none
 */
export function learntFields(
  view: HistoryView,
  request: RequestEvent,
  calls: readonly CallEvent[],
): Members | undefined {
  const since = Math.max(...calls.map(({ seq }) => seq).filter((seq) => seq < request.seq));
  const payway = fieldText(request.fields, 'payway');
  const id = fieldText(request.fields, 'shop_order_id');
  let learnt: Members | undefined;
  for (const { request: asked, answer } of exchangesBetween(view, since, request.seq)) {
    if (answer === undefined || answer.seq > request.seq || answer.result !== true) continue;
    if (!wasRead(view, answer)) continue;
    const { operation, fields } = asked;
    if (operation === 'invoice/try' && fieldText(fields, 'shop_order_id') !== id) continue;
    if (operation !== 'invoice/try' && operation !== 'shop_input_config/shop') continue;
    const body = jsonOf(answer.body);
    const data = isRecord(body) ? body.data : undefined;
    const config = operation === 'invoice/try' ? data : paywayOf(data, payway);
    const described = isRecord(config) ? config.add_ons_config : undefined;
    if (isRecord(described)) learnt = described;
  }
  return learnt;
}

/** The entry of a payway in the answer to `shop_input_config/shop`. */
function paywayOf(groups: unknown, alias: string | undefined): unknown {
  if (!Array.isArray(groups)) return undefined;
  for (const group of groups) {
    const payways: unknown = isRecord(group) ? group.payways : undefined;
    const entry = Array.isArray(payways)
      ? payways.find((each) => fieldText(each, 'alias') === alias)
      : undefined;
    if (entry !== undefined) return entry;
  }
  return undefined;
}

/**
 * What is wrong with the extra fields of a request: a value that the payer gave and that fits is sent as it is, with
 * or without its prefix, and one that does not fit is not sent.
 */
export function extraFieldFault(learnt: Members, extra: Members, sent: Members | null): string | undefined {
  for (const [name, descriptor] of Object.entries(learnt)) {
    const given = fieldText(extra, name);
    if (given === undefined || given === '') continue;
    const prefix = fieldText(descriptor, 'prefix') ?? '';
    const found = fieldText(sent, name) ?? fieldText(sent?.add_ons, name);
    const right = spellings(given, prefix);
    const isSent = found !== undefined && (right.includes(found) || found === masked(name, given));
    const regex = fieldText(descriptor, 'regex');
    const fits = regex === undefined ? true : fitsOne(right, regex);
    if (fits === undefined) continue;
    if (fits && !isSent) {
      const carries = found === undefined ? 'lacks it' : `carries ${JSON.stringify(found)}`;
      return `${carries}: the payway asks for ${name}, and the payer gave ${JSON.stringify(masked(name, given))}`;
    }
    if (!fits && isSent)
      return `carries ${JSON.stringify(masked(name, given))} as ${name}, which does not match the pattern ${regex}`;
  }
  return undefined;
}

const spellings = (given: string, prefix: string): string[] => [
  given,
  `${prefix}${given}`,
  ...(prefix !== '' && given.startsWith(prefix) ? [given.slice(prefix.length)] : []),
];

/** Longer values are no extra fields, and might keep a careless pattern busy for ever. */
const LONGEST = 255;

/** Whether one of the texts fits by one of the ways to read a pattern; undefined where that cannot be said. */
function fitsOne(texts: readonly string[], regex: string): boolean | undefined {
  const patterns = ['u', ''].map((flags) => patternOf(regex, flags)).filter((each) => each !== undefined);
  if (patterns.length === 0 || texts.some(({ length }) => length > LONGEST)) return undefined;
  return texts.some((text) => patterns.some((pattern) => pattern.test(text)));
}

function patternOf(regex: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(regex, flags);
  } catch {
    return undefined;
  }
}

const masked = (name: string, text: string): unknown => maskFields({ [name]: text })[name];
