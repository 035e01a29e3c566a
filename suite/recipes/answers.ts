import { isRecord } from '../../history/fields.ts';
import type { RecipesConfig } from '../config/index.ts';
import { exactJson } from './expression.ts';
import type { Variables } from './variables.ts';

/** How the members of answers are read: what databases and commands write otherwise is brought to the interface's form. */
const forms: Readonly<Record<string, 'text' | 'decimal' | 'whole'>> = {
  order_id: 'text',
  shop_order_id: 'text',
  payout_id: 'text',
  shop_payment_id: 'text',
  refund_id: 'text',
  reference: 'text',
  amount: 'decimal',
  credited: 'decimal',
  refunded: 'decimal',
  debited: 'decimal',
  balance: 'decimal',
  credits: 'whole',
};

/** Only what is certain: a whole number as text, digits as a whole number. Anything else is for the shape to refuse. */
function formed(field: string, value: unknown): unknown {
  const form = forms[field];
  if (form === 'whole') return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return form !== undefined && Number.isSafeInteger(value) ? String(value) : value;
}

/** `error.code` is the member `code` of `error`, which is null when all its members are. */
function nested(given: Variables): Record<string, unknown> {
  const plain: Record<string, unknown> = {};
  const inner = new Map<string, Record<string, unknown>>();
  for (const [name, value] of Object.entries(given)) {
    const dot = name.indexOf('.');
    if (dot < 0) plain[name] = value;
    else inner.set(name.slice(0, dot), { ...inner.get(name.slice(0, dot)), [name.slice(dot + 1)]: value });
  }
  for (const [name, members] of inner) {
    plain[name] = Object.values(members).every((value) => value === null) ? null : members;
  }
  return plain;
}

type Words = RecipesConfig['states'];

/** What steps gave, in the form of the test interface, with the shop's words for states translated. */
export function answerOf(given: Variables, words: Words[keyof Words]): Record<string, unknown> {
  const entries = Object.entries(nested(given)).map(([name, value]) => {
    const own = name === 'state' && words !== undefined ? words[String(value)] : undefined;
    return [name, own ?? formed(name, value)] as const;
  });
  return withData(Object.fromEntries(entries));
}

/** Form fields that a column has as JSON text. */
function withData(answer: Record<string, unknown>): Record<string, unknown> {
  const { redirect } = answer;
  if (!isRecord(redirect) || typeof redirect.data !== 'string') return answer;
  const data = exactJson(redirect.data);
  return isRecord(data) ? { ...answer, redirect: { ...redirect, data } } : answer;
}
