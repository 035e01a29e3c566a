/** A rule of the gateway's side: what no gateway may say, given what it said before to the same merchant. */
interface GatewayRule {
  readonly id: `gateway.${string}`;
  readonly title: string;
  /** The sentence of the specification that a gateway breaks. */
  readonly section: string;
  readonly quote: string;
  /** Whether a merchant can no longer tell what is true of the object, so that it may keep either side. */
  readonly disputes: boolean;
}

/** The rules by which the gateway's side of every history is judged (`obligations/gateway.ts`). */
export const gatewayRules = [
  {
    id: 'gateway.final-stays',
    title: 'After a final status was shown, no other status is shown.',
    section: 'Errors 3',
    quote: 'After a final status, the exchange ends.',
    disputes: true,
  },
  {
    id: 'gateway.status-is-true',
    title: 'A status that is shown is one that the object has, or had when a delayed message was written.',
    section: 'Events',
    quote:
      'invoice status changes or reaches a final status (payment, or funds blocked after `invoice/hold`)',
    disputes: true,
  },
  {
    id: 'gateway.exists',
    title: 'What exists is never said to be absent.',
    section: 'Errors 5',
    quote: 'if it returns a status, the payout exists and that status governs.',
    disputes: true,
  },
  {
    id: 'gateway.refused-stays',
    title: 'What was refused with a fatal code is never made after all.',
    section: 'Errors 2',
    quote: 'On a fatal code, communication about that operation ends',
    disputes: true,
  },
  {
    id: 'gateway.values-stay',
    title: 'Amount, currency, shop and ids of an object never change.',
    section: 'Events 5',
    quote:
      'The shop must compare values in the notification with the stored invoice and verify the signature.',
    disputes: true,
  },
  {
    id: 'gateway.answers-as-listed',
    title: 'The data of an answer is as the specification lists it.',
    section: 'Endpoints',
    quote: 'Responses use the envelope above.',
    disputes: false,
  },
  {
    id: 'gateway.notifications-as-listed',
    title: 'A notification is signed, and sent at most 25 times, not again after its OK.',
    section: 'Events 6',
    quote:
      'Otherwise notifications are re-sent with growing intervals, 25 attempts in total, the last one at the end of the day.',
    disputes: false,
  },
] as const satisfies readonly GatewayRule[];

export type GatewayRuleId = (typeof gatewayRules)[number]['id'];
