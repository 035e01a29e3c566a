// Bare mockttp with one fixed reply an operation, its exact length set, and nothing else.
import { getLocal } from 'mockttp';
import { cannedAnswers } from '../lib/requests.mjs';

const mock = getLocal({ cors: false, recordTraffic: false, suggestChanges: false, http2: false });
await mock.start(Number(process.argv[2] ?? 0) || undefined);
for (const [operation, text] of Object.entries(cannedAnswers)) {
  await mock.forPost(`/gateway/v1/${operation}`).thenReply(200, text, {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
  });
}
process.stdout.write(`${JSON.stringify({ port: mock.port })}\n`);
