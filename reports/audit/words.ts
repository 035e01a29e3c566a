import { createColors } from 'picocolors';
import { printableLine } from '../../history/printable.ts';
import { firstOf, OUTCOME_WORDS } from '../wording.ts';
import type { Audit, AuditLaw } from './audit.ts';

/** `1 order`, `2 orders`. */
export const countWords = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

/** A recording in a sentence. */
export function recordingWords({
  format,
  line,
  events,
  from,
  to,
  torn,
  seed,
  seen,
}: Audit['recordings'][number]): string {
  const objects = [
    countWords(seen.requests, 'request'),
    countWords(seen.deliveries, 'delivery').replace('deliverys', 'deliveries'),
    countWords(seen.invoices, 'invoice'),
    countWords(seen.refunds, 'refund'),
    countWords(seen.payouts, 'payout'),
  ].join(', ');
  const isForeign = format !== 'gatecheck';
  const described = seed === null ? 'without a first line that describes the recording' : `seed ${seed}`;
  const notes = [
    isForeign ? printableLine(format) : described,
    seen.driver ? 'with a driver' : 'without a driver',
    ...(seen.others > 0 ? [`${countWords(seen.others, 'other call')} left out`] : []),
    ...(line > 1 ? [`from line ${line}`] : []),
    ...(torn ? ['its end was cut off and is left out'] : []),
  ].join(', ');
  return `${countWords(events, 'event')} from ${from} to ${to}: ${objects} (${notes}).`;
}

/** How far the evidence reaches, in a clause. */
export const TIER_WORDS: Readonly<Record<Audit['tier'], string>> = {
  'T0 traffic': 'judged by what crossed the gateway’s border; what the shop shows and books was not seen',
  'T3 interface': 'judged by the traffic, and by what the shop showed when it was asked',
};

/** What the outcome means. */
export function outcomeWords(audit: Audit): string {
  const { laws } = audit;
  const judged = laws.filter((law) => law.judged > 0 || law.found > 0).length;
  const open = laws.length - judged;
  const seen = `${judged} of ${laws.length} laws could be judged by what was recorded`;
  const broken = laws.filter((law) => law.outcome === 'fail').length;
  return audit.outcome === 'broken'
    ? `${countWords(broken, 'law')} ${broken === 1 ? 'does' : 'do'} not hold. ${seen}.`
    : `${seen}, and none is broken.${open > 0 ? ` The audit says nothing about the other ${open}.` : ''}`;
}

/** The laws as a reader wants them: what is broken first, what must hold before what should, what broke most before the rest. */
export function brokenFirst(laws: readonly AuditLaw[]): readonly AuditLaw[] {
  const rank = ({ found, outcome, level }: AuditLaw): number =>
    found === 0 ? (outcome === 'pass' ? 2 : 3) : level === 'must' ? 0 : 1;
  return laws.toSorted((a, b) => rank(a) - rank(b) || b.found - a.found);
}

/** Laws that could not be judged, by what they lack: many lack the same. */
export function byReason(laws: readonly AuditLaw[]): Map<string, AuditLaw[]> {
  const reasons = new Map<string, AuditLaw[]>();
  for (const law of laws.filter(({ found, outcome }) => found === 0 && outcome !== 'pass')) {
    reasons.set(law.note ?? '', [...(reasons.get(law.note ?? '') ?? []), law]);
  }
  return reasons;
}

/** So that all of it fits on a screen: what is more stands in the reports. */
const MOST_BROKEN = 8;
const MOST_VIOLATIONS = 3;
const MOST_EVENTS = 12;

function brokenLines(law: AuditLaw, most: number, pc: ReturnType<typeof createColors>): string[] {
  const left = law.found - most;
  const judged = law.judged > 0 ? `, ${law.judged} judged` : '';
  const words = `${OUTCOME_WORDS[law.outcome]}: ${countWords(law.found, 'violation')}${judged}`;
  const color = law.outcome === 'fail' ? pc.red : pc.yellow;
  return [
    color(`${law.outcome === 'fail' ? '✗' : '!'} ${law.id} ${words}`),
    `  ${law.title}`,
    ...law.violations
      .slice(0, most)
      .flatMap(({ actual, events }) => [
        `    ${printableLine(actual)}`,
        pc.dim(
          `      events ${events.slice(0, MOST_EVENTS).join(', ')}${events.length > MOST_EVENTS ? ' …' : ''}`,
        ),
      ]),
    ...(left > 0 ? [pc.dim(`    and ${left} more`)] : []),
  ];
}

/** What follows for the shop from what the gateway did wrong. */
export const BENEFIT_OF_THE_DOUBT =
  'Where the gateway contradicted itself about an object, the shop may keep either side: it is judged only by what holds whatever the gateway says.';

/** The audit for a terminal, plain or in colours: what is broken, what holds, and what could not be judged. */
export function renderAuditText(audit: Audit, files: readonly string[], colored: boolean): string {
  const pc = createColors(colored);
  const lines = [`${audit.tier}: ${TIER_WORDS[audit.tier]}`, `Audit of ${printableLine(audit.file)}`];
  for (const recording of audit.recordings) {
    lines.push(`  ${recordingWords(recording)}`);
    for (const gap of recording.unseen) lines.push(`  Not recorded: ${printableLine(gap)}`);
  }
  const laws = brokenFirst(audit.laws);
  const broken = laws.filter(({ found }) => found > 0);
  const held = laws.filter(({ found, outcome }) => found === 0 && outcome === 'pass');
  const most = broken.length > MOST_VIOLATIONS ? 1 : MOST_VIOLATIONS;
  for (const law of broken.slice(0, MOST_BROKEN)) lines.push('', ...brokenLines(law, most, pc));
  if (broken.length > MOST_BROKEN) {
    const rest = broken.slice(MOST_BROKEN).map(({ id }) => id);
    lines.push('', pc.red(`✗ and ${countWords(rest.length, 'law')} more: ${firstOf(rest)}`));
  }
  if (held.length > 0) {
    const names = firstOf(held.map(({ id, judged }) => `${id} (${judged})`));
    lines.push(
      '',
      pc.green(
        `✓ ${countWords(held.length, 'law')} ${held.length === 1 ? 'holds' : 'hold'} (of so many judged): ${names}`,
      ),
    );
  }
  for (const [reason, open] of byReason(laws)) {
    lines.push('', pc.dim(`· ${countWords(open.length, 'law')} not judged: ${printableLine(reason)}`));
    lines.push(pc.dim(`    ${firstOf(open.map(({ id }) => id))}`));
  }
  for (const { id, title, found, violations } of audit.gateway) {
    const [first] = violations;
    lines.push('', pc.yellow(`! The recorded gateway broke ${id} ${countWords(found, 'time')}. ${title}`));
    if (first !== undefined) lines.push(`    ${printableLine(first.actual)}`);
  }
  if (audit.gateway.length > 0) lines.push(pc.dim(`  ${BENEFIT_OF_THE_DOUBT}`));
  lines.push('', pc.bold(audit.outcome === 'broken' ? 'A law is broken.' : 'Nothing found.'));
  lines.push(outcomeWords(audit), ...(files.length === 0 ? [ALL_OF_IT] : files));
  return `${lines.join('\n')}\n`;
}

const ALL_OF_IT = 'All of it, law by law, with the story of each order: --out DIR.';
