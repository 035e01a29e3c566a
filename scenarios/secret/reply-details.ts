import { notificationText } from '../../simulator/index.ts';
import { check } from '../../suite/engine/index.ts';
import { TOO_SMALL } from '../steps/effects.ts';
import { CREATE } from '../steps/operations.ts';
import { pagesOf, repliesToForgeries } from '../steps/secrets.ts';

const TRACE = /Traceback \(most recent call last\)|Stack trace:|\n[ \t]+at .+:\d+:\d+|\bgoroutine \d+ \[/;

const RAW_ANSWER = /(?:"|&quot;|&#34;)error_code(?:"|&quot;|&#34;)\s*:/;

export default check('secret.reply-details', {
  title: 'Replies and pages contain no internal details.',
  should: ['auth.3', 'events.5.sign'],
  whyShould:
    'Anybody who has the body can build the string to sign, and a stack trace or a raw answer helps an attacker without giving away a signature; the digest itself is judged by secret.reply-oracle.',
  capabilities: ['invoice'],
  rule: 'Authentication 3: the secret key is never sent. Details in addition to it make guessing easier.',
  expectation:
    'The reply to a forged notification, also to one with type=refund or with a truncated body, contains neither the string to sign nor a stack trace; the pages of a failed order contain no raw answer of the gateway.',
  fix: 'Reply with a short fixed text, and write the details to a log, without the secret.',
  story: async (t) => {
    await repliesToForgeries(t, ({ text, body }) => {
      if (text.includes(notificationText(body))) return 'reveals the string to sign';
      return TRACE.test(text) ? 'contains a stack trace' : undefined;
    });
    if (!t.claims('checkout')) return;
    await t.nextCall(CREATE, TOO_SMALL);
    const { answer, reference } = await t.ask();
    if (answer.kind !== 'ok') return;
    const pages = await pagesOf(t, { orderId: answer.value.order_id, reference });
    const raw = pages.find(({ text }) => RAW_ANSWER.test(text) || TRACE.test(text));
    if (raw !== undefined)
      t.fail(`The payer is shown the raw answer of the gateway on ${raw.where}.`, { about: [reference] });
  },
});
