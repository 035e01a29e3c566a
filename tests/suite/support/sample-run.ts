import { type CheckRecord, type HistoryEvent, type NotedInfo, PREFLIGHT } from '../../../history/index.ts';
import { unclaimedOf } from '../../../history/selection.ts';
import { findLaw } from '../../../ledger/index.ts';
import { judge as judgeLaws } from '../../../obligations/index.ts';
import type { Problem, Result } from '../../../reports/result.ts';
import { suiteCatalogue } from '../../../reports/suite-catalogue.ts';
import { suiteVersion } from '../../../reports/suite-version.ts';
import { judge } from '../../../reports/verdict.ts';
import { resolveReadings } from '../../../simulator/index.ts';
import { HistoryBuilder } from './history-builder.ts';

const catalogue = suiteCatalogue('2026.1');
const DAY_MS = 24 * 3600_000;
/** Yesterday, so that what was signed for some days still holds. */
const START_MS = Math.floor(Date.now() / DAY_MS - 1) * DAY_MS;
/** An instant so many days after the sample's run. */
export const after = (days: number): string => new Date(START_MS + days * DAY_MS).toISOString();
const READINGS = resolveReadings('spec');
const TEMPO = { settleMs: 1000, pollMs: 1000, readTimeoutMs: 500 };
const CLAIMED = ['invoice', 'refund'];

/** What a run of the sample is about. */
export const sampleInfo: NotedInfo = {
  merchant: { name: 'Kiosk', version: '1.4.2' },
  configuration: `sha256:${'b'.repeat(64)}`,
  seed: 42,
  readings: READINGS,
  claimed: CLAIMED,
  unclaimed: ['hold', 'payout', 'recurrent'],
  notApplicable: [],
  selection: null,
  waivers: [{ check: 'order.limits', reason: 'no sandbox', owner: 'Eve', expiry: after(90).slice(0, 10) }],
  strict: false,
  startedAt: after(0),
  preflight: { ok: true, findings: [] },
  seen: { order: 'T2 ledger', refund: 'T1 pages' },
  onlyCurrency: 643,
  notifications: 'json',
  requirements: '2026.1',
  properties: false,
  driver: 'http',
};

type Happens = (h: HistoryBuilder) => void;

/** An attempt of a check: how it ended, and what happened in it. */
interface Attempt {
  readonly outcome: CheckRecord['outcome'];
  readonly happens?: Happens;
}

/** What becomes of a check: its attempts, and what its record says beside them. */
export interface Course {
  readonly attempts: readonly Attempt[];
  readonly record?: Partial<CheckRecord>;
}

const paidOnce: Happens = (h) => {
  const order = h.order();
  h.report(order, 4);
  h.lookPaid(order);
};

export const creditedTwice: Happens = (h) => {
  const order = h.order();
  h.report(order, 4);
  h.lookPaid(order, { credits: 2, credited: '21.00' });
};

/** A conforming merchant with everything that a certified run may have: a warning, a waiver, second attempts. */
export const CONFORMING: Readonly<Record<string, Course>> = {
  'notification.sign.forged': { attempts: [{ outcome: 'pass', happens: paidOnce }] },
  'notification.sign.key-order': {
    attempts: [{ outcome: 'fail' }],
    record: { actual: 'The order stayed pending.' },
  },
  'order.limits': {
    attempts: [{ outcome: 'inconclusive' }, { outcome: 'inconclusive' }],
    record: { attempts: 2, actual: 'Nothing could be seen.', cause: 'suite' },
  },
  'notification.repeat.reply': {
    attempts: [{ outcome: 'inconclusive' }, { outcome: 'pass' }],
    record: { attempts: 2 },
  },
  'notification.form.decoding': {
    attempts: [{ outcome: 'fail' }, { outcome: 'pass' }],
    record: { outcome: 'pass', readings: { 'notification.form-null': 'empty' }, note: 'Under another one.' },
  },
  'refund.waiting': {
    attempts: [{ outcome: 'not-applicable' }],
    record: { note: 'The shop refunds at once.' },
  },
};

/** The same merchant, which credits an order twice and accepts what is not signed. */
export const FAILING: Readonly<Record<string, Course>> = {
  ...CONFORMING,
  'notification.sign.forged': {
    attempts: [{ outcome: 'fail', happens: creditedTwice }],
    record: { actual: 'It paid an order on a notification without a signature.' },
  },
  'notification.repeat.credits-once': { attempts: [{ outcome: 'pass', happens: creditedTwice }] },
};

/** A run as it leaves its histories, and the result that it gives. */
export interface SampleRun {
  readonly result: Result;
  /** Texts of the files, by their names. */
  readonly histories: Readonly<Record<string, string>>;
}

/** Makes a run in which every claimed check passes, but for those with a course of their own. */
export function sampleRun(
  courses: Readonly<Record<string, Course>>,
  changes: Partial<NotedInfo> = {},
  problems: readonly Problem[] = [],
): SampleRun {
  const info = { ...sampleInfo, ...changes };
  const known = new Set(catalogue.checks.map(({ id }) => id));
  const unknown = Object.keys(courses).find((id) => !known.has(id));
  if (unknown !== undefined) throw new Error(`There is no check ${unknown}.`);
  const slots = [new Slot(info, { describes: true }), new Slot(info, { describes: false })] as const;
  const records = catalogue.checks.map((check, index) => {
    const slot = index % 2 === 0 ? slots[0] : slots[1];
    const isTried = unclaimedOf(check, info.claimed).length === 0;
    return slot.conclude(
      check.id,
      isTried ? (courses[check.id] ?? { attempts: [{ outcome: 'pass' }] }) : undefined,
    );
  });
  slots[0].note(problems);
  const { requirements: _, properties: __, driver: ___, ...described } = info;
  const result = judge(
    {
      info: { ...described, outDir: '', workers: 1, secrets: [] },
      records,
      chosen: catalogue.checks.map(({ id }) => id),
      problems,
      durationMs: 20_000,
      suiteVersion: suiteVersion(),
    },
    catalogue,
  );
  return {
    result,
    histories: Object.fromEntries(
      slots.map(({ lines }, index) => [`history/slot-${index}.ndjson`, lines.join('')]),
    ),
  };
}

/** Writes one history. */
class Slot {
  readonly lines: string[] = [];
  readonly #info: NotedInfo;
  #stories = 0;

  constructor(info: NotedInfo, { describes }: { readonly describes: boolean }) {
    this.#info = info;
    const { seed, readings, merchant, claimed } = info;
    this.#add({
      ...{ kind: 'run', schema: 'gatecheck/history@1', version: suiteVersion(), seed, clock: 'virtual' },
      ...{ readings, shops: [{ id: 5 }], soleClient: true },
      merchant: { ...merchant, capabilities: claimed, tempo: TEMPO },
    });
    if (describes) this.#add({ kind: 'run-info', info });
    this.#add({ kind: 'check', id: PREFLIGHT, phase: 'end', found: { readings, tempo: { settleMs: 1000 } } });
  }

  /** Adds an event, 5 ms after the one before. */
  #add(body: object): HistoryEvent {
    const at = new Date(START_MS + 5 * this.lines.length).toISOString();
    const event = { seq: this.lines.length + 1, at, realAt: at, ...body };
    this.lines.push(`${JSON.stringify(event)}\n`);
    return event as unknown as HistoryEvent;
  }

  note(problems: readonly Problem[]): void {
    for (const problem of problems) this.#add({ kind: 'run-problem', problem });
  }

  /** Writes the attempts of a check and its record; without a course it is not claimed. */
  conclude(id: string, course: Course | undefined): CheckRecord {
    const check = catalogue.checks.find((each) => each.id === id);
    if (check === undefined) throw new Error(`There is no check ${id}.`);
    const attempts = (course?.attempts ?? []).map((attempt) => this.#attempt(id, attempt));
    const counted = (course?.record?.attempts ?? 1) - 1;
    const outcome = course?.attempts[counted]?.outcome ?? 'not-claimed';
    const record: CheckRecord = {
      ...{ id, title: check.title, level: check.level, requirements: [...check.requirements] },
      outcome: outcome === 'fail' && check.level !== 'must' ? 'warn' : outcome,
      ...{ expected: check.expectation, actual: '', proof: [], durationMs: 10, readings: {}, slot: 0 },
      reproduce: `gatecheck certify --only ${id} --seed ${this.#info.seed}`,
      attempts: attempts.length === 0 ? 0 : 1,
      laws: this.#laws(attempts[counted]),
      ...(outcome === 'not-claimed' && { note: `The merchant does not claim ${check.capabilities[0]}.` }),
      ...course?.record,
    };
    this.#add({ kind: 'check-record', record });
    return record;
  }

  #attempt(id: string, { outcome, happens }: Attempt): HistoryEvent[] {
    this.#add({ kind: 'check', id, phase: 'start' });
    const h = new HistoryBuilder(1000 * ++this.#stories);
    happens?.(h);
    const events = h.events.map(({ seq: _, at: __, realAt: ___, ...body }) => this.#add(body));
    this.#add({ kind: 'check', id, phase: 'end', outcome });
    return events;
  }

  #laws(events: readonly HistoryEvent[] | undefined): CheckRecord['laws'] {
    if (events === undefined) return [];
    const { readings, claimed } = this.#info;
    return judgeLaws(events, { readings, tempo: TEMPO, capabilities: claimed, soleClient: true }).map(
      ({ law, outcome, violations }) => ({
        id: law,
        level: findLaw(law)?.level ?? 'must',
        outcome,
        actual: violations.map(({ actual }) => actual).join(' '),
        proof: violations.flatMap(({ proof }) => proof),
      }),
    );
  }
}
