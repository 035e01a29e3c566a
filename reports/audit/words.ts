import { createColors } from 'picocolors';
import type { Outcome } from '../../history/outcome.ts';
import { printableLine } from '../../history/printable.ts';
import { OUTCOME_WORDS } from '../wording.ts';
import type { Audit } from './audit.ts';

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

const MARK: Readonly<Partial<Record<Outcome, string>>> = { pass: '✓', fail: '✗', warn: '!' };
const MOST_LINES = 5;

/** The audit for a terminal, plain or in colours. */
export function renderAuditText(audit: Audit, files: readonly string[], colored: boolean): string {
  const pc = createColors(colored);
  const lines = [`${audit.tier}: ${TIER_WORDS[audit.tier]}`, `Audit of ${printableLine(audit.file)}`];
  for (const recording of audit.recordings) {
    lines.push(`  ${recordingWords(recording)}`);
    for (const gap of recording.unseen) lines.push(`  Not recorded: ${printableLine(gap)}`);
  }
  lines.push('');
  for (const law of audit.laws) {
    const mark = MARK[law.outcome] ?? '·';
    const judged = law.judged > 0 ? ` (${law.judged} judged)` : '';
    const line = `${mark} ${law.id.padEnd(30)} ${OUTCOME_WORDS[law.outcome]}${judged}`;
    const color = law.outcome === 'fail' ? pc.red : law.outcome === 'pass' ? pc.green : pc.dim;
    lines.push(color(line));
    for (const violation of law.violations.slice(0, MOST_LINES)) {
      lines.push(`    ${printableLine(violation.actual)}`, `      events ${violation.events.join(', ')}`);
    }
    if (law.found > MOST_LINES) lines.push(`    and ${law.found - MOST_LINES} more`);
    if (law.found === 0 && law.note !== undefined) lines.push(pc.dim(`    ${printableLine(law.note)}`));
  }
  lines.push('', pc.bold(audit.outcome === 'broken' ? 'A law is broken.' : 'Nothing found.'));
  lines.push(outcomeWords(audit), ...files);
  return `${lines.join('\n')}\n`;
}
