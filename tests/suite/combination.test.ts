import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { referenceCapabilities } from '../../suite/config/reference.ts';
import { spaceFor } from '../../suite/model/combination/cohort.ts';
import {
  covering,
  type Pair,
  pairsOf,
  type Schedule,
  type Space,
} from '../../suite/model/combination/cover.ts';
import { kinds } from '../../suite/model/combination/index.ts';
import { Pending } from '../../suite/model/combination/kind.ts';

const nameOf = ([first, next]: Pair): string => `${first}, then ${next}`;

/** What a schedule must be, event by event, by a walk that knows nothing of how it was found. */
function assertPossible<P>({ begin, events, rounds }: Space<P>, schedule: Schedule): void {
  assert.equal(schedule.length, rounds.length);
  let phase = begin;
  for (const [at, name] of schedule.entries()) {
    const round = rounds[at] ?? null;
    if (name === null) {
      const missed =
        round === null ? [] : events.filter((each) => each.round === round && each.isPossible(phase));
      assert.deepEqual(missed, [], `${round} has passed the object by`);
      continue;
    }
    const event = events.find((each) => each.name === name);
    assert.ok(event !== undefined, `there is no event ${name}`);
    assert.ok(event.isPossible(phase), `${name} is impossible at round ${at} of ${schedule.join(' ')}`);
    assert.equal(event.round ?? null, round);
    phase = event.leadsTo(phase);
  }
}

/** What an event counts as: all that can happen in a round of a name are instants of the same. */
const countsAs = (
  events: readonly { readonly name: string; readonly round?: string }[],
  name: string,
): string => events.find((event) => event.name === name)?.round ?? name;

/** Every pair that any schedule at all can have: by all ways through the rounds, one step after the other. */
function possiblePairs<P>({ begin, events, rounds }: Space<P>): Set<string> {
  const pairs = new Set<string>();
  let places = new Map([['', { phase: begin, last: '' }]]);
  for (const round of rounds) {
    const next = new Map<string, { phase: P; last: string }>();
    for (const { phase, last } of places.values()) {
      const own = events.filter((event) => (event.round ?? null) === round);
      const possible = own.filter((event) => event.isPossible(phase));
      for (const event of possible) {
        if (last !== '') pairs.add(nameOf([countsAs(events, last), countsAs(events, event.name)]));
        const place = { phase: event.leadsTo(phase), last: event.name };
        next.set(JSON.stringify(place), place);
      }
      if (round === null || possible.length === 0) next.set(JSON.stringify({ phase, last }), { phase, last });
    }
    places = next;
  }
  return pairs;
}

/** The same for every kind, whatever its objects are. */
function schedulesOf<P>(space: Space<P>) {
  const schedules = covering(space);
  for (const schedule of schedules) assertPossible(space, schedule);
  const found = new Set(
    schedules
      .flatMap(pairsOf)
      .map(([first, next]) => nameOf([countsAs(space.events, first), countsAs(space.events, next)])),
  );
  return { schedules, found: [...found].sort(), possible: [...possiblePairs(space)].sort() };
}

describe('combinations', () => {
  const spaces = {
    single: (capabilities: readonly string[]) => schedulesOf(spaceFor(kinds.single, capabilities)),
    hold: (capabilities: readonly string[]) => schedulesOf(spaceFor(kinds.hold, capabilities)),
    retry: (capabilities: readonly string[]) => schedulesOf(spaceFor(kinds.retry, capabilities)),
    renewal: (capabilities: readonly string[]) => schedulesOf(spaceFor(kinds.renewal, capabilities)),
    refund: (capabilities: readonly string[]) => schedulesOf(spaceFor(kinds.refund, capabilities)),
    payout: (capabilities: readonly string[]) => schedulesOf(spaceFor(kinds.payout, capabilities)),
  } satisfies Record<keyof typeof kinds, unknown>;

  it('begin with the chosen rows, as far as the claims let them happen', () => {
    const chosen = 'create cancel told-4 jobs kill jobs';
    const first = (schedule: Schedule | undefined) => schedule?.filter((event) => event !== null).join(' ');
    assert.equal(first(spaces.single(referenceCapabilities).schedules[0]), chosen);
    assert.notEqual(first(spaces.single([]).schedules[0]), chosen);
  });

  for (const [name, of] of Object.entries(spaces)) {
    it(`of ${name} cover every pair that is possible, by few schedules, always the same`, () => {
      const { schedules, found, possible } = of(referenceCapabilities);
      assert.ok(possible.length > 50, `${possible.length} pairs`);
      assert.deepEqual(found, possible);
      assert.ok(schedules.length < possible.length / 2, `${schedules.length} schedules`);
      assert.deepEqual(of(referenceCapabilities).schedules, schedules);
    });

    it(`of ${name} leave out what is not claimed`, () => {
      const { schedules, found, possible } = of([]);
      assert.deepEqual(found, possible);
      const met = new Set(schedules.flat());
      for (const event of ['click', 'cancel', 'kill', 'jobs', 'retry']) assert.ok(!met.has(event), event);
    });
  }
});

describe('a kill while a notification is worked on', () => {
  const REPLY_MS = 300;

  /** What happens to the gateway while the merchant takes its time to reply. */
  async function struck(kind: 'single' | 'refund'): Promise<readonly string[]> {
    const done: string[] = [];
    const notify = async (): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, REPLY_MS));
      done.push('replied or killed');
    };
    const gateway = {
      arm: async () => ['f1'],
      disarm: async () => void done.push('disarmed'),
      invoice: async () => ({ status: 2 }),
      setInvoiceStatus: notify,
      setRefundStatus: notify,
    };
    const subject = {
      place: { t: { gateway } },
      pending: new Pending(),
      invoice: { paymentId: 1 },
      payment: { paymentId: 1 },
      view: { shopId: '5', shopRefundId: 'r' },
    };
    const event = kinds[kind].events.find(({ name }) => name === 'kill-told');
    await (event?.strike as ((subject: unknown) => Promise<unknown>) | undefined)?.(subject);
    return done;
  }

  // A kill that is left over would meet the merchant after it has started again, and nobody would start it then.
  for (const kind of ['single', 'refund'] as const) {
    it(`is over before a merchant with a ${kind} is started again`, async () => {
      assert.deepEqual(await struck(kind), ['replied or killed', 'disarmed']);
    });
  }
});
