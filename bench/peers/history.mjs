// Writes a journal of so many events at least: orders that are created, asked about, paid and notified.
import { orderId, part, startCore } from '../lib/core.mjs';

const [file, wanted] = [process.argv[2], Number(process.argv[3])];
const { openJournalFile } = await part('server/journal-file.ts');

const { clock, journal, core, call } = await startCore({
  backing: { file: openJournalFile(file) },
  settings: { behaviour: 'manual', magic: false },
  callbackUrl: 'http://127.0.0.1:9/notify',
});
const ok = { outcome: 'replied', status: 200, headers: {}, body: 'OK', bytes: 2, latencyMs: 1 };
for (let order = 1; journal.last() < wanted; order += 1) {
  const { id: paymentId } = call('invoice/create', orderId(order));
  call('invoice/check', orderId(order));
  core.act({ kind: 'invoice-status', paymentId, status: 4 });
  for (const attempt of core.takeDue()) core.settle(attempt, ok);
  call('invoice/check', orderId(order));
  clock.moveTo(clock.now() + 1000);
  if (order % 64 === 0) journal.persist();
}
journal.close();
process.stdout.write(`${JSON.stringify({ events: journal.last() })}\n`);
