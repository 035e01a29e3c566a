import { createColors } from 'picocolors';
import type { Outcome } from '../../history/outcome.ts';
import { OUTCOME_WORDS } from '../wording.ts';
import type { Audit } from './audit.ts';

/** `1 order`, `2 orders`. */
export const countWords = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

/** A recording in a sentence. */
export function recordingWords({
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
  const notes = [
    seed === null ? 'without a first line that describes the recording' : `seed ${seed}`,
    seen.driver ? 'with a driver' : 'without a driver',
    ...(line > 1 ? [`from line ${line}`] : []),
    ...(torn ? ['its last line was cut off and is left out'] : []),
  ].join(', ');
  return `${countWords(events, 'event')} from ${from} to ${to}: ${objects} (${notes}).`;
}

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
  const lines = [`Audit of ${printable(audit.file)}`];
  for (const recording of audit.recordings) lines.push(`  ${recordingWords(recording)}`);
  lines.push('');
  for (const law of audit.laws) {
    const mark = MARK[law.outcome] ?? '·';
    const judged = law.judged > 0 ? ` (${law.judged} judged)` : '';
    const line = `${mark} ${law.id.padEnd(30)} ${OUTCOME_WORDS[law.outcome]}${judged}`;
    const color = law.outcome === 'fail' ? pc.red : law.outcome === 'pass' ? pc.green : pc.dim;
    lines.push(color(line));
    for (const violation of law.violations.slice(0, MOST_LINES)) {
      lines.push(`    ${printable(violation.actual)}`, `      events ${violation.events.join(', ')}`);
    }
    if (law.found > MOST_LINES) lines.push(`    and ${law.found - MOST_LINES} more`);
    if (law.found === 0 && law.note !== undefined) lines.push(pc.dim(`    ${law.note}`));
  }
  lines.push('', pc.bold(audit.outcome === 'broken' ? 'A law is broken.' : 'Nothing found.'));
  lines.push(outcomeWords(audit), ...files);
  return `${lines.join('\n')}\n`;
}

/** Recorded text may hold control characters, with which a terminal could be made to show something else. */
function printable(text: string): string {
  return text.replace(
    /\p{Cc}/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
