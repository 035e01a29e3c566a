import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Outcome } from '../history/outcome.ts';
import { writeWhole } from './files.ts';
import type { PropertyResult, Result } from './result.ts';

/** What a result of Allure is completed with. */
type Outcomes = Pick<
  PropertyResult,
  'title' | 'outcome' | 'level' | 'actual' | 'expected' | 'note' | 'reproduce' | 'counterexample'
> & { readonly requirements?: readonly string[] };

import { OUTCOME_WORDS } from './wording.ts';

/** The parts of an Allure result that we complete; the rest stays as it is. */
const allureSchema = z.looseObject({
  name: z.string(),
  labels: z.array(z.looseObject({ name: z.string(), value: z.string() })).default([]),
});
type AllureResult = z.infer<typeof allureSchema>;

/** Allure's statuses by outcome. What Allure calls broken is what needs a look and is no failure of a must. */
const STATUS: Readonly<Record<Outcome, 'passed' | 'failed' | 'broken' | 'skipped' | 'unknown'>> = {
  pass: 'passed',
  fail: 'failed',
  warn: 'broken',
  'harness-failed': 'broken',
  'setup-failed': 'broken',
  inconclusive: 'unknown',
  'not-run': 'unknown',
  'not-claimed': 'skipped',
  'not-applicable': 'skipped',
};

/** What the categories of the report tell apart, in this order: every kind of outcome but a pass. */
export const CATEGORIES: readonly { readonly outcome: Outcome; readonly name: string }[] = [
  { outcome: 'fail', name: 'Failed: a must does not hold' },
  { outcome: 'warn', name: 'Warned: a should does not hold, or the check is newer than the requirements' },
  { outcome: 'inconclusive', name: 'Inconclusive: it could not be decided' },
  { outcome: 'setup-failed', name: 'Set-up failed: nothing was judged' },
  { outcome: 'harness-failed', name: 'Harness failed: an error of the suite' },
  { outcome: 'not-run', name: 'Not run' },
  { outcome: 'not-claimed', name: 'Not claimed' },
  { outcome: 'not-applicable', name: 'Not applicable' },
];

/** The label by which the categories tell outcomes apart. */
export const OUTCOME_LABEL = 'outcome';

/**
 * The report shows the share of checks that passed, as if a certificate were a matter of percent, beside the
 * verdict: what is not claimed would count against the merchant. The ring with the counts stays.
 */
export const NO_PERCENT = '<style>[aria-label^="Success rate"]{display:none}</style>';

/**
 * The report makes a link only of an address on the web, and shows any other as text. This makes the names of
 * requirements lead to `statement.html` beside the report.
 */
export const LINK_SCRIPT = `<style>[data-testid="test-result-meta-link"]{cursor:pointer}</style><script>
addEventListener('click', ({ target }) => {
  const link = target.closest?.('[data-testid="test-result-meta-link"]');
  if (link && !link.querySelector('a')) open('../statement.html#requirement-' + encodeURIComponent(link.textContent.trim()));
});
</script>`;

/** Where `statement.html` tells of a requirement, seen from the generated report. */
export const requirementPage = (id: string): string =>
  `../statement.html#requirement-${encodeURIComponent(id)}`;

/**
 * Gives the runner's Allure results the outcomes of the verdict: status, message, category, severity, what is
 * expected, and a link to each requirement. A runner knows only whether a test passed.
 */
export function completeAllureResults(outDir: string, result: Result): void {
  const dir = join(outDir, 'allure-results');
  if (!existsSync(dir)) return;
  const shown = [...result.checks, ...(result.properties ?? [])];
  const checks = new Map<string, Outcomes>(shown.map((each) => [each.id, each]));
  for (const name of readdirSync(dir).filter((file) => file.endsWith('-result.json'))) {
    const parsed = allureSchema.safeParse(jsonIn(join(dir, name)));
    if (!parsed.success) continue;
    const check = checks.get(parsed.data.name.split(':')[0] ?? '');
    if (check !== undefined) writeWhole(join(dir, name), JSON.stringify(completed(parsed.data, check)));
  }
}

/** An Allure result with the outcome of its check or property. Pure. */
export function completed(found: AllureResult, check: Outcomes): AllureResult {
  const own = new Set([OUTCOME_LABEL, 'severity', 'level']);
  const says = check.outcome === 'pass' ? '' : check.actual || check.note || OUTCOME_WORDS[check.outcome];
  const { outcome, level } = check;
  return {
    ...found,
    status: STATUS[outcome],
    statusDetails: says === '' ? {} : { message: says },
    description: [
      check.title,
      ...(check.expected === '' ? [] : [`**Expected:** ${escaped(check.expected)}`]),
      ...(check.counterexample === undefined ? [] : [`**Smallest:** ${escaped(check.counterexample)}`]),
      ...(check.note === undefined ? [] : [`**Note:** ${escaped(check.note)}`]),
      `**Again:** \`${check.reproduce.replaceAll('`', "'")}\``,
    ].join('\n\n'),
    labels: [
      ...found.labels.filter((label) => !own.has(label.name)),
      { name: OUTCOME_LABEL, value: outcome },
      { name: 'level', value: level },
      { name: 'severity', value: level === 'must' ? 'critical' : 'minor' },
    ],
    links: (check.requirements ?? []).map((id) => ({
      type: 'requirement',
      name: id,
      url: requirementPage(id),
    })),
  };
}

/** Text of a run as it can't become Markdown or HTML. */
const escaped = (text: string): string =>
  text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/[\\`*_{}[\]#|]/g, '\\$&');

function jsonIn(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
