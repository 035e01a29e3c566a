import type { Payment, Verbs } from '../../suite/engine/index.ts';

/** Values that do not survive a wrong encoding. */
export const TRICKY = {
  MD: 'a+b/c==&d=<e>"f"\'g\'\\h%20i',
  PaReq: 'eJxVUt1ugjAUvt9T+ABSyo9QUptM2TIT3czU3ZtSjkImBQsMeft1gmzrxUn/9/2c9qz5cQfj+OTuGQ==',
  TermUrl: 'https://shop.example/3ds?order=1&next="pay"&back=a+b',
} as const;

interface SentOn {
  readonly method: string;
  readonly url: string;
  readonly data: Readonly<Record<string, string>>;
}

/** Where the gateway's answer sends the payer, with those pairs of its data that this check put there. */
export function instructionsIn(
  body: string | null | undefined,
  pairs: Readonly<Record<string, string>>,
): SentOn | undefined {
  const data: unknown = body === null || body === undefined ? undefined : JSON.parse(body).data;
  if (typeof data !== 'object' || data === null) return undefined;
  const { method, url } = data as { method?: unknown; url?: unknown };
  if (typeof method !== 'string' || typeof url !== 'string') return undefined;
  return { method, url, data: pairs };
}

/** For GET the pairs of a form become the query, so that an address with both is the same request. */
function sameAddress(found: string, wanted: string, isGet: boolean): boolean {
  if (found === wanted) return true;
  if (!isGet || !URL.canParse(found) || !URL.canParse(wanted)) return false;
  const [a, b] = [new URL(found), new URL(wanted)];
  const kept = [...b.searchParams].every(([name, value]) => a.searchParams.get(name) === value);
  return a.origin === b.origin && a.pathname === b.pathname && kept;
}

export const wordsOf = (value: unknown): string => (value === undefined ? 'missing' : JSON.stringify(value));

/** What is wrong with the way in which the merchant sends the payer on. */
export function deviations(redirect: NonNullable<Payment['order']['redirect']>, wanted: SentOn): string[] {
  const method = redirect.method ?? '';
  const url = redirect.url ?? '';
  const isGet = method.toUpperCase() === 'GET';
  const wrong: string[] = [];
  if (method.toUpperCase() !== wanted.method.toUpperCase())
    wrong.push(`the method is ${wordsOf(redirect.method)} instead of "${wanted.method}"`);
  if (!sameAddress(url, wanted.url, isGet)) wrong.push(`the url is "${url}" instead of "${wanted.url}"`);
  const data = typeof redirect.data === 'object' && redirect.data !== null ? redirect.data : {};
  const query = isGet && URL.canParse(url) ? new URL(url).searchParams : new URLSearchParams();
  for (const [name, value] of Object.entries(wanted.data)) {
    const found: unknown = Object.hasOwn(data, name)
      ? Reflect.get(data, name)
      : (query.get(name) ?? undefined);
    if (found !== value) wrong.push(`${name} is ${wordsOf(found)} instead of ${JSON.stringify(value)}`);
  }
  return wrong;
}

/** The answer to a create that came too late leaves an order without a redirect, too; such a merchant is not let off. */
async function hasPageOfItsOwn(t: Verbs, mode: 'single' | 'hold'): Promise<never> {
  await t.gateway.clearFaults();
  const { answer } = await t.ask({ mode });
  if (answer.kind === 'ok' && answer.value.redirect === null && answer.value.pay_url !== null) {
    return t.notApplicable('The merchant sends its payers to the gateway from a page of its own (pay_url).');
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
  await t.gateway.arm([
    {
      where: { operation },
      effect: {
        kind: 'answer',
        set: {
          'data.data': data,
          'data.method': method,
          'data.url': `${origin}/pay/on?from=shop&step=1`,
          'data.hint': 'a field that nobody knows yet',
          'data.timeout': 900,
        },
      },
    },
  ]);
  const since = await t.now();
  const { answer, reference } = await t.ask({ mode });
  const [create] = await t.calls({ operation, after: since });
  if (answer.kind !== 'ok' || create === undefined)
    return t.inconclusive(`The order whose payer was to be redirected by ${method} could not be created.`);
  const order = answer.value;
  const about = [reference, order.shop_order_id];
  const wanted = instructionsIn(create.answer?.body, data);
  if (wanted === undefined) return t.inconclusive("The gateway's answer does not redirect the payer.");
  if (order.redirect === null) {
    if (order.pay_url !== null) return hasPageOfItsOwn(t, mode);
    return t.fail(
      `The gateway answered ${wanted.method} ${wanted.url}, and the order does not say where the payer has to go (${t.orderInWords(order)}).`,
      { about },
    );
  }
  const wrong = deviations(order.redirect, wanted);
  if (wrong.length > 0) {
    t.fail(
      `The answer of ${operation} redirects the payer by ${wanted.method}; in the redirect of the order ${wrong.join('; ')}.`,
      {
        about,
      },
    );
  }
}
