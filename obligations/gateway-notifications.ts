import { isSlim } from '../history/slim.ts';
import { bodyOf, isMasked } from '../history/view/trust.ts';
import type { Delivery, HistoryView } from '../history/view/types.ts';
import { LIMITS } from '../simulator/protocol/limits.ts';
import { signedHow } from '../simulator/protocol/notification-sign.ts';
import { breach, type GatewayBreach } from './gateway-breach.ts';

/** What is wrong with one of the gateway's own notifications; undefined where nothing is, or nobody can tell. */
function faultOf({ attempt, reply }: Delivery, secrets: readonly string[]): string | undefined {
  // A copy that follows at once is a repetition, which may come; an attempt of the schedule may not.
  const { nextAt = null } = reply ?? {};
  if (reply?.accepted === true && nextAt !== null && Date.parse(nextAt) > Date.parse(reply.at))
    return 'was accepted, and is to be sent again';
  if (attempt.attempt >= LIMITS.notificationAttempts && reply !== undefined && reply.nextAt !== null)
    return `was sent ${attempt.attempt} times, and is to be sent again`;
  if (isSlim(attempt)) return undefined;
  const body = bodyOf(attempt);
  if (attempt.method !== 'POST' || body === undefined) return 'is no POST with JSON or a form';
  if (!isMasked(attempt.body) && signedHow(body, attempt.headers, secrets) === 'wrong')
    return "is not signed with the shop's secret";
  return undefined;
}

/** The gateway's own notifications are signed, readable, and end with an OK or after 25 attempts (Events 5 and 6). */
export function* notificationsAsListed(view: HistoryView): Generator<GatewayBreach> {
  for (const delivery of view.deliveries) {
    const { attempt } = delivery;
    if (!attempt.genuine || attempt.notification.startsWith('crafted-')) continue;
    const fault = faultOf(delivery, view.settings.secrets);
    if (fault === undefined) continue;
    yield breach(
      'gateway.notifications-as-listed',
      { key: attempt.notification, declared: false },
      `Notification ${attempt.notification} ${fault}.`,
      [delivery],
    );
  }
}
