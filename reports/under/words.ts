import { createColors } from 'picocolors';
import { printableLine } from '../../history/printable.ts';
import { standsAgainst, type Under, type UnderFinding } from './under.ts';

/** How far the evidence reaches, in a clause. */
export const UNDER_TIER_WORDS =
  'judged by your tests, and by what crossed the gateway’s border; what the shop shows and books was seen by your tests alone';

const OUTCOME_WORDS: Readonly<Record<Under['mischief'][number]['outcome'], string>> = {
  harmless: 'not noticed',
  found: 'FOUND',
  undecided: 'undecided',
  unconfirmed: 'red once, and not again',
  'not-met': 'no occasion in your tests',
  'not-run': 'not run',
};

/** What became of a kind of mischief, in words. */
export const mischiefOutcome = ({ outcome }: Under['mischief'][number]): string => OUTCOME_WORDS[outcome];

/** What a reader must know beside the outcome, in sentences. */
export function underNotes({ tests, mischief, findings }: Under): readonly string[] {
  const named = (politely: Under['tests'][number]['politely']): string[] =>
    tests.filter((test) => test.politely === politely).map(({ name }) => name);
  const [red, flaky] = [named('red'), named('flaky')];
  const forged = mischief.some(
    ({ id, outcome, tookPlace }) => id.startsWith('forged.') && outcome === 'harmless' && tookPlace > 0,
  );
  const some = (says: string, names: readonly string[]): string[] =>
    names.length === 0 ? [] : [`${says}: ${names.join(', ')}.`];
  return [
    ...some('Red without any mischief, so that they accuse nobody', red),
    ...some('Now green and now red without any mischief, so that they accuse nobody', flaky),
    ...(forged
      ? [
          'A forged notification whose effect neither your tests nor the traffic show proves nothing: that no test turned red says only that none looks at what a believed one would change. A test that an unpaid and a declined order stay unpaid does; `gatecheck fuzz notifications` asks the shop itself.',
        ]
      : []),
    ...(findings.some(({ kind }) => kind === 'undecided')
      ? [
          'Undecided is held against nobody: how soon a merchant goes on after a lost answer is its own, and your tests may have given up before. Let them wait longer, or look at the traffic.',
        ]
      : []),
  ];
}

const MOST_LINES = 8;

function findingLines(finding: UnderFinding): readonly string[] {
  const { says, tests, laws, story, reproduce, output } = finding;
  const lines = [says];
  for (const { name, message } of tests) {
    lines.push(`  test: ${printableLine(name)}`);
    for (const line of message.split('\n').slice(0, MOST_LINES)) lines.push(`    ${printableLine(line)}`);
  }
  for (const { id, actual, proof } of laws.slice(0, MOST_LINES)) {
    lines.push(`  ${id}: ${printableLine(actual)}`);
    for (const { text } of proof.slice(0, MOST_LINES)) lines.push(`    ${printableLine(text)}`);
  }
  if (story.length > 0 && laws.length === 0) {
    lines.push('  what the gateway did:');
    for (const { text } of story.slice(0, MOST_LINES)) lines.push(`    ${printableLine(text)}`);
  }
  lines.push(`  What your tests printed: ${output}`, `  Again: ${reproduce}`);
  return lines;
}

/** All of it for a terminal, plain or in colours. */
export function renderUnderText(under: Under, files: readonly string[], colored: boolean): string {
  const pc = createColors(colored);
  const lines = [`${under.tier}: ${UNDER_TIER_WORDS}`, pc.bold(under.headline), ''];
  for (const finding of under.findings) {
    const [first = '', ...rest] = findingLines(finding);
    const color = standsAgainst(finding) ? pc.red : pc.yellow;
    lines.push(color(`${standsAgainst(finding) ? '✗' : '?'} ${first}`), ...rest, '');
  }
  for (const each of under.mischief) {
    const mark = each.outcome === 'found' ? '✗' : each.outcome === 'harmless' ? '✓' : '·';
    const times = each.tookPlace > 0 ? ` (${each.tookPlace} times)` : '';
    const line = `${mark} ${each.id.padEnd(24)} ${mischiefOutcome(each)}${times}`;
    lines.push(each.outcome === 'found' ? pc.red(line) : each.outcome === 'harmless' ? line : pc.dim(line));
  }
  const judged = under.laws.filter((law) => law.judged > 0).length;
  lines.push(
    '',
    `Traffic: ${judged} of ${under.laws.length} laws could be judged by it; under.json says why not the others.`,
  );
  lines.push(...underNotes(under).map(printableLine), ...files);
  return `${lines.join('\n')}\n`;
}
