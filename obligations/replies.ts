import type { AttemptEvent, ReplyEvent } from '../history/events.ts';
import { isSlim } from '../history/slim.ts';
import { bodyOf } from '../history/view/trust.ts';
import type { HistoryView } from '../history/view/types.ts';
import { digest, notificationText } from '../simulator/protocol/signing.ts';
import { rule } from './rules.ts';

/**
 * The digest that a notification with a wrong signature lacked, where the reply to it names that: whoever sends the
 * notification again with it is believed.
 */
function digestGivenAway(view: HistoryView, attempt: AttemptEvent, reply: ReplyEvent): string | undefined {
  const text = `${JSON.stringify(reply.headers)}\n${reply.body}`.toLowerCase();
  if (!DIGEST.test(text)) return undefined;
  const body = bodyOf(attempt);
  if (body === undefined) return undefined;
  return view.settings.secrets
    .map((secret) => digest(notificationText(body), secret))
    .find((right) => text.includes(right) && !attempt.body.toLowerCase().includes(right));
}

const DIGEST = /[0-9a-f]{64}/;
const TRACE = /Traceback \(most recent call last\)|Stack trace:|\n[ \t]+at .+:\d+:\d+|\bgoroutine \d+ \[/;
/** A shorter text to sign may stand in a reply by chance. */
const SHORTEST_TEXT = 20;

/**
 * Rule 32: the reply to a notification that cannot be believed says so, and nothing of how it was judged: neither the
 * text that is signed, nor the digest that would have been right, nor where in the merchant's code it failed.
 */
export const plainRefusals = rule('law.plain-refusals', (view, found) => {
  for (const { attempt, reply, trust } of view.deliveries) {
    if (attempt.genuine || trust === 'sound' || reply === undefined || isSlim(attempt)) continue;
    if (reply.outcome !== 'replied') continue;
    found.judge();
    const body = bodyOf(attempt);
    const signed = body === undefined ? '' : notificationText(body);
    const quotes = signed.length >= SHORTEST_TEXT && reply.body.includes(signed);
    const gives = [
      digestGivenAway(view, attempt, reply) === undefined ? '' : 'has the digest that would have been right',
      quotes ? 'quotes the text that is signed' : '',
      TRACE.test(reply.body) ? 'has a stack trace' : '',
    ].find((what) => what !== '');
    if (gives === undefined) continue;
    found.violate(reply.notification, `The reply to a notification that cannot be believed ${gives}.`, [
      attempt,
      reply,
    ]);
  }
});
