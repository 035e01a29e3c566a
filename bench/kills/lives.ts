import { existsSync, readFileSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { historyOf, lastEvent, lost, type Told, told } from './compare.ts';
import { type Gateway, type GatewayOptions, Refused, startGateway } from './gateway.ts';
import { lostFromJournal, readJournal } from './journal.ts';
import { nothing, work } from './work.ts';

/** What a simulator keeps, and where. */
export interface Place {
  readonly folder: string;
  readonly keeps: 'store' | 'store and journal' | 'journal';
  readonly transport: 'mockttp' | 'node';
  readonly callbackUrl: string;
  /** Whether the folder is a file system of its own, which can be filled. */
  readonly isAlone: boolean;
  readonly random: () => number;
}

/** What came of one life. */
export interface Outcome {
  /** How many answers came in it. */
  answered: number;
  /** What was lost, or served wrongly without a word. Each in a sentence. */
  readonly wrong: string[];
  /** What happened beside the kill, counted: a second one that was refused, say. */
  readonly seen: Record<string, number>;
}

export const LIVES = [
  'killed at any instant',
  'killed as it answers',
  'two on one file',
  'a disk that fills',
  'bits that flip',
] as const;
export type Life = (typeof LIVES)[number];

const START_MS = 700;
const WORK_MS = 900;
const FLIPS = 5;
const LIMIT_MS = 60_000;

/** Lives of simulators over one store, or over a journal each; what one acknowledged is looked for in the next. */
export class Lives {
  readonly #place: Place;
  #known = nothing();
  #life = 0;
  #lastOutcome: Outcome | undefined;

  constructor(place: Place) {
    this.#place = place;
  }

  /** One life to its end. What it lost is known to its outcome when the next one has begun, or at {@link end}. */
  async live(life: Life, seed: number): Promise<Outcome> {
    const outcome: Outcome = { answered: 0, wrong: [], seen: {} };
    this.#life += 1;
    if (this.#place.keeps === 'journal') this.#known = nothing();
    const before = this.#known.count;
    const ways: Record<Life, () => Promise<void>> = {
      'killed at any instant': () => this.#killed(outcome, seed, 'any'),
      'killed as it answers': () => this.#killed(outcome, seed, 'answer'),
      'two on one file': () => this.#two(outcome, seed),
      'a disk that fills': () => this.#full(outcome, seed),
      'bits that flip': () => this.#flips(outcome, seed),
    };
    await ways[life]();
    outcome.answered = this.#known.count - before;
    if (this.#place.keeps === 'journal') this.#checkJournal(outcome);
    this.#lastOutcome = outcome;
    return outcome;
  }

  /** Looks once more for all that was acknowledged. */
  async end(): Promise<void> {
    if (this.#place.keeps === 'journal' || this.#lastOutcome === undefined) return;
    const gateway = this.#start();
    await this.#isReady(gateway, this.#lastOutcome);
    await end(gateway);
    const journal = this.#files().journal;
    if (journal === undefined) return;
    const events = readJournal(readFileSync(journal));
    if (typeof events === 'string') this.#lastOutcome.wrong.push(`the journal beside the store: ${events}`);
  }

  #files(): Pick<GatewayOptions, 'store' | 'journal'> {
    const { folder, keeps } = this.#place;
    // A journal alone is a new file in each life.
    if (keeps === 'journal') return { journal: join(folder, `journal-${this.#life}.ndjson`) };
    const journal = keeps === 'store' ? undefined : join(folder, 'journal.ndjson');
    return { store: join(folder, 'memory.gatecheck'), journal };
  }

  #start(files = this.#files()): Gateway {
    const { transport, callbackUrl } = this.#place;
    return startGateway({ transport, callbackUrl, ...files });
  }

  /** Whether it answers; if so, all that was acknowledged before must be there. */
  async #isReady(gateway: Gateway, outcome: Outcome): Promise<boolean> {
    if (!(await gateway.ready)) {
      outcome.wrong.push(`it did not start: ${gateway.said()}`);
      return false;
    }
    if (this.#place.keeps !== 'journal') note(outcome, await this.#lostBy(gateway));
    return true;
  }

  async #lostBy(gateway: Gateway): Promise<string[]> {
    return lost(this.#known, await told(gateway));
  }

  #work(gateway: Gateway, outcome: Outcome, seed: number, onAnswer = (_: number) => {}): Promise<void> {
    const life = `${this.#life}`;
    return work(gateway, this.#known, life, { seed, onAnswer }).catch((error: unknown) => {
      if (!(error instanceof Refused)) throw error;
      outcome.wrong.push(`it refused what it must do: ${error.message}`);
      gateway.child.kill('SIGKILL');
    });
  }

  /** At an instant of its whole life, its start included, or with its n-th answer. */
  async #killed(outcome: Outcome, seed: number, when: 'any' | 'answer'): Promise<void> {
    const { random } = this.#place;
    const gateway = this.#start();
    if (when === 'any' && random() < 0.25) {
      const timer = setTimeout(() => gateway.child.kill('SIGKILL'), random() * START_MS);
      if (await gateway.ready) await this.#work(gateway, outcome, seed);
      else count(outcome, 'killed before it was ready');
      await gateway.ended;
      clearTimeout(timer);
      return;
    }
    if (!(await this.#isReady(gateway, outcome))) return;
    const kill = () => gateway.child.kill('SIGKILL');
    const timer = when === 'any' ? setTimeout(kill, random() * WORK_MS) : undefined;
    const killAt = this.#known.count + 1 + Math.floor(random() * 200);
    await this.#work(gateway, outcome, seed, (answers) => {
      if (when === 'answer' && answers === killAt) kill();
    });
    clearTimeout(timer);
    await gateway.ended;
  }

  /** A second one in the middle of its life, and a third that starts as it is killed. */
  async #two(outcome: Outcome, seed: number): Promise<void> {
    const gateway = this.#start();
    if (!(await this.#isReady(gateway, outcome))) return;
    const working = this.#work(gateway, outcome, seed);
    const second = this.#start();
    if (await second.ready) {
      outcome.wrong.push('a second simulator did not refuse the file of the first');
      await end(second);
    } else if ((await second.ended) === 2) count(outcome, 'second one refused');
    else outcome.wrong.push(`a second simulator did not end with 2: ${second.said()}`);
    const third = this.#start();
    const { random } = this.#place;
    await new Promise((resolve) => setTimeout(resolve, random() * START_MS));
    gateway.child.kill('SIGKILL');
    await Promise.all([working, gateway.ended]);
    if (await third.ready) {
      count(outcome, 'restart that overlapped went on');
      if (this.#place.keeps === 'journal') outcome.wrong.push('a journal that another had was written to');
      else note(outcome, await this.#lostBy(third));
      await end(third);
    } else {
      count(outcome, 'restart that overlapped refused');
      const code = await third.ended;
      if (code !== 2) outcome.wrong.push(`a restart that overlapped ended with ${code}: ${third.said()}`);
    }
  }

  /** Works until there is no space, starts on the full disk, and is given space again. */
  async #full(outcome: Outcome, seed: number): Promise<void> {
    const { folder, isAlone, random } = this.#place;
    if (!isAlone) {
      count(outcome, 'left out: not root');
      return;
    }
    const gateway = this.#start();
    if (!(await this.#isReady(gateway, outcome))) return;
    const filler = join(folder, 'filler');
    const { bavail, bsize } = statfsSync(folder);
    writeFileSync(
      filler,
      Buffer.alloc(Math.max(0, bavail * bsize - Math.floor((50 + random() * 900) * 1024))),
    );
    const limit = setTimeout(() => gateway.child.kill('SIGKILL'), LIMIT_MS);
    await this.#work(gateway, outcome, seed);
    const code = await gateway.ended;
    clearTimeout(limit);
    if (code !== 3 || !/full|ENOSPC/.test(gateway.said()))
      outcome.wrong.push(`on a full disk it ended with ${code}: ${gateway.said()}`);
    else count(outcome, 'ended with exit code 3, and said why');
    if (this.#place.keeps !== 'journal') await this.#onFullDisk(outcome);
    rmSync(filler);
  }

  async #onFullDisk(outcome: Outcome): Promise<void> {
    const again = this.#start();
    if (await again.ready) {
      note(outcome, await this.#lostBy(again).catch(() => []));
      await end(again);
      return;
    }
    if ((await again.ended) === 2 || /full|ENOSPC/.test(again.said()))
      count(outcome, 'start on a full disk refused');
    else outcome.wrong.push(`a start on a full disk ended so: ${again.said()}`);
  }

  /** Bits of what it left behind are turned, each in a copy: it must say so, or tell what it told before. */
  async #flips(outcome: Outcome, seed: number): Promise<void> {
    await this.#killed(outcome, seed, 'answer');
    if (this.#place.keeps === 'journal') this.#flipsInJournal(outcome);
    else await this.#flipsInStore(outcome);
  }

  #flipsInJournal(outcome: Outcome): void {
    const { journal = '' } = this.#files();
    const right = readFileSync(journal);
    const whole = right.subarray(0, right.lastIndexOf(10) + 1);
    for (let flip = 0; flip < 20 * FLIPS; flip += 1) {
      const bytes = Buffer.from(whole);
      const at = turn(bytes, this.#place.random);
      if (typeof readJournal(bytes) === 'string') count(outcome, 'flips named');
      // The last line may have been cut off.
      else if (at >= bytes.lastIndexOf(10, bytes.length - 2)) count(outcome, 'flips in the last line');
      else outcome.wrong.push(`byte ${at} of the journal was turned, and nothing is said`);
    }
  }

  async #flipsInStore(outcome: Outcome): Promise<void> {
    const { folder, random } = this.#place;
    const { store = '' } = this.#files();
    const files = ['', '-wal', '-head'].filter((suffix) => existsSync(`${store}${suffix}`));
    const kept = files.map((suffix) => [suffix, readFileSync(`${store}${suffix}`)] as const);
    const right = await this.#reference(outcome);
    if (right === undefined) return;
    const sizes = kept.map(([, bytes]) => bytes.length);
    for (let flip = 0; flip < FLIPS; flip += 1) {
      const copy = join(folder, 'flipped');
      let at = Math.floor(random() * sizes.reduce((sum, size) => sum + size, 0));
      for (const [suffix, bytes] of kept) {
        const changed = Buffer.from(bytes);
        if (at >= 0 && at < changed.length)
          changed[at] = (changed[at] ?? 0) ^ (1 << Math.floor(random() * 8));
        at -= changed.length;
        writeFileSync(`${copy}${suffix}`, changed);
      }
      await this.#serves(copy, right, outcome);
      for (const suffix of ['', '-wal', '-head', '-journal']) rmSync(`${copy}${suffix}`, { force: true });
    }
  }

  /** What the undamaged store tells. */
  async #reference(outcome: Outcome): Promise<Reference | undefined> {
    const gateway = this.#start();
    const startedAt = new Date().toISOString();
    if (!(await this.#isReady(gateway, outcome))) return undefined;
    const history = (await historyOf(gateway, await lastEvent(gateway))) as { realAt: string; seq: number }[];
    const before = history.filter(({ realAt }) => realAt < startedAt);
    const reference = { told: await told(gateway), history: before };
    await end(gateway);
    return reference;
  }

  async #serves(store: string, right: Reference, outcome: Outcome): Promise<void> {
    const gateway = this.#start({ store });
    if (!(await gateway.ready)) {
      count(outcome, 'flips refused at the start');
      const code = await gateway.ended;
      if (code !== 2 && code !== 3)
        outcome.wrong.push(`of a turned bit it ended with ${code}: ${gateway.said()}`);
      return;
    }
    try {
      const now = await told(gateway);
      note(outcome, lost(this.#known, now));
      for (const part of ['invoices', 'payouts', 'shops', 'faults'] as const) {
        if (!isDeepStrictEqual(this.#decided(now[part]), this.#decided(right.told[part])))
          outcome.wrong.push(`of a turned bit, ${part} are others`);
      }
      const last = (right.history.at(-1) as { seq: number } | undefined)?.seq ?? 0;
      if (!isDeepStrictEqual(await historyOf(gateway, last), right.history))
        outcome.wrong.push('of a turned bit, the history is another one');
      count(outcome, 'flips that changed nothing');
    } catch (error) {
      if (!(error instanceof Refused)) outcome.wrong.push(`of a turned bit: ${error}`);
      else if (/damaged/.test(error.message)) count(outcome, 'flips named when they were read');
      else outcome.wrong.push(`of a turned bit it answered: ${error.message}`);
    }
    await end(gateway);
  }

  /** Without payouts that nobody has decided about, which the gateway may move by itself in between. */
  #decided(items: readonly object[]): readonly object[] {
    const { payouts } = this.#known;
    return items.filter(
      (item) => !('payoutId' in item) || payouts.get(Number(item.payoutId))?.value !== undefined,
    );
  }

  #checkJournal(outcome: Outcome): void {
    const { journal = '' } = this.#files();
    // Killed before it had one, it acknowledged nothing.
    const isThere = existsSync(journal) && statSync(journal).size > 0;
    if (isThere || this.#known.count > 0) note(outcome, lostFromJournal(this.#known, journal));
  }
}

interface Reference {
  readonly told: Told;
  readonly history: readonly unknown[];
}

/** Turns one bit; answers its byte. */
function turn(bytes: Buffer, random: () => number): number {
  const at = Math.floor(random() * bytes.length);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8));
  return at;
}

function count(outcome: Outcome, what: string): void {
  outcome.seen[what] = (outcome.seen[what] ?? 0) + 1;
}

function note(outcome: Outcome, wrong: readonly string[]): void {
  outcome.wrong.push(...wrong.slice(0, 5));
}

async function end(gateway: Gateway): Promise<void> {
  gateway.child.kill('SIGKILL');
  await gateway.ended;
}
