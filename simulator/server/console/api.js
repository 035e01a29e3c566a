/** Talks to the control plane. Every call that changes something is shown as the documented HTTP call. */

const tokenKey = 'gatecheck-control-token';

/** The control token, kept for this tab only. */
export const token = {
  get: () => sessionStorage.getItem(tokenKey) ?? '',
  set: (/** @type {string} */ value) => sessionStorage.setItem(tokenKey, value),
};

/** @returns {Record<string, string>} */
export function authorization() {
  return token.get() === '' ? {} : { authorization: `Bearer ${token.get()}` };
}

/**
 * @typedef {{ method: string, path: string, body?: unknown }} Call
 * @typedef {{ ok: boolean, status: number, answer: any }} Outcome
 */

/**
 * Makes a call. Never throws: what went wrong is in the outcome.
 *
 * @param {Call} call
 * @returns {Promise<Outcome>}
 */
export async function send({ method, path, body }) {
  try {
    const response = await fetch(path, {
      method,
      headers: {
        ...authorization(),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = await response.json().catch(() => null);
    return { ok: response.ok, status: response.status, answer };
  } catch (error) {
    return { ok: false, status: 0, answer: { error: { message: `no answer: ${String(error)}` } } };
  }
}

/** @param {string} text */
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * The same call for a shell. A token is named, not shown.
 *
 * @param {Call} call
 */
export function curl({ method, path, body }) {
  const parts = [`curl -X ${method} ${quoted(location.origin + path)}`];
  if (token.get() !== '') parts.push('-H "Authorization: Bearer $CONTROL_TOKEN"');
  if (body !== undefined) {
    parts.push(`-H 'content-type: application/json'`, `-d ${quoted(JSON.stringify(body))}`);
  }
  return parts.join(' \\\n  ');
}

/** Headers that a client writes by itself. */
const ownHeaders = /^(host|connection|content-length|transfer-encoding|keep-alive|accept-encoding)$/i;

/**
 * A request that was made, for a shell.
 *
 * @param {{ method: string, url: string, headers: Record<string, string>, body: string }} request
 */
export function curlOf({ method, url, headers, body }) {
  const lines = Object.entries(headers ?? {})
    .filter(([name]) => !ownHeaders.test(name))
    .map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  if (body !== '') lines.push(`--data-raw ${quoted(body)}`);
  return [`curl -i -X ${method} ${quoted(url)}`, ...lines].join(' \\\n  ');
}

/**
 * Reads server-sent events with fetch, which can carry a token where EventSource cannot.
 *
 * @param {string} path
 * @param {AbortSignal} signal
 * @param {() => void} opened
 * @param {(event: any) => void} each
 */
export async function stream(path, signal, opened, each) {
  const response = await fetch(path, { headers: authorization(), signal });
  if (!response.ok || response.body === null) throw new Error(`HTTP ${response.status}`);
  opened();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let pending = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const messages = (pending + value).split('\n\n');
    pending = messages.pop() ?? '';
    for (const message of messages) {
      const data = message
        .split('\n')
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(5).replace(/^ /, ''))
        .join('\n');
      if (data !== '') each(JSON.parse(data));
    }
  }
}
