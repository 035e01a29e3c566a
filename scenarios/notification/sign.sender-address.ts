import { check } from '../../suite/engine/index.ts';
import { allRefused } from '../steps/forgery.ts';

export default check('notification.sign.sender-address', {
  title: "A header with the gateway's address does not replace the signature.",
  must: ['events.5.sign'],
  rule: 'Events 3 and 5: the sender addresses are an addition to the signature, not a replacement; anybody can set headers such as X-Forwarded-For.',
  expectation:
    'A notification with a wrong signature, or without one, leaves the order unpaid although X-Forwarded-For, X-Real-IP, Client-IP, Forwarded and the like name a sender address of the gateway.',
  fix: 'Always verify the signature. If you check the sender as well, use the address of the connection, or of a proxy that you trust, and require both.',
  story: (t) => allRefused(t, 'sign.sender'),
});
