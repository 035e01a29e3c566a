import type { HistoryEvent } from '../../../history/index.ts';

/** One HTTP call as a recorder between the merchant and the gateway sees it. */
export interface WireCall {
  readonly startedMs: number;
  readonly endedMs: number;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly answer:
    | { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string }
    | 'gave-up'
    | 'broken';
}

export const GATEWAY = 'https://gateway.example';

/**
 * The calls of a history, as somebody else would have recorded them, by the gateway's clock. On a virtual clock events
 * stand still together: they are put apart, in their order.
 */
export function wireCallsOf(events: readonly HistoryEvent[]): WireCall[] {
  const open = new Map<string, { readonly call: Omit<WireCall, 'endedMs' | 'answer'>; index: number }>();
  const calls: (WireCall | undefined)[] = [];
  let clockMs = 0;
  for (const event of events) {
    if (!['request', 'answer', 'attempt', 'reply'].includes(event.kind)) continue;
    clockMs = Math.max(clockMs + 5, Date.parse(event.at));
    if (event.kind === 'request' || event.kind === 'attempt') {
      const isRequest = event.kind === 'request';
      const call = {
        startedMs: clockMs,
        method: event.method,
        url: isRequest ? `${GATEWAY}${event.path}${event.query ? `?${event.query}` : ''}` : event.url,
        headers: event.headers,
        body: event.body,
      };
      const key = isRequest ? event.exchange : `${event.notification}#${event.attempt}`;
      open.set(key, { call, index: calls.push(undefined) - 1 });
    } else if (event.kind === 'answer' || event.kind === 'reply') {
      const key = event.kind === 'answer' ? event.exchange : `${event.notification}#${event.attempt}`;
      const known = open.get(key);
      if (known === undefined) continue;
      open.delete(key);
      calls[known.index] = { ...known.call, endedMs: clockMs, answer: answerIn(event) };
    }
  }
  return calls.filter((call) => call !== undefined);
}

function answerIn(event: Extract<HistoryEvent, { kind: 'answer' | 'reply' }>): WireCall['answer'] {
  const { outcome, status, headers, body } = event;
  if (status !== null && ['answered', 'replied', 'truncated'].includes(outcome)) {
    return { status, headers, body: body ?? '' };
  }
  return outcome === 'held' || outcome === 'timeout' ? 'gave-up' : 'broken';
}

/** An entry of a HAR, as tests change it. */
export interface HarEntry {
  startedDateTime: string;
  time: number;
  comment?: string;
  request: {
    url: string;
    headers: { name: string; value: string }[];
    bodySize: number;
    postData: { mimeType: string; text?: string; params?: object[] };
  };
  response: { content: { text?: string; size: number; encoding?: string; compression?: number } };
}

const listOf = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

/** Calls as a HAR, as Chrome spells it. */
export function harOf(calls: readonly WireCall[]): string {
  const entries = calls.map(({ startedMs, endedMs, method, url, headers, body, answer }) => ({
    startedDateTime: new Date(startedMs).toISOString(),
    time: endedMs - startedMs,
    request: {
      method,
      url,
      httpVersion: 'http/2.0',
      headers: [{ name: ':authority', value: 'gateway.example' }, ...listOf(headers)],
      bodySize: Buffer.byteLength(body),
      postData: { mimeType: headers['content-type'] ?? '', text: body },
    },
    response:
      typeof answer === 'string'
        ? {
            status: 0,
            statusText: '',
            headers: [],
            content: { size: 0, mimeType: 'x-unknown' },
            _error: answer === 'gave-up' ? 'net::ERR_TIMED_OUT' : 'net::ERR_CONNECTION_RESET',
          }
        : {
            status: answer.status,
            statusText: '',
            headers: listOf(answer.headers),
            content: {
              size: Buffer.byteLength(answer.body),
              mimeType: 'application/json',
              text: answer.body,
            },
          },
  }));
  return JSON.stringify({
    log: { version: '1.2', creator: { name: 'WebInspector', version: '537.36' }, entries },
  });
}
