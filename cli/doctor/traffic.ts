import type { HistoryEvent } from '../../history/index.ts';
import { several } from '../../reports/headline.ts';
import { bodyWords } from '../../simulator/index.ts';
import { type DoctorFinding, fine, note, wrong } from './finding.ts';

/** What is known of the set-up beside its traffic, for remedies. */
export interface TrafficPlace {
  /** Address of the gateway, with `/gateway/v1`. */
  readonly gatewayUrl: string;
  readonly callbackUrl: string;
  /** How the merchant is asked, in words. */
  readonly interface: string;
}

/**
 * What the traffic of a preflight shows: the test interface answered, the gateway was reached, a notification
 * was accepted.
 *
 * @param events the history of the preflight.
 */
export function trafficFindings(events: readonly HistoryEvent[], place: TrafficPlace): DoctorFinding[] {
  return [interfaceFinding(events, place), gatewayFinding(events, place), notificationFinding(events, place)];
}

function interfaceFinding(events: readonly HistoryEvent[], place: TrafficPlace): DoctorFinding {
  const what = 'test interface';
  const outcomes = events.filter((event) => event.kind === 'outcome');
  const answered = outcomes.filter((event) => event.status === 'ok');
  if (answered.length > 0) {
    return fine(
      what,
      `${answered.length} of ${several(outcomes.length, 'call')} succeeded (${place.interface}).`,
    );
  }
  const last = outcomes.at(-1);
  const reason = last?.error === undefined ? '' : ` The last one: ${JSON.stringify(last.error)}.`;
  return wrong(
    what,
    outcomes.length === 0 ? 'It was not called.' : `No call succeeded.${reason}`,
    'Look at merchant.interface: the base address, the token, and that the routes are installed in the merchant that is tested.',
    { kind: 'traffic' },
  );
}

function gatewayFinding(events: readonly HistoryEvent[], { gatewayUrl }: TrafficPlace): DoctorFinding {
  const what = 'reaches the gateway';
  const requests = events.filter((event) => event.kind === 'request');
  if (requests.length === 0) {
    return wrong(
      what,
      `No request has reached the gateway at ${gatewayUrl}.`,
      "Give the merchant the gateway's address in its configuration, as with { PAY_URL: '{gateway.baseUrl}' } in merchant.start.env; in a container it must be reachable from there (gateway.host, gateway.publicUrl).",
      { kind: 'traffic' },
    );
  }
  const known = requests.filter((event) => event.operation !== null);
  if (known.length === 0) {
    return wrong(
      what,
      `${arrived(requests.length)}, and none calls an operation of the gateway; the last one was ${requests.at(-1)?.method} ${requests.at(-1)?.path}.`,
      `The base address is ${gatewayUrl}; an operation is one path below it, such as ${gatewayUrl}/invoice/create.`,
      { kind: 'traffic' },
    );
  }
  return fine(what, `${arrived(known.length)} at ${gatewayUrl}.`);
}

const arrived = (count: number): string =>
  `${several(count, 'request')} ${count === 1 ? 'has' : 'have'} arrived`;

function notificationFinding(events: readonly HistoryEvent[], { callbackUrl }: TrafficPlace): DoctorFinding {
  const what = 'can be notified';
  const replies = events.filter((event) => event.kind === 'reply');
  const accepted = replies.filter((event) => event.accepted);
  if (accepted.length > 0) {
    return fine(
      what,
      `${accepted.length} of ${several(replies.length, 'notification')} answered with 200 and OK.`,
    );
  }
  if (replies.length === 0) {
    return note(what, `No notification was sent to ${callbackUrl}: no status had changed.`);
  }
  const last = replies.at(-1);
  const found =
    last?.outcome === 'replied'
      ? `HTTP ${last.status} ${bodyWords({ ...last, body: last.body.slice(0, 80) })}`
      : `${last?.outcome}`;
  return wrong(
    what,
    `Of ${several(replies.length, 'notification')} sent to ${callbackUrl} none was answered with 200 and OK; the last reply was ${found}.`,
    'Look at merchant.callbackUrl, and at what the endpoint logs: a genuine notification is answered with HTTP 200 and the body OK.',
    { kind: 'notification' },
  );
}
