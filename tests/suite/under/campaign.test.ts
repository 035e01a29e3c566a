import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type BrokenLaw,
  type Campaign,
  campaign,
  findMischief,
  MISCHIEFS,
  type Mischief,
  type RoundRun,
  WHOLE,
} from '../../../suite/under/index.ts';

/** What tests of a made-up team say: red or green by the mischief, and by how often they were run. */
interface Team {
  readonly red?: (ids: ReadonlySet<string>, round: number) => readonly string[];
  readonly laws?: (ids: ReadonlySet<string>) => readonly string[];
  readonly payouts?: (ids: ReadonlySet<string>, round: number) => number;
  readonly absent?: readonly string[];
  readonly repeatsRedTests?: boolean;
}

const law = (id: string): BrokenLaw => ({
  law: id,
  title: id,
  requirements: [],
  key: 'o',
  actual: 'x',
  proof: [],
});

const chosen = (...ids: readonly string[]): readonly Mischief[] =>
  ids.map((id) => findMischief(id) ?? assert.fail(`no mischief ${id}`));

const [PARALLEL, VARIED, ANSWERS] = ['notification.parallel', 'notification.varied', 'answers.varied'];
const UNANSWERED = 'payout.unanswered';

async function judged(
  team: Team,
  group: readonly Mischief[],
): Promise<Campaign & { readonly played: readonly string[] }> {
  let number = 0;
  const names = ['a', 'b'];
  const play = async (mischief: readonly Mischief[]): Promise<RoundRun> => {
    number += 1;
    const ids = new Set(mischief.map(({ id }) => id));
    const red = team.red?.(ids, number) ?? [];
    const told = [...new Set([...names, ...red])].filter(
      (name) => !(ids.size > 0 && team.absent?.includes(name)),
    );
    return {
      number,
      mischief,
      run: {
        ending: red.length > 0 ? 'exit code 1' : 'exit code 0',
        ok: red.length === 0,
        tests: told.map((name) => ({
          name,
          outcome: red.includes(name) ? ('failed' as const) : ('passed' as const),
          message: '',
        })),
        tail: '',
        durationMs: 1,
      },
      tookPlace: new Map([...ids].map((id) => [id, 1])),
      broken: (team.laws?.(ids) ?? []).map(law),
      books: { payouts: team.payouts?.(ids, number) ?? 1, refunds: 0 },
      story: [],
      historyFile: '',
    };
  };
  const { repeatsRedTests } = team;
  const found = await campaign(play, [group], repeatsRedTests === undefined ? {} : { repeatsRedTests });
  return { ...found, played: found.rounds.map(({ mischief }) => mischief.map(({ id }) => id).join('+')) };
}

const inShort = ({ culprits }: Campaign) =>
  culprits.map(({ kind, mischief, tests, laws, surplus }) => ({
    kind,
    by: mischief.map(({ id }) => id).join('+'),
    what: [...tests, ...laws.map((each) => each.law), ...surplus.map(({ of }) => of)].join(','),
  }));

const THREE = chosen(PARALLEL ?? '', VARIED ?? '', ANSWERS ?? '');

const cases: readonly (readonly [string, Team, readonly Mischief[], ReturnType<typeof inShort>])[] = [
  ['a team whose tests stay green', {}, THREE, []],
  [
    'one kind of mischief turns one test red',
    { red: (ids) => (ids.has(VARIED ?? '') ? ['b'] : []) },
    THREE,
    [{ kind: 'confirmed', by: 'notification.varied', what: 'b' }],
  ],
  [
    'two kinds turn different tests red: both are named',
    { red: (ids) => [...(ids.has(PARALLEL ?? '') ? ['a'] : []), ...(ids.has(ANSWERS ?? '') ? ['b'] : [])] },
    THREE,
    [
      { kind: 'confirmed', by: 'notification.parallel', what: 'a' },
      { kind: 'confirmed', by: 'answers.varied', what: 'b' },
    ],
  ],
  [
    'two kinds only together',
    { red: (ids) => (ids.has(PARALLEL ?? '') && ids.has(ANSWERS ?? '') ? ['a'] : []) },
    THREE,
    [{ kind: 'confirmed', by: 'notification.parallel+notification.varied+answers.varied', what: 'a' }],
  ],
  ['a test that is red without mischief accuses nobody', { red: () => ['a'] }, THREE, []],
  [
    'a test that is now red and now green without mischief accuses nobody',
    { red: (ids, round) => (round === 2 || ids.size > 0 ? ['a'] : []) },
    THREE,
    [],
  ],
  [
    'a test that turns out to flake while it is confirmed accuses nobody',
    { red: (ids, round) => (round > 2 && (ids.size > 0 || round > 5) ? ['a'] : []) },
    chosen(PARALLEL ?? ''),
    [],
  ],
  [
    'red once and not again is not confirmed',
    { red: (_, round) => (round === 3 ? ['a'] : []) },
    chosen(PARALLEL ?? ''),
    [{ kind: 'unconfirmed', by: 'notification.parallel', what: 'a' }],
  ],
  [
    'a law that the traffic breaks needs no test',
    { laws: (ids) => (ids.has(ANSWERS ?? '') ? ['law.x'] : []) },
    THREE,
    [{ kind: 'traffic', by: 'answers.varied', what: 'law.x' }],
  ],
  [
    'a law that is broken without mischief is told once',
    { laws: () => ['law.x'] },
    THREE,
    [{ kind: 'traffic', by: '', what: 'law.x' }],
  ],
  [
    'a test that may have waited too short decides nothing',
    { red: (ids) => (ids.has(UNANSWERED) ? ['a'] : []) },
    chosen(UNANSWERED),
    [{ kind: 'undecided', by: UNANSWERED, what: 'a' }],
  ],
  [
    'more payouts than without mischief',
    { payouts: (ids) => (ids.has(UNANSWERED) ? 2 : 1) },
    chosen(UNANSWERED),
    [{ kind: 'books', by: UNANSWERED, what: 'payouts' }],
  ],
  [
    'more payouts beside a red test, which a runner may have run again',
    { payouts: (ids) => (ids.size > 0 ? 2 : 1), red: (ids) => (ids.size > 0 ? ['a'] : []) },
    chosen(UNANSWERED),
    [{ kind: 'undecided', by: UNANSWERED, what: 'a,payouts' }],
  ],
  [
    'more payouts beside a red test, which no runner runs again',
    {
      payouts: (ids) => (ids.size > 0 ? 2 : 1),
      red: (ids) => (ids.size > 0 ? ['a'] : []),
      repeatsRedTests: false,
    },
    chosen(UNANSWERED),
    [{ kind: 'books', by: UNANSWERED, what: 'a,payouts' }],
  ],
  [
    'payouts that differ from run to run prove nothing',
    { payouts: (_, round) => round },
    chosen(UNANSWERED),
    [],
  ],
  [
    'a command that fails beyond its tests',
    { red: (ids) => (ids.size > 0 ? [WHOLE] : []) },
    chosen(PARALLEL ?? ''),
    [{ kind: 'confirmed', by: 'notification.parallel', what: WHOLE }],
  ],
  ['a test that is not told of is not red', { absent: ['a'] }, THREE, []],
];

for (const [says, team, group, expected] of cases) {
  test(says, async () => {
    assert.deepEqual(inShort(await judged(team, group)), expected);
  });
}

test('without a green test nothing is tried', async () => {
  const { played, politely } = await judged({ red: () => ['a', 'b'] }, THREE);
  assert.deepEqual(played, ['']);
  assert.deepEqual([...politely.values()], ['red', 'red']);
});

test('what is found is repeated, with a polite run before each repetition', async () => {
  const { played } = await judged({ red: (ids) => (ids.has(VARIED ?? '') ? ['b'] : []) }, THREE);
  assert.deepEqual(played, [
    '',
    '',
    'notification.parallel+notification.varied+answers.varied',
    'notification.parallel+notification.varied',
    'notification.parallel',
    'notification.varied',
    'answers.varied',
    '',
    'notification.varied',
    '',
    'notification.varied',
  ]);
});

test('every kind of mischief says why a right merchant does not notice, by requirements that there are', async () => {
  const { findRequirement } = await import('../../../ledger/index.ts');
  for (const { id, why, requirements } of MISCHIEFS) {
    assert.ok(why.endsWith(').') || why.endsWith('.'), id);
    assert.ok(requirements.length > 0, id);
    for (const requirement of requirements) assert.ok(findRequirement(requirement), `${id}: ${requirement}`);
  }
  assert.equal(new Set(MISCHIEFS.map(({ id }) => id)).size, MISCHIEFS.length);
});
