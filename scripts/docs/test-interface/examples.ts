import { fencesOf, sectionsOf } from '../markdown.ts';

/** One worked example of the page: a request as curl, and its answer. */
export interface Example {
  readonly method: 'GET' | 'POST';
  /** Path and query below the base address, as written. */
  readonly path: string;
  readonly body: unknown;
  readonly answer: unknown;
}

const base = 'http://127.0.0.1:9000/test';

function readCurl(command: string): Pick<Example, 'method' | 'path' | 'body'> {
  const url = /http:\/\/[^\s']+/.exec(command)?.[0] ?? '';
  if (!url.startsWith(`${base}/`)) throw new Error(`the example does not call ${base}: ${command}`);
  const body = /-d '([^']*)'/.exec(command)?.[1];
  return {
    method: command.includes('-X POST') ? 'POST' : 'GET',
    path: url.slice(base.length),
    body: body === undefined ? undefined : JSON.parse(body),
  };
}

/**
 * The worked examples of a page: each `sh` block that calls the interface, with the `json` block after it.
 *
 * @throws when a command has no answer, or either cannot be read.
 */
export function examplesOf(page: string): Example[] {
  return sectionsOf(page).flatMap(({ heading, text }) => {
    const fences = fencesOf(text);
    return fences.flatMap((fence, index) => {
      if (fence.language !== 'sh' || !fence.text.includes('curl')) return [];
      const answer = fences[index + 1];
      if (answer?.language !== 'json') throw new Error(`an example under "${heading}" has no answer`);
      return [{ ...readCurl(fence.text), answer: JSON.parse(answer.text) as unknown }];
    });
  });
}
