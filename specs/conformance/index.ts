import { type CheckId, checks } from '../../scenarios/index.ts';
import type { Check } from '../../suite/engine/index.ts';
import { afterwards } from './afterwards.ts';
import { attempts } from './attempts.ts';
import { authenticity } from './authenticity.ts';
import type { Bodies } from './bodies.ts';
import { checkout } from './checkout.ts';
import { compatibility } from './compatibility.ts';
import { content } from './content.ts';
import { errors } from './errors.ts';
import { forgeries } from './forgeries.ts';
import { holds } from './holds.ts';
import { hostile } from './hostile.ts';
import { interruptions } from './interruptions.ts';
import { invoices } from './invoices.ts';
import { laterNews } from './later-news.ts';
import { ordering } from './order.ts';
import { orders } from './orders.ts';
import { payer } from './payer.ts';
import { payoutIntents } from './payout-intents.ts';
import { payoutOutcomes } from './payout-outcomes.ts';
import { payouts } from './payouts.ts';
import { races } from './races.ts';
import { records } from './records.ts';
import { recurrent } from './recurrent.ts';
import { refundRules } from './refund-rules.ts';
import { refunds } from './refunds.ts';
import { renewals } from './renewals.ts';
import { secrets } from './secrets.ts';
import { signing } from './signing.ts';
import { time } from './time.ts';
import { trust } from './trust.ts';
import { walletAndLookups } from './wallet-and-lookups.ts';

const bodies: Bodies = {
  ...signing,
  ...authenticity,
  ...content,
  ...forgeries,
  ...hostile,
  ...ordering,
  ...invoices,
  ...orders,
  ...holds,
  ...recurrent,
  ...refunds,
  ...payouts,
  ...payoutOutcomes,
  ...errors,
  ...time,
  ...compatibility,
  ...walletAndLookups,
  ...checkout,
  ...records,
  ...secrets,
  ...payoutIntents,
  ...races,
  ...attempts,
  ...payer,
  ...renewals,
  ...refundRules,
  ...trust,
  ...laterNews,
  ...afterwards,
  ...interruptions,
};

/** Every check of the suite, described in `scenarios/` and carried out here, in the order of the catalogue. */
export const conformance: readonly Check[] = checks.map((meta) => {
  const body = bodies[meta.id as CheckId];
  if (body === undefined)
    throw new Error(`The check ${meta.id} is described in scenarios/ and has no body in specs/conformance.`);
  return { meta, body };
});

/** The check with this id; throws for one that does not exist. */
export function checkNamed(id: string): Check {
  const check = conformance.find((each) => each.meta.id === id);
  if (check === undefined)
    throw new Error(`There is no check ${JSON.stringify(id)}; gatecheck list names them all.`);
  return check;
}
