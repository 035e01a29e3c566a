import type { Capability } from './capabilities.ts';
import type { CheckDefinition, PropertyKind } from './types.ts';

/** A property: for whatever is drawn, no obligation that is a must is broken. */
export type PropertyMeta = CheckDefinition<never, Capability, never> & {
  readonly id: string;
  readonly kind: PropertyKind;
};

const row = <Id extends string>(
  id: Id,
  title: string,
  capabilities: readonly Capability[],
  means: readonly Capability[] = [],
) => ({
  id,
  kind: (id.startsWith('journey.') ? 'journey' : 'property') satisfies PropertyKind as PropertyKind,
  title,
  level: 'must' as const,
  requirements: [],
  capabilities,
  means,
  rule: '',
  expectation: 'No obligation that is a must is broken, whatever is drawn.',
  fix: 'See the rule that is broken: gatecheck explain RULE.',
});

/**
 * What holds over inputs that are drawn, as properties of requests, notifications, repeats and statuses, and
 * as journeys. Each is judged by the laws alone, so it has no rule of its own. Ids never change their meaning.
 */
const rows = [
  row(
    'property.signatures.orders',
    'Every order, whatever it says, is asked for by rightly signed requests.',
    ['invoice'],
  ),
  row(
    'property.signatures.payouts',
    'Every payout, whatever it says, is asked for by rightly signed requests.',
    ['payout'],
  ),
  row(
    'property.notifications.payment',
    'Genuine notifications of payments have their effect, and forged or contradicting ones have none.',
    ['invoice'],
  ),
  row(
    'property.notifications.hold',
    'Genuine notifications of holds have their effect, and forged or contradicting ones have none.',
    ['hold'],
  ),
  row(
    'property.notifications.rejection',
    'Genuine notifications of rejections have their effect, and forged or contradicting ones have none.',
    ['invoice'],
  ),
  row(
    'property.notifications.refund',
    'Genuine notifications of refunds have their effect, and forged or contradicting ones have none.',
    ['invoice', 'refund'],
  ),
  row(
    'property.idempotency.payment',
    'A payment counts once, however often and together with what its notification is repeated.',
    ['invoice'],
  ),
  row(
    'property.idempotency.refund',
    'A refund counts once, however often it is clicked and its notification is repeated.',
    ['invoice', 'refund'],
  ),
  row(
    'property.idempotency.payout',
    'A payout is made once, however often it is clicked, tried again and answered late.',
    ['payout'],
    ['jobs'],
  ),
  row('property.statuses.payment', 'The final status of a payment stands, whatever comes before and after.', [
    'invoice',
  ]),
  row('property.statuses.hold', 'A hold is charged or released once, whatever its statuses are.', ['hold']),
  row(
    'property.statuses.payout',
    'A payout is followed until its final status, whatever comes before.',
    ['payout'],
    ['jobs'],
  ),
  row('journey.payment', 'Journeys of payments break no obligation.', ['invoice']),
  row(
    'journey.restart',
    'Journeys through kills and restarts break no obligation.',
    ['invoice'],
    ['restart'],
  ),
  row('journey.hold', 'Journeys of holds break no obligation.', ['hold']),
  row('journey.refund', 'Journeys of refunds break no obligation.', ['invoice', 'refund']),
  row('journey.payout', 'Journeys of payouts break no obligation.', ['payout'], ['jobs']),
  row('journey.everything', 'Journeys of everything that the merchant claims break no obligation.', []),
] as const;

export type PropertyId = (typeof rows)[number]['id'];

/** All properties and journeys, in the order in which they are listed. */
export const properties: readonly (PropertyMeta & { readonly id: PropertyId })[] = rows;
