import { type Craft, check, type Verbs } from '../../suite/engine/index.ts';

interface Form {
  readonly says: string;
  readonly craft: Craft;
}

/** The forms that recorded gateways write, and this one does not: each changes one thing. */
async function otherForms(t: Verbs): Promise<readonly Form[]> {
  const readings = await t.gateway.readings();
  const { notifications } = t.slot.config.profile;
  return [
    readings['notification.status'] === 'text'
      ? { says: 'its status as the number 4', craft: { set: { status: t.number(4) } } }
      : { says: 'its status as the word success', craft: { set: { status: 'success' } } },
    notifications === 'json'
      ? { says: 'a form as its body', craft: { format: 'form' } }
      : { says: 'JSON as its body', craft: { format: 'json' } },
    { says: 'shop_amount as 10.0', craft: { rows: ['genuine.amount-spelling.fraction'] } },
  ];
}

export default check('compat.notification-forms', {
  title: 'A notification is understood in every form that gateways of this family write.',
  should: ['events.5', 'events.5.sign', 'events.2'],
  whyShould:
    'The specification does not show how the gateway writes a notification, and a shop needs to understand its own gateway alone. The only public signed notification says success where the record has an integer, and writes 10.0 for 10.',
  capabilities: ['invoice'],
  expectation:
    'A genuine notification of 10.00 pays its order also when its status is the other of 4 and success, when its body is the other of JSON and a form, and when 10 is written as 10.0. Each is signed over the characters that it has.',
  fix: 'Take 4 and success for paid, and 6 and rejected for rejected. Read the body as its Content-Type says. Sign the text that stands in the body: a number that has gone through a float is written anew, as 10.',
  story: async (t) => {
    await t.pay(await t.order({ amount: '10.00' }));
    const missed: string[] = [];
    for (const { says, craft } of await otherForms(t)) {
      const payment = await t.order({ amount: '10.00' });
      await t.setTruth(payment, 4);
      const reply = await t.send(payment, { label: `with ${says}`, verdict: 'either', ...craft });
      if (!(await t.becomes(payment, t.isPaidOnce)).met) missed.push(`${says} (${t.describeReply(reply)})`);
    }
    if (missed.length === 0) return;
    t.late(
      `A genuine notification as the gateway of this profile writes it paid its order. One did not that has ${missed.join('; nor one that has ')}. Where the gateway writes them so, no payment is booked.`,
    );
  },
});
