import { stringify } from 'lossless-json';
import type { CookieJar } from 'tough-cookie';
import { type Agent, request as send } from 'undici';
import type { HttpStep } from '../config/index.ts';
import { excerpt, failureOf, readLimited } from '../drivers/index.ts';
import { merchantAgent } from '../merchant-agent.ts';
import { exactJson, type StepDocument, throwRefusal } from './expression.ts';
import { RecipeFailure } from './failure.ts';
import { asText, fillJson, fillText, soleVariable, type Variables, variableOf } from './variables.ts';

/** What a request came to, as expressions see it. */
export interface HttpDocument extends StepDocument {
  readonly status: number;
  /** Names in lower case; what came several times is joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** Address that answered, after redirects that were followed. */
  readonly url: string;
}

interface HttpPlace {
  readonly baseUrl: string;
  readonly agent: Agent;
  readonly timeoutMs: number;
}

/** Cookies as a browser keeps them; those of this machine need no registered domain. */
export async function newJar(): Promise<CookieJar> {
  const { CookieJar: Jar } = await import('tough-cookie');
  return new Jar(undefined, { rejectPublicSuffixes: false, looseMode: true, allowSpecialUseDomain: true });
}

/** Connections that are used once: a merchant that was killed leaves none behind. */
export const singleUse = (timeoutMs: number, ca: string | undefined): Agent =>
  merchantAgent({
    connect: { timeout: timeoutMs, ca },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    keepAliveTimeout: 1,
    keepAliveMaxTimeout: 1,
  });

/** Method and address of a step, its values percent-encoded. */
export function targetOf(
  step: HttpStep,
  variables: Variables,
  baseUrl: string,
): { method: string; url: string } {
  const [method = '', place = ''] = fillText(step.http, variables, (value) =>
    encodeURIComponent(Buffer.from(value).toString()),
  ).split(' ', 2);
  return { method, url: place.startsWith('/') ? `${baseUrl}${place}` : place };
}

function formOf(form: Readonly<Record<string, string>>, variables: Variables): string {
  const pairs = Object.entries(form).flatMap(([name, text]) => {
    const sole = soleVariable(text);
    const value = sole === undefined ? fillText(text, variables) : variableOf(variables, sole);
    return value === undefined ? [] : [[name, asText(value)]];
  });
  return new URLSearchParams(pairs).toString();
}

function bodyOf(step: HttpStep, variables: Variables): { type: string; body: string } | undefined {
  if (step.json !== undefined) {
    return { type: 'application/json', body: stringify(fillJson(step.json, variables)) ?? 'null' };
  }
  if (step.form === undefined) return undefined;
  return { type: 'application/x-www-form-urlencoded', body: formOf(step.form, variables) };
}

interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

async function exchange(
  { method, url, headers, body }: Exchange,
  jar: CookieJar,
  { agent, timeoutMs }: HttpPlace,
  signal: AbortSignal,
): Promise<HttpDocument> {
  try {
    const cookie = await jar.getCookieString(url);
    const response = await send(url, {
      method,
      dispatcher: agent,
      signal,
      headers: { accept: '*/*', ...(cookie === '' ? {} : { cookie }), ...headers },
      body,
    });
    const text = new TextDecoder().decode(await readLimited(response.body));
    const given = Object.entries(response.headers);
    for (const line of [response.headers['set-cookie'] ?? []].flat()) {
      await jar.setCookie(line, url, { ignoreError: true });
    }
    return {
      status: response.statusCode,
      headers: Object.fromEntries(given.map(([name, value]) => [name, [value ?? ''].flat().join(', ')])),
      url,
      text,
      body: exactJson(text),
    };
  } catch (error) {
    throw new RecipeFailure(failureOf(error, timeoutMs, signal.aborted), null, { cause: error });
  }
}

const MOST_REDIRECTS = 10;
const redirects: readonly number[] = [301, 302, 303, 307, 308];

/** Where a redirect leads to; undefined where the answer is none. */
export function redirectOf({ status, headers, url }: HttpDocument): URL | undefined {
  const { location } = headers;
  return redirects.includes(status) && location !== undefined && URL.canParse(location, url)
    ? new URL(location, url)
    : undefined;
}

/** Follows redirects as a browser does, as far as they stay within the shop. */
async function follow(
  first: HttpDocument,
  asked: Exchange,
  jar: CookieJar,
  place: HttpPlace,
  signal: AbortSignal,
): Promise<HttpDocument> {
  let seen = first;
  let request = asked;
  for (let count = 0; count < MOST_REDIRECTS; count += 1) {
    const next = redirectOf(seen);
    if (next === undefined || next.origin !== new URL(seen.url).origin) return seen;
    const keeps = seen.status === 307 || seen.status === 308;
    const { 'content-type': _, ...headers } = request.headers;
    request = keeps ? { ...request, url: next.href } : { method: 'GET', url: next.href, headers, body: null };
    seen = await exchange(request, jar, place, signal);
  }
  throw new RecipeFailure(`was redirected more than ${MOST_REDIRECTS} times`);
}

/** Sends the request of a step, and gives what was answered, whatever it says. */
export async function sendHttpStep(
  step: HttpStep,
  variables: Variables,
  jar: CookieJar,
  place: HttpPlace,
  signal: AbortSignal,
): Promise<HttpDocument> {
  const { method, url } = targetOf(step, variables, place.baseUrl);
  if (!URL.canParse(url)) throw new RecipeFailure(`has no address: ${excerpt(url)}`);
  const payload = bodyOf(step, variables);
  const own = Object.entries(step.headers ?? {}).map(([name, text]) => [
    name.toLowerCase(),
    fillText(text, variables),
  ]);
  const headers = {
    ...(payload === undefined ? {} : { 'content-type': payload.type }),
    ...Object.fromEntries(own),
  };
  const request = { method, url, headers, body: payload?.body ?? null };
  const seen = await exchange(request, jar, place, signal);
  return step.follow ? follow(seen, request, jar, place, signal) : seen;
}

/** Throws unless an answer may be read: a 4xx and 501 are the merchant's own no, a 5xx says nothing. */
export async function throwUnusable(
  step: HttpStep,
  document: HttpDocument,
  variables: Variables,
): Promise<void> {
  await throwRefusal(step.refused, document, variables);
  const { status, text } = document;
  if (status >= 200 && status < 400) return;
  const said = `answered HTTP ${status}${text.trim() === '' ? '' : `: ${excerpt(text)}`}`;
  throw new RecipeFailure(said, status === 501 || (status >= 400 && status < 500) ? status : null);
}
