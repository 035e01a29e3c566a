import { check } from '../../suite/engine/index.ts';
import { failQuestions, type Way } from '../steps/payout-outcomes.ts';
import { NOT_FOUND_PAGE, PROXY_JSON } from '../steps/refusing.ts';

/** Ends of a status question that say nothing about the payout. */
const MUTE: readonly Way[] = [
  { says: 'HTTP 500', effect: { kind: 'http-status', status: 500, committed: true } },
  { says: "a proxy's error page (HTTP 502)", effect: { kind: 'html', status: 502, committed: true } },
  { says: "a proxy's JSON error (HTTP 504)", effect: PROXY_JSON },
  { says: 'an HTML page with HTTP 404', effect: NOT_FOUND_PAGE },
  { says: 'a reset connection', effect: { kind: 'reset', committed: true } },
  { says: 'a cut answer', effect: { kind: 'truncate', committed: true } },
  { says: 'an answer that is not valid JSON', effect: { kind: 'malformed', committed: true } },
  { says: 'result true with data null', effect: { kind: 'answer', set: { data: null } } },
  { says: 'result true with data {}', effect: { kind: 'answer', set: { data: {} } } },
  { says: 'no answer at all (read timeout)', effect: { kind: 'read-timeout', committed: true } },
];

export default check('payout.status-call.fails', {
  title: 'A failed status request leaves the payout open.',
  must: ['errors.3.wait', 'flow.payout.poll', 'law.11', 'law.20'],
  capabilities: ['payout'],
  means: ['jobs'],
  rule: 'Errors 3: while the status of a payout is not final the shop polls; an unreadable answer says nothing about the payout.',
  expectation:
    'The status request ends with HTTP 500, a proxy page, JSON from a proxy, a page that says 404, a reset, a truncated or garbled answer, data null or empty, or a read timeout, twelve times where the failure goes on: the payout stays pending. Meanwhile another payout is polled and paid with 5, and so are these once their status requests are answered again.',
  fix: 'Change a payout only on a status that you could read. Treat every other result, also HTTP 4xx and 5xx, JSON without result, and data null, as "ask again".',
  story: (t) => failQuestions(t, MUTE),
});
