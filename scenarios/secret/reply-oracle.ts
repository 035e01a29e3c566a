import { signNotification } from '../../simulator/index.ts';
import { check } from '../../suite/engine/index.ts';
import { repliesToForgeries } from '../steps/secrets.ts';

export default check('secret.reply-oracle', {
  title: 'The reply to a wrong signature does not contain the right one.',
  should: ['auth.3', 'events.5.sign'],
  whyShould:
    'Authentication 3 says of the secret key that it is never sent, and nothing of digests. A shop that replies with the one that it expected lets anybody sign that notification.',
  capabilities: ['invoice'],
  rule: 'Authentication 3: the secret key is never sent. Anybody who learns the expected digest can send it.',
  expectation:
    'The reply to a forged notification, also to one with type=refund or with a truncated body, contains the right digest neither in its body nor in its headers.',
  fix: 'Reply with a short fixed text, and write the details to a log, without the secret.',
  story: (t) =>
    repliesToForgeries(t, ({ text, body }) => {
      const right = signNotification(body, t.slot.shop.secret);
      return text.toLowerCase().includes(right) ? 'reveals the digest that would have been valid' : undefined;
    }),
});
