import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { DeliveryReply } from '../../simulator/core/types.ts';
import { createAnswerGate } from '../../simulator/server/answer-gate.ts';
import { createDispatcher } from '../../simulator/server/dispatcher.ts';
import type { Message } from '../../simulator/server/message.ts';
import { invoice, type Lab, lab, reply } from './core-support.ts';
import { plainInvoice, startBench } from './server-support.ts';

/** Notifications of paid invoices that are due at once, and a courier that waits until it is told the reply. */
function crowd(count: number) {
  const bench = lab();
  const notify = (changes: Record<string, unknown> = {}): string => {
    const paymentId = Number(bench.call('invoice/create', invoice(changes)).data.id);
    const done = bench.core.act({ kind: 'invoice-status', paymentId, status: 4 });
    assert.ok(done.ok);
    return done.notifications[0] ?? '';
  };
  const ids = Array.from({ length: count }, () => notify());
  const open: { message: Message; answer: (reply: DeliveryReply) => void }[] = [];
  const send = (message: Message) =>
    new Promise<DeliveryReply>((answer) => {
      open.push({ message, answer });
    });
  const dispatcher = createDispatcher({
    core: bench.core,
    courier: {
      send,
      sendTogether: (messages) => Promise.all(messages.map(send)),
      close: async () => undefined,
    },
    gate: createAnswerGate(),
    onKill: async () => undefined,
    onSettled: () => undefined,
  });
  return { bench, notify, ids, open, dispatcher };
}

/** The notifications whose attempts were made. */
const namesOf = (bench: Lab): string[] =>
  bench.kinds('attempt').flatMap((event) => (event.kind === 'attempt' ? [event.notification] : []));

const OTHER = 'http://other.example/notify';

test('of notifications that are due at once only as many are taken as their receiver gets at a time', async () => {
  const { bench, notify, ids, open, dispatcher } = crowd(1000);
  const other = notify({ callback_url: OTHER });
  dispatcher.pump();
  await turn();
  // The others have no attempt yet, and so nobody has made a body or a promise for them.
  assert.equal(bench.kinds('attempt').length, 21);
  assert.equal(open.length, 21);
  // A receiver that hangs holds no other one up.
  assert.equal(open.filter(({ message }) => message.url.startsWith(OTHER)).length, 1);
  while (open.length > 0) {
    open.shift()?.answer(reply());
    await turn();
  }
  assert.equal(dispatcher.idle(), undefined);
  assert.equal(dispatcher.made(), 1001);
  assert.deepEqual(
    namesOf(bench).filter((id) => id !== other),
    ids,
  );
});

test('one that an answer waits for is not put off, one that was cancelled or sent meanwhile is not sent again', async () => {
  const { bench, ids, open, dispatcher } = crowd(30);
  dispatcher.pump();
  await turn();
  const [wanted = '', cancelled = '', resent = ''] = ids.slice(25);
  const receipt = dispatcher.pending(wanted);
  assert.ok(receipt !== undefined);
  await turn();
  assert.equal(open.length, 21);
  bench.core.cancel(cancelled);
  const again = bench.core.resend(resent);
  assert.ok(again !== undefined);
  void dispatcher.start(again);
  while (open.length > 0) {
    open.shift()?.answer(reply());
    await turn();
  }
  assert.equal((await receipt).notification, wanted);
  const sent = namesOf(bench);
  assert.deepEqual(sent.toSorted(), ids.filter((id) => id !== cancelled).toSorted());
});

test('a dispatcher that is closed starts nothing more', async () => {
  const { bench, open, dispatcher } = crowd(30);
  dispatcher.pump();
  await turn();
  const closed = dispatcher.close();
  while (open.length > 0) open.shift()?.answer(reply());
  await closed;
  assert.equal(bench.kinds('attempt').length, 20);
  assert.equal(bench.core.notifications().filter(({ state }) => state === 'due').length, 10);
});

test('an advanced clock awaits all that was due, at most twenty at a time', async () => {
  const bench = await startBench();
  const paid = Array.from({ length: 70 }, (_, index) => `crowd-${index}`);
  let open = 0;
  let most = 0;
  bench.receiver.answer = (_request, response) => {
    open += 1;
    most = Math.max(most, open);
    setImmediate(() => {
      open -= 1;
      response.end('no');
    });
  };
  for (const shop_order_id of paid) {
    const { data } = await bench.call('invoice/create', { ...plainInvoice, shop_order_id });
    await bench.control('POST', `/invoices/${data?.id}/status`, { status: 4, notify: 'queue' });
  }
  await bench.control('POST', '/clock/flush');
  const { nextDueAt } = await bench.control<{ nextDueAt: string }>('GET', '/clock');
  // The second attempts are all due within a minute of the first.
  const before = bench.receiver.seen.length;
  assert.equal(before, 70);
  const { fired } = await bench.control<{ fired: number }>('POST', '/clock/advance', {
    to: nextDueAt,
  });
  assert.equal(fired, bench.receiver.seen.length - before);
  assert.ok(fired > 20 && most <= 20, `${fired} attempts, ${most} at a time`);
  await bench.stop();
});
