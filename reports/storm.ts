import { z } from 'zod';

const count = z.int().nonnegative();
const milliseconds = z.number().nonnegative();
const sum = z.string().describe('Decimal text.');

/** The id under which a storm stands among the checks of a result. */
export const STORM = 'storm';

/** The part of `result.json` about a storm (`certify --storm`). */
export const stormSchema = z
  .strictObject({
    orders: count,
    payouts: count,
    holds: count,
    refunds: count,
    restarts: count.describe('How often the merchant was killed and started again.'),
    unknownOutcomes: count.describe(
      'Calls of which nobody knows what came of them. They count against nobody.',
    ),
    faultsBitten: count,
    events: count.describe('Lines of history that the laws were judged over.'),
    stormMs: milliseconds,
    quietMs: milliseconds,
    notifications: z
      .strictObject({
        sent: count,
        replied: count,
        accepted: count,
        perSecond: z.number().nonnegative().describe('Replies in a second, from the first to the last.'),
        latencyMs: z.strictObject({
          p50: milliseconds,
          p90: milliseconds,
          p99: milliseconds,
          max: milliseconds,
        }),
      })
      .describe('How the notification endpoint did while the storm lasted.'),
    money: z.strictObject({
      paidAtGateway: sum,
      credited: sum,
      refundedAtGateway: sum,
      refunded: sum,
      paidOutAtGateway: sum,
      debited: sum,
      gatewayDifferences: z.array(z.string()).describe('What does not add up at the gateway itself.'),
    }),
  })
  .describe('Present after a storm: many orders and payouts at once, with faults and kills.');
export type StormResult = z.infer<typeof stormSchema>;
