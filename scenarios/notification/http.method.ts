import { check } from '../../suite/engine/index.ts';
import { allRefused } from '../steps/forgery.ts';

export default check('notification.http.method', {
  title: 'Only a POST with its data in the body counts as a notification.',
  should: ['events.address', 'law.49'],
  whyShould:
    'Only somebody who knows the secret can sign such a request, and the gateway sends none: no money moves that it did not report.',
  rule: 'Events: server notifications are HTTP POST requests; their data is in the body.',
  expectation:
    'A validly signed "paid" sent by GET, by PUT, or with all its data in the query does not pay the order; the POST does.',
  fix: 'Register the route for POST only, and read only the body, never the merged parameters of query and body: addresses end up in logs, and log entries can be replayed.',
  story: (t) => allRefused(t, 'http.method.GET', 'http.method.PUT', 'http.in-address'),
});
