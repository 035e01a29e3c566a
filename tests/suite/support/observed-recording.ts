import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Recordings of exchanges as they were observed at a test stand, put together from what is known of them: names, types,
 * order and the values that are computed are as recorded, ids, keys and texts are made up. Bodies have sorted keys,
 * floats as `0.0`, and a newline at the end.
 */
export const observedFolder = fileURLToPath(new URL('../recordings-observed', import.meta.url));

export interface ObservedExchange {
  readonly path: string;
  readonly request: string;
  readonly answer: string;
}

interface Line {
  readonly time: string;
  readonly request_uri: string;
  readonly request_body: string;
  readonly response_body: string;
}

const BASE = '/gateway/v1/';

/** What was recorded of one shop, in order. */
export const observedRecording: readonly ObservedExchange[] = readdirSync(observedFolder)
  .flatMap((name) => readFileSync(join(observedFolder, name), 'utf8').trimEnd().split('\n'))
  .map((line) => JSON.parse(line) as Line)
  .toSorted((a, b) => (a.time < b.time ? -1 : 1))
  .map((line) => ({
    path: line.request_uri.replace(BASE, ''),
    request: line.request_body,
    answer: line.response_body,
  }));

/** A HAR of exchanges. */
export const harOf = (exchanges: readonly ObservedExchange[]): string =>
  JSON.stringify({
    log: {
      version: '1.2',
      creator: { name: 'made up', version: '1' },
      entries: exchanges.map(({ path, request, answer }, index) => ({
        startedDateTime: new Date(Date.UTC(2026, 2, 1, 10, 0, index)).toISOString(),
        time: 50,
        request: {
          method: 'POST',
          url: `https://stand.example${BASE}${path}`,
          headers: [{ name: 'Content-Type', value: 'application/json' }],
          bodySize: Buffer.byteLength(request),
          postData: { mimeType: 'application/json', text: request },
        },
        response: {
          status: 200,
          headers: [{ name: 'Content-Type', value: 'application/json' }],
          content: { size: Buffer.byteLength(answer), mimeType: 'application/json', text: answer },
        },
      })),
    },
  });
