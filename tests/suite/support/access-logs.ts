import type { WireCall } from './wire-calls.ts';

/** Where the gateway broke the connection the proxy answers by itself; where the merchant gave up nobody answers. */
const proxied = (answer: WireCall['answer'], status: number, body: string) =>
  answer === 'broken' ? { status, headers: { 'content-type': 'text/html' }, body } : answer;

/** Calls as nginx logs them with `escape=json`, as they end. */
export const nginxLogOf = (calls: readonly WireCall[]): string =>
  [...calls]
    .sort((a, b) => a.endedMs - b.endedMs)
    .map(({ startedMs, endedMs, method, url, headers, body, ...call }) => {
      const { host, pathname, search } = new URL(url);
      const answer = proxied(call.answer, 502, '<html>502 Bad Gateway</html>');
      const isUnanswered = typeof answer === 'string';
      return `${JSON.stringify({
        msec: (endedMs / 1000).toFixed(3),
        request_time: ((endedMs - startedMs) / 1000).toFixed(3),
        remote_addr: '10.0.0.7',
        request_method: method,
        request_uri: `${pathname}${search}`,
        http_host: host,
        http_content_type: headers['content-type'] ?? '-',
        status: isUnanswered ? '499' : String(answer.status),
        request_body: body === '' ? '-' : body,
        resp_body: isUnanswered ? '-' : answer.body,
        sent_http_content_type: isUnanswered ? '-' : (answer.headers['content-type'] ?? '-'),
      })}\n`;
    })
    .join('');

/** Calls as envoy logs them as JSON, with their bodies as JSON where they are. */
export const envoyLogOf = (calls: readonly WireCall[]): string =>
  calls
    .map(({ startedMs, endedMs, method, url, headers, body, ...call }) => {
      const { host, pathname, search } = new URL(url);
      const answer = proxied(call.answer, 503, 'upstream connect error or disconnect/reset before headers');
      const isUnanswered = typeof answer === 'string';
      const line = JSON.stringify({
        start_time: new Date(startedMs).toISOString(),
        duration: endedMs - startedMs,
        method,
        path: `${pathname}${search}`,
        authority: host,
        response_code: isUnanswered ? 0 : answer.status,
        response_flags: isUnanswered ? 'DC' : '-',
        request_headers: headers,
        request_body: '@request',
        response_headers: isUnanswered ? null : answer.headers,
        response_body: isUnanswered ? null : '@response',
      });
      // As text a number would not stay as it was written.
      const embedded = (text: string): string => (isJson(text) ? text : JSON.stringify(text));
      return `${line
        .replace('"@request"', () => embedded(body))
        .replace('"@response"', () => embedded(isUnanswered ? '' : answer.body))}\n`;
    })
    .join('');

function isJson(text: string): boolean {
  try {
    return !text.includes('\n') && typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}
