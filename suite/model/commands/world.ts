import fc from 'fast-check';
import type { Model } from '../model.ts';
import { Schedule } from '../schedule.ts';
import { eventNames, type ScheduleEvent, scheduleWords } from '../schedule-events.ts';
import { type StepKind, stepKind } from '../step.ts';

const isBegun = ({ orders, payouts }: Model): boolean => orders.length + payouts.length > 0;

const runJobs = stepKind<{ polls: number }>({
  name: 'run-jobs',
  needs: ['jobs'],
  params: fc.record({ polls: fc.constantFrom(0, 1, 4) }),
  isPossible: () => true,
  run: ({ t }, { polls }) => t.runJobsNow({ advancePolls: polls }),
  says: ({ polls }) =>
    polls === 0 ? 'The background jobs run.' : `${polls} poll interval(s) pass; the background jobs run.`,
});

/** Attempts become due, jobs run. */
const advanceClock = stepKind<{ minutes: number }>({
  name: 'advance-clock',
  needs: ['jobs', 'clock'],
  params: fc.record({ minutes: fc.constantFrom(1, 15, 130) }),
  isPossible: isBegun,
  run: ({ t }, { minutes }) => t.advance(minutes * 60_000, Math.max(60_000, (minutes * 60_000) / 8)),
  says: ({ minutes }) => `${minutes} minutes pass.`,
});

/** The gateway may not have heard the last replies, and notifies again. */
const restartMerchant = stepKind<{ repeats: boolean }>({
  name: 'restart-merchant',
  needs: ['restart'],
  params: fc.record({ repeats: fc.boolean() }),
  isPossible: (model) => isBegun(model) && !model.killed,
  run: async ({ t, model, slot }, { repeats }) => {
    if (slot.process === null) return;
    await slot.process.restart();
    model.killed = true;
    if (!repeats) return;
    for (const { told, payment } of model.orders) if (told) await t.repeatNews(payment);
  },
  says: ({ repeats }) =>
    `The merchant's process is killed and started again${repeats ? '; the gateway, which got no reply, notifies again' : ''}.`,
});

/**
 * One payment whose events come in exactly this order: the create call's answer, the notification, its
 * repeat, the payer's return, a poll, a check that is asked and answered. It is enumerated, never drawn.
 */
const schedule = stepKind<{ events: readonly ScheduleEvent[]; paidFirst: boolean }>({
  name: 'schedule',
  needs: ['invoice'],
  params: fc.record({ events: fc.uniqueArray(fc.constantFrom(...eventNames)), paidFirst: fc.boolean() }),
  isPossible: () => true,
  run: async (journey, { events, paidFirst }) => {
    const run = await Schedule.begin(journey);
    if (run === undefined) return;
    if (paidFirst) await run.pay();
    for (const event of events) {
      journey.note(`  ${scheduleWords[event]}`);
      await run.happen(event);
    }
    const payment = await run.end();
    if (payment !== undefined) journey.add(payment);
  },
  says: ({ events, paidFirst }) =>
    `The shop makes an order${paidFirst ? ', the payer pays at once' : ''}, and these follow: ${events.join(', ')}.`,
});

/** Steps about time, processes and the order of events. */
export const worldSteps: readonly StepKind[] = [runJobs, advanceClock, restartMerchant, schedule];
