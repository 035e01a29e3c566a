import { check } from '../../suite/engine/index.ts';
import { allRefused, flipLast, signedAs } from '../steps/forgery.ts';

const SPOOFED = [
  'x-forwarded-for',
  'x-real-ip',
  'cf-connecting-ip',
  'true-client-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-forwarded',
  'forwarded-for',
  'forwarded',
  'client-ip',
];

const SENDERS = ['35.198.100.222', '35.198.175.25'];

export default check('notification.sign.sender-address', {
  title: "A header with the gateway's address does not replace the signature.",
  requirements: ['events.5.sign'],
  level: 'must',
  capabilities: ['invoice'],
  rule: 'Events 3 and 5: the sender addresses are an addition to the signature, not a replacement; anybody can set headers such as X-Forwarded-For.',
  expectation:
    'A notification with a wrong signature, or without one, leaves the order unpaid although X-Forwarded-For, X-Real-IP, Client-IP, Forwarded and the like name a sender address of the gateway.',
  fix: 'Always verify the signature. If you check the sender as well, use the address of the connection, or of a proxy that you trust, and require both.',
  story: (t) => {
    const spoofed = SPOOFED.map((header, index): [string, string] => {
      const sender = SENDERS[index % SENDERS.length] ?? '';
      return [header, header === 'forwarded' ? `for=${sender}` : sender];
    });
    return allRefused(t, [
      ...spoofed.map(([header, sender]) => ({
        label: `a wrong sign and ${header}: ${sender}`,
        headers: { [header]: sender },
        tamper: signedAs(flipLast),
      })),
      {
        label: 'no sign, and every header that can name a sender',
        headers: Object.fromEntries(spoofed),
        tamper: signedAs(() => undefined),
      },
    ]);
  },
});
