import { type Craft, check, type Verbs } from '../../suite/engine/index.ts';
import { allRefused, messagesOf } from '../steps/forgery.ts';

const GAP = 'genuine.gap';

/** Each field that a merchant can do without is missing once, all are null once, and all are empty once. */
function withGaps(t: Verbs): readonly Craft[] {
  const ids = messagesOf(t, GAP).flatMap(({ rows = [] }) => rows);
  const ending = (way: string): readonly string[] => ids.filter((id) => id.endsWith(`.${way}`));
  return [...ending('absent').map((id) => [id]), ending('null'), ending('empty')].map((rows) => ({
    status: 2,
    rows,
  }));
}

export default check('notification.content.gaps', {
  title: 'A notification without a status pays nothing, and no missing field breaks the shop.',
  must: ['states.invoice.4', 'events.5.match', 'law.2'],
  rule: 'States and transitions: 4 is the status of a successful payment. Events: which fields a notification has is not shown.',
  expectation:
    'Validly signed notifications whose status is absent, null or empty pay no order. After notifications of status 2 in which each other field is absent in turn, and all are null or empty, the shop runs, their order is not paid, and a genuine 4 pays another one.',
  fix: 'Take nothing but 4 for a payment, never a default. Read every other field as one that may be missing, null or empty, and answer the one notification when you cannot use it.',
  story: async (t) => {
    await allRefused(t, 'content.status');
    const payment = await t.order();
    await t.sendTogether(withGaps(t).map((craft) => ({ payment, craft })));
    await t.settled(payment);
    await t.stillHonours([await t.order()]);
  },
});
