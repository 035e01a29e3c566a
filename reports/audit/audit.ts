import { z } from 'zod';
import { strangersSay } from '../../history/foreign/index.ts';
import { levelSchema, outcomeSchema, proofSchema, tierSchema, worstOutcome } from '../../history/index.ts';
import type { HistoryView } from '../../history/view/types.ts';
import { gatewayRules } from '../../ledger/index.ts';
import type { LawDefinition } from '../../ledger/types.ts';
import type { GatewayBreach, JudgeOptions, Violation } from '../../obligations/index.ts';
import { bindingOutcome } from '../merge-records.ts';
import { type AnyRecording, foreignIn, hasDriver, judgeRecording } from './judged.ts';
import { TimelinePicker, timelineSchema } from './timelines.ts';
import { whyUnseen } from './unseen.ts';

/** The name and version of the format of `audit.json`. */
export const AUDIT_SCHEMA = 'gatecheck/audit@1';

const violationSchema = z.strictObject({
  recording: z.int().positive().describe('Which recording of the file, counted from 1.'),
  key: z.string().describe('The object: a reference, a shop_order_id, a shop_payment_id …'),
  actual: z.string(),
  events: z.array(z.number()).describe('Sequence numbers, in that recording, of the events that prove it.'),
  proof: z.array(proofSchema),
});

const lawSchema = z.strictObject({
  id: z.string(),
  level: levelSchema,
  title: z.string(),
  outcome: outcomeSchema,
  judged: z.int().describe('How many objects were judged.'),
  found: z.int().describe('How many violations there are; the first of them are listed.'),
  violations: z.array(violationSchema),
  note: z.string().optional().describe('Why it could not be judged, or what no history shows of it.'),
});

const gatewayRuleSchema = z.strictObject({
  id: z.string(),
  title: z.string(),
  found: z.int().describe('How often the recorded gateway broke it; the first are listed.'),
  violations: z.array(violationSchema),
});

/** What crossed the gateway's border, or also what the merchant showed when it was asked. */
const auditTierSchema = tierSchema.extract(['T0 traffic', 'T3 interface']);

const recordingSchema = z.strictObject({
  format: z.string().describe('What it was recorded with, such as `gatecheck` or `HAR (Firefox 128.0)`.'),
  line: z.int().positive().describe('Line of the file that it begins in.'),
  events: z.int(),
  from: z.string(),
  to: z.string(),
  torn: z.boolean().describe('Its last line was cut off and left out.'),
  version: z.string().nullable(),
  seed: z.number().nullable(),
  seen: z.strictObject({
    invoices: z.int(),
    refunds: z.int(),
    payouts: z.int(),
    requests: z.int(),
    deliveries: z.int(),
    driver: z.boolean().describe('Whether the merchant was asked what it shows.'),
    others: z.int().describe('Calls that are not about the gateway, left out.'),
  }),
  unseen: z.array(z.string()).describe('What its format lacks, in sentences.'),
});

/** `audit.json`: what the laws say about a recorded history. */
export const auditSchema = z.strictObject({
  schema: z.literal(AUDIT_SCHEMA),
  suite: z.string(),
  file: z.string(),
  tier: auditTierSchema.describe(
    'How far the evidence reaches: as far as that of the recording that has least.',
  ),
  outcome: z.enum(['broken', 'nothing-found']),
  readings: z.record(z.string(), z.string()).describe('Interpretations given on the command line.'),
  recordings: z.array(recordingSchema),
  laws: z.array(lawSchema),
  gateway: z
    .array(gatewayRuleSchema)
    .describe(
      'Rules that the recorded gateway broke. Where it contradicted itself about an object, the shop gets the benefit of the doubt.',
    ),
  timelines: z.array(timelineSchema),
  left: z.strictObject({ orders: z.int(), payouts: z.int() }).describe('Objects without a timeline here.'),
});
export type Audit = z.infer<typeof auditSchema>;
export type AuditLaw = Audit['laws'][number];
export type AuditGatewayRule = Audit['gateway'][number];

/** Of each law so many violations are listed; all are counted. */
const MOST_VIOLATIONS = 100;

/**
 * Judges recordings by every law: what can be seen is judged, the rest says what is missing.
 *
 * @param readings readings that are to hold instead of those that were recorded
 */
export function auditOf(
  recordings: readonly AnyRecording[],
  about: {
    readonly file: string;
    readonly suite: string;
    readonly readings: Readonly<Record<string, string>>;
  },
  definitions: readonly LawDefinition[],
): Audit {
  const laws = new Map<string, AuditLaw>();
  const gateway = new Map<string, AuditGatewayRule>();
  const picker = new TimelinePicker();
  const options: JudgeOptions = { readings: about.readings };
  const shown = recordings.map((recording, index) => {
    const { view, verdicts, gateway: breaches } = judgeRecording(recording, options);
    for (const breach of breaches) addBreach(gateway, index + 1, breach);
    for (const verdict of verdicts) {
      const definition = definitions.find(({ id }) => id === verdict.law);
      const level = definition?.level ?? 'must';
      const before = laws.get(verdict.law);
      const note =
        verdict.outcome === 'not-applicable' ? (whyUnseen(verdict.law, view) ?? verdict.note) : verdict.note;
      const violations = verdict.violations.map((violation) => inRecording(index + 1, violation));
      const outcome = bindingOutcome(level, verdict.outcome);
      laws.set(verdict.law, {
        id: verdict.law,
        level,
        title: definition?.title ?? verdict.law,
        outcome: before === undefined ? outcome : worstOutcome([before.outcome, outcome]),
        judged: (before?.judged ?? 0) + verdict.judged,
        found: (before?.found ?? 0) + violations.length,
        violations: [...(before?.violations ?? []), ...violations].slice(0, MOST_VIOLATIONS),
        ...noteOf(before?.note ?? note),
      });
    }
    picker.take(index + 1, view, verdicts);
    return recordingOf(recording, view);
  });
  const judged = [...laws.values()].map((law) =>
    law.judged > 0 && law.outcome === 'pass' ? quiet(law) : law,
  );
  return {
    schema: AUDIT_SCHEMA,
    suite: about.suite,
    file: about.file,
    tier: shown.every(({ seen }) => seen.driver) ? 'T3 interface' : 'T0 traffic',
    outcome: judged.some((law) => law.outcome === 'fail') ? 'broken' : 'nothing-found',
    readings: { ...about.readings },
    recordings: shown,
    laws: judged,
    gateway: [...gateway.values()],
    ...picker.result(),
  };
}

const inRecording = (recording: number, { key, actual, events, proof }: Violation) => ({
  recording,
  key,
  actual,
  events: [...events],
  proof: [...proof],
});

/** Counts what the recorded gateway did wrong, by its rules. */
function addBreach(rules: Map<string, AuditGatewayRule>, recording: number, breach: GatewayBreach): void {
  const { rule: id } = breach;
  const title = gatewayRules.find((each) => each.id === id)?.title ?? id;
  const rule = rules.get(id) ?? { id, title, found: 0, violations: [] };
  rules.set(id, rule);
  rule.found += 1;
  if (rule.violations.length < MOST_VIOLATIONS) rule.violations.push(inRecording(recording, breach));
}

const noteOf = (note: string | undefined) => (note === undefined ? {} : { note });

/** A law that was judged in one recording need not say that another had nothing for it. */
function quiet({ note: _, ...law }: AuditLaw): AuditLaw {
  return law;
}

/** What was recorded and is held against nobody, in sentences. */
const leftOut = ({ strangers, cutRequests }: HistoryView): string[] => [
  ...(strangers > 0 ? [strangersSay(strangers)] : []),
  ...(cutRequests > 0
    ? [
        `The whole of ${cutRequests} request${cutRequests === 1 ? '' : 's'}, whose connection ended too early. Nobody is judged by ${cutRequests === 1 ? 'it' : 'them'}.`,
      ]
    : []),
];

function recordingOf(recording: AnyRecording, view: HistoryView): Audit['recordings'][number] {
  const { events, firstLine, torn } = recording;
  const foreign = foreignIn(recording);
  const first = events[0];
  const run = first?.kind === 'run' ? first : undefined;
  return {
    format: foreign?.format ?? 'gatecheck',
    line: firstLine,
    events: events.length,
    from: first?.at ?? '',
    to: events.at(-1)?.at ?? '',
    torn,
    version: run?.version ?? null,
    seed: run?.seed ?? null,
    seen: {
      invoices: view.invoices.length,
      refunds: view.refunds.length,
      payouts: view.payouts.length,
      requests: view.exchanges.length,
      deliveries: view.deliveries.length,
      driver: hasDriver(view),
      others: foreign?.others ?? 0,
    },
    unseen: [...(foreign?.gaps ?? []).map(({ says }) => says), ...leftOut(view)],
  };
}
