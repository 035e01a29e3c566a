import { check } from '../../suite/engine/index.ts';

export default check('payout.create.asks-first', {
  title: 'After a lost connection the shop asks for the status before it creates the payout again.',
  requirements: ['errors.5', 'law.10'],
  level: 'should',
  whyShould:
    'Errors 5 covers only a read timeout. A repeat under the same shop_payment_id cannot be paid twice; under another id it fails payout.create.one-id, which is a must.',
  capabilities: ['payout'],
  means: ['jobs'],
  rule: 'Errors 5 covers a read timeout; a lost connection says as little about the payout.',
  expectation:
    'The connection of withdraw/create is reset after the gateway stored the payout: the next call about it asks for its status, and the payout is completed once.',
  fix: 'Turn off automatic retries of the HTTP client for withdraw/create, and call withdraw/shop_payment_status first.',
  story: async (t) => {
    const customer = await t.funded();
    await t.gateway.arm([
      { where: { operation: 'withdraw/create' }, effect: { kind: 'reset', committed: true } },
    ]);
    const since = await t.now();
    const asked = await t.askPayout(customer === undefined ? {} : { customer });
    for (let round = 0; round < 3; round++) await t.runJobsNow({ advancePolls: 1 });
    const [first, next] = await t.calls({
      operation: ['withdraw/create', 'withdraw/status', 'withdraw/shop_payment_status'],
      after: since,
    });
    if (first === undefined) return t.inconclusive('The merchant never called withdraw/create.');
    const id = String(first.request.fields?.shop_payment_id);
    const about = [asked.reference, id];
    if (next?.request.operation === 'withdraw/create') {
      t.fail(
        'The connection of withdraw/create was reset, and withdraw/create was sent again without asking for the status first.',
        { about },
      );
    }
    const view = await t.payoutView(id);
    if (view === undefined) return t.inconclusive('The gateway has no payout, so nothing was lost.');
    await t.movePayout({ view }, 5);
    for (let round = 0; round < 4; round++) await t.runJobsNow({ advancePolls: 1 });
    await t.askEveryone();
    const found = await t.findPayout(asked.reference);
    if (found !== undefined && found.state !== 'paid') {
      t.late(`The payout was completed (status 5), and it is ${t.describePayout(found)}.`, { about });
    }
  },
});
