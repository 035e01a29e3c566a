import fc from 'fast-check';
import { familyOf } from '../../messages/index.ts';
import {
  type Base,
  judgeMessage,
  type NoticeCase,
  type NoticeOptions,
  noticeCases,
  type Topic,
  topicOf,
  tourOf,
} from '../arbitraries/index.ts';
import { runBatch } from './batch.ts';
import { type CampaignOptions, hunt, mostFlaws, ownCount, type Stopwatch, stopwatch } from './campaign.ts';
import { detect } from './endpoint/detect.ts';
import { type Flaw, survey } from './endpoint/survey.ts';
import { explainedBy, isExplained } from './endpoint/themes.ts';
import { EndpointTarget } from './endpoint-target.ts';
import type { Finding } from './finding.ts';
import { heededTopics, nothingHonoured, plainCase, tryPlain } from './plain.ts';
import { flawOf, ruleOf, type Shrunk, smallest } from './shrink.ts';
import { Statistics } from './stats.ts';
import { type NoticeTarget, TargetError } from './target.ts';

export interface NoticeCampaignOptions extends CampaignOptions<NoticeCase> {
  /** Of what the target can be told about, what it is told of; everything when left out. */
  readonly topics?: readonly Topic[];
  /** Is told what is found out on the way. */
  readonly onNote?: (text: string) => void;
}

/** What was found, with the plain words for it where there are some. */
export interface Found extends Shrunk {
  readonly says?: string;
  /** What a plain notification looked like when it was found, where it was not as in the rest of the campaign. */
  readonly base?: Base;
}

export interface CampaignResult {
  readonly statistics: Statistics;
  readonly found: readonly Found[];
  readonly messages: number;
  readonly seconds: number;
  /** Ended by the time limit before all runs were made. */
  readonly timeUp: boolean;
  /** Ended because enough had been found. */
  readonly isEnough: boolean;
  readonly base: Base;
}

/** The first batch is small, because most of what is wrong shows at once; each of the tour is larger than the one before. */
const FIRST_BATCH = 24;
/** How batches grow, and to what size. Where only replies are looked at there is nothing to settle. */
const BATCHES = { state: { growth: 1.5, most: 128 }, reply: { growth: 4, most: 2048 } } as const;
/** So many failures of one batch that do not come again are looked into. */
const MOST_DOUBTFUL = 2;
/** After so many failures in a batch nothing more is waited for. */
const ENOUGH = 4;

const weightOf = (finding: Finding): number =>
  (finding.liveness ? 100 : 0) + finding.testCase.message.twists.length + finding.testCase.before.length;

function* batchesOf(
  cases: readonly NoticeCase[],
  { growth, most }: { readonly growth: number; readonly most: number },
): Generator<readonly NoticeCase[]> {
  for (let at = 0, wanted = FIRST_BATCH; at < cases.length; wanted *= growth) {
    const size = Math.min(most, Math.floor(wanted));
    yield cases.slice(at, at + size);
    at += size;
  }
}

/** One campaign as it goes on: what it has found, and what it counts. */
class Campaign {
  readonly #target: NoticeTarget;
  readonly #options: NoticeCampaignOptions;
  readonly #how: { readonly base: Base; readonly counter: { messages: number } };
  readonly #time: Stopwatch;
  readonly #all: number;
  readonly #flaws = new Set<string>();
  /** The batch before: what it broke may show late. */
  #before: readonly NoticeCase[] = [];
  /** The place of the next case among those that are not of the corpus. */
  #place: number;
  #timeUp = false;
  readonly found: Found[] = [];
  /** Families of messages whose fate is explained by what was found: what else is wrong is asked for. */
  readonly #explained = new Map<Topic, Set<string>>();
  /** Rules that a message breaks without any change: every other one breaks them, too. */
  readonly #plainly = new Set<string>();
  /** Nothing else can be seen of a merchant that a plain message brings down, or that makes no more orders. */
  #isDown = false;
  readonly statistics: Statistics;

  constructor(
    target: NoticeTarget,
    options: NoticeCampaignOptions,
    how: { readonly base: Base; readonly counter: { messages: number } },
    time: Stopwatch,
  ) {
    this.#target = target;
    this.statistics = new Statistics(target.oracle);
    this.#options = options;
    this.#how = how;
    this.#time = time;
    this.#all = ownCount(options.runs, options.shard) + options.corpus.length;
    this.#place = -options.corpus.length;
  }

  result(): CampaignResult {
    const { statistics, found } = this;
    const { base, counter } = this.#how;
    const seconds = this.#time.seconds();
    const isEnough = !this.#timeUp && this.#isOver();
    return { statistics, found, messages: counter.messages, seconds, timeUp: this.#timeUp, isEnough, base };
  }

  /**
   * Tries the cases of a tour and then drawn ones, batch after batch: their runs share the time that the merchant needs to
   * settle. On the reference shop a run costs 28 ms so, and 84 ms where fast-check is given one case at a time.
   */
  async run(setting: NoticeOptions): Promise<void> {
    const { corpus, seed, runs } = this.#options;
    const batches = this.#target.oracle === 'state' ? BATCHES.state : BATCHES.reply;
    const tour = tourOf(setting, seed).slice(0, runs);
    const examples = [...(corpus.length === 0 ? [] : [corpus]), ...batchesOf(tour, batches)];
    const { most } = batches;
    await hunt({
      arbitrary: fc.array(noticeCases(setting), { minLength: most, maxLength: most }),
      examples,
      numRuns: Math.max(1, examples.length + Math.ceil((runs - tour.length) / most)),
      seed,
      // The batch says which of its cases failed: that one is made smaller by itself.
      shrinks: false,
      isOver: () => {
        this.#timeUp = this.#time.isOver();
        return this.#timeUp;
      },
      fails: async (cases) => ((await this.#holds(cases)) ? null : this.found),
    }).catch((error: unknown) => {
      // What was found is told, also where nothing more can be tried.
      if (this.found.length === 0 || !(error instanceof TargetError)) throw error;
      this.#options.onNote?.(`Ended early: ${error.message}`);
      this.#isDown = true;
    });
    if (!this.#timeUp && !this.#isOver()) await this.#finale();
  }

  /** Whether the campaign goes on after these cases. */
  async #holds(cases: readonly NoticeCase[]): Promise<boolean> {
    const own = cases.filter((testCase) => this.#isOwn(this.#place++) && !this.#isExplained(testCase));
    const { inFlight = own.length } = this.#target;
    for (let left = own; left.length > 0 && !this.#isOver(); left = left.slice(inFlight))
      await this.#tryAll(left.slice(0, inFlight));
    if (await this.#hasNoOrder()) return false;
    return !this.#isOver();
  }

  /** A bare endpoint may have no order left that a message could be about: what follows would prove nothing. */
  async #hasNoOrder(): Promise<boolean> {
    const target = this.#target;
    if (!isBare(target) || target.oracle !== 'state' || (await target.unpaid()) > 0) return false;
    this.#options.onNote?.(
      'All orders are used up, so no more messages were sent: give more orders for more of them.',
    );
    return true;
  }

  #isOwn(place: number): boolean {
    const { runs, shard } = this.#options;
    const { index = 1, total = 1 } = shard ?? {};
    return place < 0 || (place < runs && place % total === index - 1);
  }

  /** Takes in what a survey has found. */
  explain({ says, finding, explains }: Flaw): void {
    this.found.push({ says, finding, repeated: true });
    this.#flaws.add(flawOf(finding));
    this.#explain(finding.testCase, explains);
  }

  #isOver(): boolean {
    return this.#isDown || this.found.length >= mostFlaws(this.#options);
  }

  #explain(testCase: NoticeCase, families: readonly string[]): void {
    const topic = topicOf(testCase);
    const known = this.#explained.get(topic) ?? new Set();
    this.#explained.set(topic, new Set([...known, ...families]));
  }

  #isExplained(testCase: NoticeCase): boolean {
    return isExplained(testCase, this.#explained.get(topicOf(testCase)) ?? new Set());
  }

  /** Whether it is what is known already. */
  #isKnown(finding: Finding): boolean {
    const isTold = this.#flaws.has(flawOf(finding)) || this.#plainly.has(ruleOf(finding));
    return isTold || this.#isExplained(finding.testCase);
  }

  async #tryAll(cases: readonly NoticeCase[]): Promise<void> {
    const results = await runBatch(this.#target, cases, { ...this.#how, patience: 1, enough: ENOUGH });
    for (const result of results) this.statistics.add(result);
    const findings = results.flatMap(({ finding }) => (finding === null ? [] : [finding]));
    const killed = findings.find(({ kind }) => kind === 'killed');
    if (killed === undefined) await this.#lookInto(findings);
    else await this.#keep(killed, [...cases, ...this.#before]);
    this.#before = cases;
    const { messages } = this.#how.counter;
    const { runs } = this.statistics;
    const found = this.found.length;
    this.#options.onProgress?.({ runs, of: this.#all, messages, seconds: this.#time.seconds(), found });
  }

  /** One finding of each flaw: what was booked wrongly first, and the fewest changes first. */
  async #lookInto(findings: readonly Finding[]): Promise<void> {
    const flaws = new Set<string>();
    const chosen = findings
      .toSorted((a, b) => weightOf(a) - weightOf(b))
      .filter((finding) => flaws.size < flaws.add(flawOf(finding)).size);
    const doubtful: Finding[] = [];
    for (const finding of chosen) {
      if (this.#isOver() || doubtful.length >= MOST_DOUBTFUL) break;
      if (this.#isKnown(finding)) continue;
      if (!(await this.#keep(finding, [finding.testCase]))) doubtful.push(finding);
    }
    const [first] = doubtful.filter(({ liveness }) => !liveness);
    if (this.found.length === 0 && first !== undefined) this.found.push({ finding: first, repeated: false });
    else this.statistics.unrepeated += doubtful.length;
  }

  /** Keeps the smallest of a finding, unless its flaw is known; whether it was there again. */
  async #keep(finding: Finding, cases: readonly NoticeCase[]): Promise<boolean> {
    const shrunk = await smallest(this.#target, finding, cases, this.#how);
    if (shrunk === null) return false;
    const flaw = flawOf(shrunk.finding);
    if (!this.#flaws.has(flaw)) this.found.push(shrunk);
    this.#flaws.add(flaw);
    this.#learn(shrunk.finding, finding);
    return true;
  }

  /** Of what is known to be broken no more is asked: it would say the same again, and a bare endpoint has few orders. */
  #learn(small: Finding, original: Finding): void {
    const families = small.testCase.message.twists.map(({ mutation }) => familyOf(mutation));
    const { verdict } = judgeMessage(small.testCase.message, this.#target.format);
    const explained = verdict === 'reject' ? explainedBy(families, this.#target.format) : families;
    for (const { testCase } of [small, original]) this.#explain(testCase, explained);
    if (families.length > 0) return;
    for (const each of [small, original]) this.#plainly.add(ruleOf(each));
    this.#isDown ||= small.kind === 'killed';
  }

  /** Orders that only hostile messages were sent for must still be payable. */
  async #finale(): Promise<void> {
    const last = this.#target.lastOrders?.() ?? 0;
    const cases = Array.from({ length: last }, () => plainCase);
    for (const { finding } of await runBatch(this.#target, cases, { ...this.#how, patience: 4, enough: 1 })) {
      if (finding === null || this.found.length > 0) continue;
      this.found.push({ finding: { ...finding, kind: 'deaf' }, repeated: true });
    }
  }
}

const isBare = (target: NoticeTarget): target is EndpointTarget => target instanceof EndpointTarget;

/**
 * Fuzzes the merchant's notification endpoint until the runs or the time are used up or enough was found. What is broken
 * is shrunk, and nothing is told twice.
 *
 * @throws {TargetError} when no plain notification is honoured, or no order can be made
 */
export async function fuzzNotifications(
  target: NoticeTarget,
  options: NoticeCampaignOptions,
): Promise<CampaignResult> {
  const time = stopwatch(options);
  const counter = { messages: 0 };
  if (isBare(target)) return fuzzEndpoint(target, options, { time, counter });
  const plain = await tryPlain(target, counter);
  const how = { base: plain.base, counter };
  const campaign = new Campaign(target, options, how, time);
  if (plain.finding !== null) {
    campaign.found.push({ finding: plain.finding, repeated: true });
    return campaign.result();
  }
  if (plain.words !== '') throw nothingHonoured(plain.words);
  const askedFor = target.topics.filter((topic) => options.topics?.includes(topic) ?? true);
  const { topics, leftOut } = await heededTopics(target, askedFor, how);
  for (const [topic, why] of leftOut) campaign.statistics.leftOut.set(topic, why);
  if (topics.length === 0) throw nothingHonoured([...leftOut.values()].join(' '));
  const { format, freshOrders } = target;
  await campaign.run({ format, freshOrders, topics });
  return campaign.result();
}

/** The same for a bare endpoint: how it understands notifications is found out, then what is plainly wrong, then the rest. */
async function fuzzEndpoint(
  target: EndpointTarget,
  options: NoticeCampaignOptions,
  { time, counter }: { readonly time: Stopwatch; readonly counter: { messages: number } },
): Promise<CampaignResult> {
  const { base, finding, note } = await detect(target, counter);
  if (note !== null) options.onNote?.(note);
  const how = { base: base ?? 'record', counter };
  const campaign = new Campaign(target, options, how, time);
  if (finding !== null) campaign.found.push({ finding, repeated: true, base: 'record' });
  if (base === null) return campaign.result();
  const { flaws, notes } = await survey(target, how, campaign.statistics);
  for (const flaw of options.firstOnly === true ? flaws.slice(0, 1) : flaws) campaign.explain(flaw);
  for (const each of notes) options.onNote?.(each);
  const { format, freshOrders, topics } = target;
  await campaign.run({ format, freshOrders, topics });
  return campaign.result();
}
