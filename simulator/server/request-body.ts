import type { IncomingMessage } from 'node:http';

export interface ReadBody {
  bytes: Uint8Array;
  problem?: 'too-large' | 'aborted';
}

/** How much of an oversized body is still read, and thrown away, so that its sender can read the answer. */
const drainLimitBytes = 64 * 1024 * 1024;

/**
 * Reads the raw body of a request, at most `limitBytes` of it. A longer one is drained and reported; one whose
 * sender goes away is reported as aborted. `done` is told once.
 */
export function readBody(request: IncomingMessage, limitBytes: number, done: (body: ReadBody) => void): void {
  let first: Buffer | undefined;
  let rest: Buffer[] | undefined;
  let bytes = 0;
  let ended = false;
  const finish = (body: ReadBody) => {
    if (ended) return;
    ended = true;
    done(body);
  };
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > limitBytes) {
      first = undefined;
      rest = undefined;
      if (bytes > drainLimitBytes) {
        finish({ bytes: nothing, problem: 'too-large' });
        request.pause();
      }
    } else if (first === undefined) first = chunk;
    else if (rest === undefined) rest = [first, chunk];
    else rest.push(chunk);
  });
  request.on('end', () => {
    if (bytes > limitBytes) finish({ bytes: nothing, problem: 'too-large' });
    else finish({ bytes: rest === undefined ? (first ?? nothing) : Buffer.concat(rest) });
  });
  const aborted = () => finish({ bytes: nothing, problem: 'aborted' });
  request.on('error', aborted);
  request.on('close', aborted);
}

const nothing = new Uint8Array(0);

/** Path and query of a request's target, which proxies send as a whole address. */
export function splitTarget(target: string): { path: string; query: string } {
  const start = target.startsWith('/') ? 0 : afterAuthority(target);
  const mark = target.indexOf('?', start);
  if (mark === -1) return { path: target.slice(start) || '/', query: '' };
  return { path: target.slice(start, mark) || '/', query: target.slice(mark + 1) };
}

function afterAuthority(target: string): number {
  const scheme = target.indexOf('://');
  if (scheme === -1) return 0;
  const slash = target.indexOf('/', scheme + 3);
  return slash === -1 ? target.length : slash;
}
