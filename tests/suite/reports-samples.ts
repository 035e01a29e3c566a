import type { CheckRecord, LawRecord } from '../../history/record.ts';
import type { RunInfo } from '../../history/run-info.ts';
import { frozenSet } from '../../ledger/index.ts';
import type { Binding } from '../../ledger/requirements/types.ts';
import type { CheckDefinition } from '../../ledger/types.ts';
import type { Catalogue } from '../../reports/catalogue.ts';
import type { Evidence } from '../../reports/evidence.ts';

type Facts = Pick<CheckDefinition, 'requirements' | 'capabilities'>;

const check = (id: string, more: Partial<Facts>, binding: Binding = { level: 'must' }): CheckDefinition => ({
  id,
  title: `${id} is right`,
  requirements: ['events.5'],
  capabilities: ['invoice'],
  rule: `Rule of ${id} (Events 5).`,
  expectation: `What ${id} expects.`,
  fix: `How to mend ${id}.`,
  ...more,
  ...binding,
});

const QUICK: Binding = { level: 'should', whyShould: 'How quick is not said.' };

/** A small catalogue with made-up checks. */
export const catalogue: Catalogue = {
  properties: [{ ...check('property.a', { requirements: [] }), kind: 'property' }],
  checks: [
    check('a.one', {}),
    check('a.two', { requirements: ['events.5', 'events.6'] }),
    check('a.should', { requirements: ['events.7'] }, QUICK),
    check('p.one', { capabilities: ['payout'], requirements: ['states.payout'] }),
  ],
  requirements: [
    { id: 'events.5', level: 'must', party: 'merchant', section: 'Events 5', text: 'Verify the signature.' },
    { id: 'events.6', level: 'must', party: 'both', section: 'Events 6', text: 'Answer OK.' },
    { id: 'events.7', ...QUICK, party: 'merchant', section: 'Events 7', text: 'Be quick.' },
    { id: 'events.10', level: 'must', party: 'gateway', section: 'Events 10', text: 'Retry 25 times.' },
    {
      id: 'states.payout',
      level: 'must',
      party: 'merchant',
      section: 'States',
      text: 'Created is not paid.',
    },
    {
      id: 'limits.x',
      level: 'must',
      party: 'merchant',
      section: 'Limits',
      text: 'Keep the secret.',
      unchecked: 'It happens inside the merchant.',
    },
  ],
  laws: [],
  requirementsDigest: `sha256:${'a'.repeat(64)}`,
  set: { version: '2026.1', digest: frozenSet('2026.1').digest },
  announced: new Set(),
};

/** What the set-up would say of a whole run of {@link catalogue}. */
export const runInfo: RunInfo = {
  merchant: { name: 'Kiosk', version: '1.4.2' },
  configuration: `sha256:${'b'.repeat(64)}`,
  seed: 42,
  readings: { 'notification.status': 'integer' },
  claimed: ['invoice', 'payout'],
  unclaimed: ['hold'],
  notApplicable: [],
  selection: null,
  waivers: [],
  strict: false,
  startedAt: '2026-03-01T10:00:00.000Z',
  outDir: '/tmp/never-written',
  preflight: { ok: true, findings: [] },
  workers: 2,
  notifications: 'json',
  secrets: [],
};

export function record(
  id: string,
  outcome: CheckRecord['outcome'],
  more: Partial<CheckRecord> = {},
): CheckRecord {
  const known = catalogue.checks.find((candidate) => candidate.id === id);
  return {
    id,
    title: known?.title ?? id,
    level: known?.level ?? 'must',
    requirements: [...(known?.requirements ?? [])],
    outcome,
    expected: known?.expectation ?? 'something',
    actual: outcome === 'fail' ? `${id} did something else` : '',
    proof: [],
    reproduce: `gatecheck certify --only ${id} --seed 42`,
    durationMs: 10,
    attempts: 1,
    laws: [],
    readings: {},
    slot: 0,
    ...more,
  };
}

export const law = (id: string, outcome: LawRecord['outcome'], more: Partial<LawRecord> = {}): LawRecord => ({
  id,
  level: 'must',
  outcome,
  actual: outcome === 'fail' ? `${id} was broken` : '',
  proof: [],
  ...more,
});

export function evidence(records: readonly CheckRecord[], more: Partial<Evidence> = {}): Evidence {
  return {
    info: runInfo,
    records,
    chosen: catalogue.checks.map((known) => known.id),
    problems: [],
    durationMs: 1234,
    suiteVersion: '0.1.0',
    ...more,
  };
}

/** Every check of {@link catalogue} with the outcome `pass`, but for those given. */
export function allPass(changes: Readonly<Record<string, CheckRecord['outcome']>> = {}): CheckRecord[] {
  return catalogue.checks.map((known) => record(known.id, changes[known.id] ?? 'pass'));
}
