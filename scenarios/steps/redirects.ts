import { isRecord } from '../../history/fields.ts';
import { showsRedirects } from '../../suite/config/index.ts';
import type { Verbs } from '../../suite/engine/index.ts';

/** Values that do not survive a wrong encoding. */
export const TRICKY = {
  MD: 'a+b/c==&d=<e>"f"\'g\'\\h%20i',
  PaReq: 'eJxVUt1ugjAUvt9T+ABSyo9QUptM2TIT3czU3ZtSjkImBQsMeft1gmzrxUn/9/2c9qz5cQfj+OTuGQ==',
  TermUrl: 'https://shop.example/3ds?order=1&next="pay"&back=a+b',
} as const;

/** Where an answer of the gateway sends the payer. */
export interface Target {
  readonly method: string;
  readonly url: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The redirect in an answer of the gateway; undefined where it has none. */
export function instructionsIn(body: string | null | undefined): Target | undefined {
  const answer: unknown = JSON.parse(body ?? 'null');
  const redirect = isRecord(answer) ? answer.data : undefined;
  if (!isRecord(redirect)) return undefined;
  const { method, url, data } = redirect;
  if (typeof method !== 'string' || typeof url !== 'string') return undefined;
  return { method, url, data: isRecord(data) ? data : {} };
}

/** The answer to a create that came too late leaves an order without a redirect, too; such a merchant is not let off. */
async function hasPageOfItsOwn(t: Verbs, mode: 'single' | 'hold'): Promise<never> {
  await t.gateway.clearFaults();
  const { answer } = await t.ask({ mode });
  if (answer.kind === 'ok' && answer.value.redirect === null && answer.value.pay_url !== null) {
    return t.notSeen('The merchant sends its payers to the gateway from a page of its own (pay_url).');
  }
  return t.inconclusive('The order has no redirect, and another order does not show that it never has one.');
}

export async function sendsOn(
  t: Verbs,
  mode: 'single' | 'hold',
  method: string,
  data: Readonly<Record<string, string>>,
): Promise<void> {
  const operation = mode === 'hold' ? 'invoice/hold' : 'invoice/create';
  const { origin } = await t.gateway.health();
  await t.gateway.clearFaults();
  await t.nextCall(operation, {
    kind: 'answer',
    set: {
      'data.data': data,
      'data.method': method,
      'data.url': `${origin}/pay/on?from=shop&step=1`,
      'data.hint': 'a field that nobody knows yet',
      'data.timeout': 900,
    },
  });
  const since = await t.now();
  const { answer, reference } = await t.ask({ mode });
  const [create] = await t.calls({ operation, after: since });
  if (answer.kind !== 'ok' || create === undefined)
    return t.inconclusive(`The order whose payer was to be redirected by ${method} could not be created.`);
  const order = answer.value;
  const about = [reference, order.shop_order_id];
  const wanted = instructionsIn(create.answer?.body);
  if (wanted === undefined) return t.inconclusive("The gateway's answer does not redirect the payer.");
  if (order.redirect === null) {
    if (order.pay_url !== null) return hasPageOfItsOwn(t, mode);
    if (!showsRedirects(t.slot.config.merchant.interface))
      return t.notApplicable('No recipe gives a redirect: where the payer is sent was not seen.');
    return t.fail(
      `The gateway answered ${wanted.method} ${wanted.url}, and the order does not say where the payer has to go (${t.orderInWords(order)}).`,
      { about },
    );
  }
}
