import { createHash, timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { isLoopback } from '../addresses.ts';

export interface GuardOptions {
  /** The address that the control plane listens on. */
  host: string;
  token: string | undefined;
}

/**
 * Lets only the tester in: with a token where one is set, from pages of no other site, and by no name that
 * somebody else's DNS could point here.
 */
export function guard(options: GuardOptions): MiddlewareHandler {
  const expected = options.token === undefined ? undefined : digest(options.token);
  return async (context, next) => {
    const host = context.req.header('host') ?? '';
    const name = hostName(host);
    if (expected === undefined && !isLoopback(name) && name !== options.host) {
      return refuse(403, `the Host header is "${host}": expected a loopback name`);
    }
    const origin = context.req.header('origin');
    if (origin !== undefined && originHost(origin) !== host) {
      return refuse(403, `requests from pages of "${origin}" are refused`);
    }
    if (
      expected !== undefined &&
      !isConsoleFile(context.req.path) &&
      !timingSafeEqual(digest(bearer(context.req.header('authorization'))), expected)
    ) {
      return refuse(401, 'expected the header "Authorization: Bearer <token>" with the control token', {
        'www-authenticate': 'Bearer',
      });
    }
    return next();
  };
}

/** The console's own files tell nothing about the gateway, and a browser asks for them without a token. */
function isConsoleFile(path: string): boolean {
  return path === '/' || /^\/console\/.+\.(js|css)$/.test(path);
}

function refuse(status: number, message: string, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify({ error: { message } }), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

// Digests have one length, which timingSafeEqual needs, whatever was sent.
const digest = (text: string) => createHash('sha256').update(text, 'utf8').digest();

function bearer(authorization: string | undefined): string {
  return /^Bearer (.+)$/i.exec(authorization ?? '')?.[1] ?? '';
}

function hostName(host: string): string {
  return host.startsWith('[') ? host.slice(1, host.indexOf(']')) : (host.split(':')[0] ?? '');
}

function originHost(origin: string): string {
  try {
    return new URL(origin).host;
  } catch {
    return '';
  }
}
