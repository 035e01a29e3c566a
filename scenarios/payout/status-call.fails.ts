import { check } from '../../suite/engine/index.ts';
import { WAYS, type Way } from '../steps/effects.ts';
import { failQuestions } from '../steps/payouts.ts';

/** Ends of a status question that say nothing about the payout. */
const MUTE: readonly Way[] = Object.values(WAYS);

export default check('payout.status-call.fails', {
  title: 'A failed status request leaves the payout open.',
  must: ['errors.3.wait', 'flow.payout.poll', 'law.11', 'law.20'],
  means: ['jobs'],
  rule: 'Errors 3: while the status of a payout is not final the shop polls; an unreadable answer says nothing about the payout.',
  expectation:
    'The status request ends with HTTP 500, a proxy page, JSON from a proxy, a page that says 404, a reset, a truncated or garbled answer, data null or empty, or a read timeout, twelve times where the failure goes on: the payout stays pending. Meanwhile another payout is polled and paid with 5, and so are these once their status requests are answered again, or they are left to a person.',
  fix: 'Change a payout only on a status that you could read. Treat every other result, also HTTP 4xx and 5xx, JSON without result, and data null, as "ask again".',
  story: (t) => failQuestions(t, MUTE),
});
