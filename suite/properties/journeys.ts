import type fc from 'fast-check';
import type { PropertyId } from '../../ledger/index.ts';
import { insistently, isBroken } from '../fuzz/index.ts';
import { journeysAbout, runJourney, type ThemeName } from '../model/journeys.ts';
import type { Step } from '../model/model.ts';
import { type Property, property, type Tried } from './property.ts';

/** The longest journey, in steps. */
const MAX_STEPS = 10;

/** A property of journeys; one that breaks a rule must do so again, because a busy machine may be to blame. */
export const travelled = (
  id: PropertyId,
  arbitrary: (capabilities: readonly string[]) => fc.Arbitrary<readonly Step[]> | undefined,
): Property =>
  property<readonly Step[]>(id, {
    arbitrary,
    begin: (slot) => ({
      tries: async (steps): Promise<Tried> => {
        const first = await runJourney(slot, steps);
        const result = isBroken(first) ? await insistently(slot, first.steps) : first;
        const { broken, over, story } = result;
        const idle = over ?? (result.steps.length === 0 ? 'no step made sense where it stood' : null);
        return { broken, idle: broken === null ? idle : null, story };
      },
    }),
  });

const about = (theme: ThemeName): Property =>
  travelled(`journey.${theme}`, (capabilities) => journeysAbout(theme, capabilities, MAX_STEPS));

/** Journeys of a payer, the gateway and the merchant, by what they are about. */
export const journeys: readonly Property[] = (
  ['payment', 'restart', 'hold', 'refund', 'payout', 'everything'] as const
).map(about);
