import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type HistoryEvent, type Proof, proofLine } from '../../history/index.ts';
import type { ResolvedConfig } from '../config/index.ts';
import { SetupError } from '../process/index.ts';
import { seeded } from '../seeded.ts';
import { openSlot, type Slot } from '../slots/index.ts';
import { Agent } from './agent.ts';
import type { BrokenLaw, RoundRun } from './campaign.ts';
import { type Mischief, sizesOf } from './mischief.ts';
import { runTests, type TestCommand, type TestRun } from './test-run.ts';

export interface SessionOptions {
  readonly config: ResolvedConfig;
  readonly command: TestCommand;
  readonly seed: number;
  /** The shop's secret, where the configuration names none. */
  readonly secret: string;
  /** Folder of what the environments need; private. */
  readonly privateDir: string;
  /** Folder of histories and of what the tests print. */
  readonly outDir: string;
  /** The laws that a history breaks. */
  readonly judge: (historyFile: string) => Promise<readonly BrokenLaw[]>;
  readonly signal: AbortSignal;
}

/** The tests were ended from outside. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

const SILENCE = 'law.survives-hostile-input';
const MOST_LINES = 12;
const REST_MS = 50;

/** A number from 0 to below 2^31 that follows from a seed and a name. */
const seedOf = (seed: number, name: string): number =>
  createHash('sha256').update(`${seed} ${name}`).digest().readUInt32BE() >>> 1;

const setName = (mischief: readonly Mischief[]): string => mischief.map(({ id }) => id).join(' ');

/**
 * Runs the tests against the gateway, round after round. A merchant that the suite starts is started anew for each, with
 * a gateway of its own; one that runs by itself keeps its gateway, which knows the orders of earlier rounds.
 */
export class Session {
  readonly #options: SessionOptions;
  readonly #isOurs: boolean;
  #shared: { readonly slot: Slot; readonly historyFile: string } | undefined;
  #rounds = 0;
  /** What a history of several rounds was seen to break. */
  readonly #known = new Set<string>();

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#isOurs = options.config.merchant.start !== null;
  }

  /**
   * Runs the tests once, with mischief or without.
   *
   * @throws {SetupError} when the gateway, the merchant or the command cannot be started
   * @throws {Interrupted} when it was ended from outside
   */
  async play(mischief: readonly Mischief[]): Promise<RoundRun> {
    const { signal } = this.#options;
    if (signal.aborted) throw new Interrupted();
    this.#rounds += 1;
    const number = this.#rounds;
    const { slot, historyFile } = await this.#slotOf(number);
    try {
      const played = await this.#playIn(slot, mischief, number);
      if (signal.aborted) throw new Interrupted();
      const broken = (await this.#options.judge(historyFile)).filter((each) => this.#isNew(each));
      return { number, mischief, historyFile, broken, ...played };
    } finally {
      if (this.#isOurs) await slot.close();
    }
  }

  async close(): Promise<void> {
    await this.#shared?.slot.close();
  }

  /** Of a history that goes on, only what this round added. */
  #isNew({ law, key, actual }: BrokenLaw): boolean {
    if (this.#isOurs) return true;
    // A merchant that the tests start is ended by them as well, and answers nothing any more.
    if (law === SILENCE) return false;
    const name = `${law} ${key} ${actual}`;
    const isNew = !this.#known.has(name);
    this.#known.add(name);
    return isNew;
  }

  async #slotOf(number: number): Promise<{ readonly slot: Slot; readonly historyFile: string }> {
    if (this.#shared !== undefined) return this.#shared;
    const { config, seed, secret, privateDir, outDir } = this.#options;
    const name = this.#isOurs ? `round-${String(number).padStart(2, '0')}` : 'gateway';
    const historyFile = join(outDir, 'history', `${name}.ndjson`);
    const slot = await openSlot(config, {
      index: 0,
      dir: join(privateDir, 'slot'),
      // Ids of the gateway are new in each round, for a merchant that keeps its data.
      seed: seedOf(seed, `round ${number}`),
      secret,
      journalFile: historyFile,
      ofTests: true,
    });
    if (slot.setupProblem !== null) {
      await slot.close();
      throw new SetupError(slot.setupProblem.message, slot.setupProblem.remedy);
    }
    if (!this.#isOurs) this.#shared = { slot, historyFile };
    return { slot, historyFile };
  }

  async #playIn(slot: Slot, mischief: readonly Mischief[], number: number): Promise<Played> {
    const { config, seed, command, outDir, signal } = this.#options;
    const { gateway } = slot;
    const sizes = sizesOf(config);
    const before = await lastSeq(slot);
    const faults = mischief.flatMap(({ id, faults: of }) =>
      (of?.(sizes) ?? []).map((fault, index) => ({ ...fault, id: `${id}#${index}` })),
    );
    if (faults.length > 0) await gateway.arm(faults);
    const agent = new Agent(slot, { mischief, random: seeded(seedOf(seed, setName(mischief))) });
    await agent.start(before);
    const folder = join(outDir, 'output');
    await mkdir(folder, { recursive: true });
    const file = join(folder, `round-${String(number).padStart(2, '0')}.log`);
    let run: TestRun;
    let tookPlace: RoundRun['tookPlace'];
    try {
      run = await runTests(command, slot.descriptor.tests, file, signal);
      if (this.#isOurs && !signal.aborted) await settle(slot);
    } finally {
      await gateway.clearFaults();
      await gateway.finish({ all: true });
      tookPlace = await agent.stop();
    }
    const { events } = await slot.gateway.events({ after: before });
    return { run, tookPlace, books: booksOf(events), story: storyOf(events, mischief) };
  }
}

type Played = Pick<RoundRun, 'run' | 'tookPlace' | 'books' | 'story'>;

/** What the gateway booked: payouts and refunds that it made, whatever became of them. */
function booksOf(events: readonly HistoryEvent[]): RoundRun['books'] {
  const made = (object: string): number =>
    events.filter((event) => event.kind === 'state' && event.object === object && event.from === null).length;
  return { payouts: made('payout'), refunds: made('refund') };
}

/** What is due when the tests have ended still happens, as far as the merchant's time to settle goes. */
async function settle({ gateway, config }: Slot): Promise<void> {
  const until = performance.now() + config.tempo.settleMs;
  while (performance.now() < until) {
    if ((await gateway.clock()).nextDueAt === null) return;
    await sleep(REST_MS);
  }
}

const lastSeq = async ({ gateway }: Slot): Promise<number> => (await gateway.journal({ limit: 1 })).last;

/** The first of what the mischief did, and how the merchant took it. */
function storyOf(events: readonly HistoryEvent[], mischief: readonly Mischief[]): readonly Proof[] {
  if (mischief.length === 0) return [];
  const subjects = new Set<string>();
  for (const event of events) {
    if (event.kind === 'fault' && event.action === 'bit')
      subjects.add(event.notification ?? event.exchange ?? '');
    else if (event.kind === 'attempt' && mischief.some(({ id }) => event.label?.startsWith(`${id}:`))) {
      subjects.add(event.notification);
    }
  }
  const isPart = (event: HistoryEvent): boolean => {
    if (event.kind === 'attempt' || event.kind === 'reply') return subjects.has(event.notification);
    if (event.kind === 'request' || event.kind === 'answer') return subjects.has(event.exchange);
    return event.kind === 'fault' && event.action === 'bit';
  };
  return events.filter(isPart).slice(0, MOST_LINES).map(proofLine);
}
