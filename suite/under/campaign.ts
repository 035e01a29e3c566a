import type { Proof } from '../../history/index.ts';
import type { Mischief } from './mischief.ts';
import { type TestRun, WHOLE } from './test-run.ts';

/** A law that a round's history breaks. */
export interface BrokenLaw {
  readonly law: string;
  readonly title: string;
  readonly requirements: readonly string[];
  /** The object that it is about. */
  readonly key: string;
  readonly actual: string;
  readonly proof: readonly Proof[];
}

/** What moves money out. The same tests make as many each time they are run. */
export type Booked = 'payouts' | 'refunds';

/** More than without any mischief. */
export interface Surplus {
  readonly of: Booked;
  readonly politely: number;
  readonly now: number;
}

/** One round: the tests, run once. */
export interface RoundRun {
  /** From 1. */
  readonly number: number;
  /** Empty: politely. */
  readonly mischief: readonly Mischief[];
  readonly run: TestRun;
  readonly tookPlace: ReadonlyMap<string, number>;
  readonly broken: readonly BrokenLaw[];
  /** How many the gateway made. */
  readonly books: Readonly<Record<Booked, number>>;
  /** The first of what the mischief did, and how the merchant took it. */
  readonly story: readonly Proof[];
  readonly historyFile: string;
}

/** Runs the tests once. */
export type Play = (mischief: readonly Mischief[]) => Promise<RoundRun>;

/** What a test says where nothing is wrong with the gateway. */
export type Politely = 'green' | 'red' | 'flaky' | 'skipped';

/** Something that mischief brought to light. */
export interface Culprit {
  /** The mischief, reduced to what is needed. */
  readonly mischief: readonly Mischief[];
  /**
   * `confirmed`: red each time under it and green each time without. `traffic`: the traffic of the merchant broke a law.
   * `books`: more was paid out or refunded than without it, each time. `undecided`: tests were red, and may only have
   * waited too short. `unconfirmed`: red, and not again.
   */
  readonly kind: 'confirmed' | 'traffic' | 'books' | 'undecided' | 'unconfirmed';
  readonly tests: readonly string[];
  readonly laws: readonly BrokenLaw[];
  readonly surplus: readonly Surplus[];
  /** The round that shows it. */
  readonly round: RoundRun;
}

export interface Campaign {
  readonly politely: ReadonlyMap<string, Politely>;
  readonly rounds: readonly RoundRun[];
  readonly culprits: readonly Culprit[];
}

/** How often a test must be red again under the mischief and green again without it. */
const CONFIRMATIONS = 2;
const POLITE_ROUNDS = 2;

export interface CampaignOptions {
  /** Gets a line when something was found. */
  readonly say?: (line: string) => void;
  /** Whether the runner repeats red tests by itself, so that they may make their payouts again. Default: true. */
  readonly repeatsRedTests?: boolean;
}

/** `test NAME`, `law ID` or `books OF`. */
type Symptom = string;

const testSymptom = (name: string): Symptom => `test ${name}`;
const lawSymptom = (law: string): Symptom => `law ${law}`;
const bookSymptom = (of: Booked): Symptom => `books ${of}`;

const BOOKED: readonly Booked[] = ['payouts', 'refunds'];

interface Suspect {
  readonly mischief: readonly Mischief[];
  readonly round: RoundRun;
  readonly symptoms: ReadonlySet<Symptom>;
}

/**
 * Runs tests politely, then under each group of mischief, halves what turns them red until as little as possible is
 * left, and repeats that before it is believed.
 *
 * @param groups what is tried together
 */
export async function campaign(
  play: Play,
  groups: readonly (readonly Mischief[])[],
  options: CampaignOptions = {},
): Promise<Campaign> {
  const { say = () => undefined } = options;
  const run = new Running(play, options.repeatsRedTests ?? true);
  for (let time = 0; time < POLITE_ROUNDS; time += 1) {
    await run.politely();
    // Where nothing is green, there is nothing to go by.
    if (!run.hasOracle()) return run.result();
  }
  for (const group of groups) {
    const round = await run.play(group);
    const symptoms = run.symptomsOf(round);
    if (symptoms.size === 0) continue;
    say(`something turned ${wordsOf(symptoms)}; finding out what`);
    for (const suspect of await run.narrow({ mischief: group, round, symptoms })) {
      await run.conclude(suspect);
    }
  }
  return run.result();
}

const wordsOf = (symptoms: ReadonlySet<Symptom>): string => {
  const tests = [...symptoms].filter((each) => each.startsWith('test ')).length;
  return tests === 0 ? 'up beside the tests' : `${tests} ${tests === 1 ? 'test' : 'tests'} red`;
};

class Running {
  readonly #play: Play;
  readonly #rounds: RoundRun[] = [];
  readonly #culprits: Culprit[] = [];
  readonly #polite = new Map<string, Politely>();
  readonly #politeLaws = new Set<string>();
  /** What is booked without mischief; null where that differs from run to run. */
  readonly #politeBooks = new Map<Booked, number | null>();
  readonly #repeatsRedTests: boolean;

  constructor(play: Play, repeatsRedTests: boolean) {
    this.#play = play;
    this.#repeatsRedTests = repeatsRedTests;
  }

  result(): Campaign {
    return { politely: this.#polite, rounds: this.#rounds, culprits: this.#culprits };
  }

  hasOracle = (): boolean => [...this.#polite.values()].includes('green');

  async play(mischief: readonly Mischief[]): Promise<RoundRun> {
    const round = await this.#play(mischief);
    this.#rounds.push(round);
    return round;
  }

  /** What breaks a law without any mischief is the merchant's own; what is red is no oracle. */
  async politely(): Promise<RoundRun> {
    const round = await this.play([]);
    const isFirst = this.#polite.size === 0;
    for (const { name, outcome } of round.run.tests) {
      this.#polite.set(name, politelyNow(isFirst ? undefined : (this.#polite.get(name) ?? 'green'), outcome));
    }
    for (const of of BOOKED) {
      const before = this.#politeBooks.get(of);
      this.#politeBooks.set(of, before === undefined || before === round.books[of] ? round.books[of] : null);
    }
    const fresh = round.broken.filter(({ law }) => !this.#politeLaws.has(law));
    for (const { law } of fresh) this.#politeLaws.add(law);
    if (fresh.length > 0) {
      this.#culprits.push({ mischief: [], kind: 'traffic', tests: [], laws: fresh, surplus: [], round });
    }
    return round;
  }

  symptomsOf(round: RoundRun): ReadonlySet<Symptom> {
    const symptoms = new Set<Symptom>();
    for (const name of redIn(round)) {
      // A command that tells of single tests, and fails beyond them, was green as long as it ended well.
      const before = this.#polite.get(name) ?? (name === WHOLE ? 'green' : 'skipped');
      if (before === 'green') symptoms.add(testSymptom(name));
    }
    for (const { law } of round.broken) if (!this.#politeLaws.has(law)) symptoms.add(lawSymptom(law));
    for (const { of } of this.#surplusIn(round)) symptoms.add(bookSymptom(of));
    return symptoms;
  }

  #surplusIn({ books }: RoundRun): readonly Surplus[] {
    return BOOKED.flatMap((of) => {
      const politely = this.#politeBooks.get(of) ?? null;
      return politely !== null && books[of] > politely ? [{ of, politely, now: books[of] }] : [];
    });
  }

  /** The smallest sets that halving finds, each with what it brings about. */
  async narrow({ mischief, round, symptoms }: Suspect): Promise<readonly Suspect[]> {
    const done = mischief.filter(({ id }) => (round.tookPlace.get(id) ?? 0) > 0);
    const needed = done.length === 0 ? mischief : done;
    if (needed.length === 1) return [{ mischief: needed, round, symptoms }];
    const middle = Math.ceil(needed.length / 2);
    const found: Suspect[] = [];
    for (const half of [needed.slice(0, middle), needed.slice(middle)]) {
      const again = await this.play(half);
      const shown = this.symptomsOf(again);
      if (shown.size > 0)
        found.push(...(await this.narrow({ mischief: half, round: again, symptoms: shown })));
    }
    const explained = new Set(found.flatMap((each) => [...each.symptoms]));
    const rest = new Set([...symptoms].filter((each) => !explained.has(each)));
    return rest.size === 0 ? found : [...found, { mischief: needed, round, symptoms: rest }];
  }

  async conclude({ mischief, round, symptoms }: Suspect): Promise<void> {
    const laws = round.broken.filter(({ law }) => symptoms.has(lawSymptom(law)));
    const red = redIn(round).filter((name) => symptoms.has(testSymptom(name)));
    const surplus = this.#surplusIn(round).filter(({ of }) => symptoms.has(bookSymptom(of)));
    const found = { mischief, tests: red, laws, surplus, round };
    const asksTraffic = mischief.some(({ decides }) => decides === 'traffic');
    // Where a red test may have been run again, it may have made its payouts again.
    const counts = surplus.length > 0 && (red.length === 0 || !this.#repeatsRedTests);
    if (laws.length > 0) this.#culprits.push({ ...found, kind: 'traffic' });
    else if (counts) await this.#confirmBooks(found);
    else if (asksTraffic || red.length === 0) this.#culprits.push({ ...found, kind: 'undecided' });
    else await this.#confirm(found);
  }

  async #confirmBooks(found: Omit<Culprit, 'kind'>): Promise<void> {
    let standing = found.surplus;
    for (let time = 0; time < CONFIRMATIONS && standing.length > 0; time += 1) {
      await this.politely();
      const again = this.#surplusIn(await this.play(found.mischief));
      standing = standing.filter(({ of }) => again.some((each) => each.of === of));
    }
    const kind = standing.length > 0 ? 'books' : 'unconfirmed';
    this.#culprits.push({ ...found, kind, surplus: standing.length > 0 ? standing : found.surplus });
  }

  async #confirm(found: Omit<Culprit, 'kind'>): Promise<void> {
    const { mischief, tests: red } = found;
    let standing = red;
    for (let time = 0; time < CONFIRMATIONS && standing.length > 0; time += 1) {
      await this.politely();
      standing = standing.filter((name) => (this.#polite.get(name) ?? 'green') === 'green');
      if (standing.length === 0) break;
      const again = new Set(redIn(await this.play(mischief)));
      standing = standing.filter((name) => again.has(name));
    }
    const doubtful = red.filter((name) => !standing.includes(name) && this.#polite.get(name) !== 'flaky');
    if (standing.length > 0) this.#culprits.push({ ...found, kind: 'confirmed', tests: standing });
    if (doubtful.length > 0) this.#culprits.push({ ...found, kind: 'unconfirmed', tests: doubtful });
  }
}

const redIn = ({ run }: RoundRun): readonly string[] =>
  run.tests.flatMap(({ name, outcome }) => (outcome === 'failed' ? [name] : []));

/** What a test is after one more polite run. */
function politelyNow(before: Politely | undefined, outcome: 'passed' | 'failed' | 'skipped'): Politely {
  const now: Politely = outcome === 'passed' ? 'green' : outcome === 'failed' ? 'red' : 'skipped';
  if (before === undefined || before === now) return now;
  return before === 'skipped' || now === 'skipped' ? 'skipped' : 'flaky';
}
