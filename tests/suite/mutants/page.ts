import { code, table } from '../strength/page.ts';
import { isRight } from './areas.ts';
import { type Class, classes, classOf } from './classes.ts';
import { type Mutant, placeOf } from './mutant.ts';
import type { Fate, MutantResult } from './result.ts';
import type { Left, MutatedShop } from './shops/shop.ts';

/** What is known of one shop. */
export interface ShopFacts {
  readonly shop: Pick<MutatedShop, 'title' | 'mutators'>;
  /** The mutants that there are, measured or not, in the order of the sources. */
  readonly mutants: readonly Mutant[];
  readonly left: readonly Left[];
  /** What is known of them, in the order in which they are measured. */
  readonly sample: readonly MutantResult[];
}

/** A row of the totals. */
interface Sum {
  readonly what: string;
  readonly of: (result: MutantResult) => boolean;
}

const fate =
  (...fates: readonly Fate[]) =>
  (result: MutantResult): boolean =>
    fates.includes(result.fate);

/** No check saw anything of it. */
export const hasSurvived = fate('survived', 'uncovered');

const classed =
  (name: Class | undefined) =>
  (result: MutantResult): boolean =>
    hasSurvived(result) && classOf(result.key)?.class === name;

const sums: readonly Sum[] = [
  {
    what: 'killed by the right check',
    of: (result) => fate('killed')(result) && isRight(result, result.file),
  },
  { what: 'killed by another', of: (result) => fate('killed')(result) && !isRight(result, result.file) },
  { what: 'killed at the start: the shop or a plain flow of the preflight did not work', of: fate('start') },
  { what: 'left open: no must failed, and no certificate', of: fate('open') },
  { what: 'warned: only recommendations were broken', of: fate('warned') },
  { what: 'survived, equivalent', of: classed('equivalent') },
  { what: 'survived, legal', of: classed('legal') },
  { what: 'survived, outside the specification', of: classed('outside') },
  { what: 'survived, **missed**', of: classed('missed') },
  { what: 'survived, not classed yet', of: classed(undefined) },
  { what: 'could not be measured', of: fate('unmeasured') },
];

const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;

/** The bounds of a share of which a sample has shown so many, with 95 % confidence, after Wilson. */
export function wilson(part: number, whole: number): readonly [low: number, high: number] {
  if (whole === 0) return [0, 1];
  const z = 1.959964;
  const share = part / whole;
  const middle = (share + z ** 2 / (2 * whole)) / (1 + z ** 2 / whole);
  const spread =
    (z / (1 + z ** 2 / whole)) * Math.sqrt((share * (1 - share)) / whole + z ** 2 / (4 * whole ** 2));
  return [middle - spread, middle + spread];
}

/** How many mutants were killed of those that break the specification, or of which nobody knows yet; in sentences. */
export function scoreOf(results: readonly MutantResult[]): string {
  const killed = results.filter(fate('killed', 'start')).length;
  const noticed = results.filter(fate('open', 'warned')).length;
  const right = new Set<Class | undefined>(['equivalent', 'legal', 'outside']);
  const excused = results.filter((result) => hasSurvived(result) && right.has(classOf(result.key)?.class));
  const counted = results.length - excused.length;
  const [low, high] = wilson(killed, counted).map((bound) => percent(bound, 1));
  return `${killed} of ${counted} mutants that break the specification, or of which it is not known, were killed: ${percent(killed, counted)}, with 95 % confidence ${low} to ${high} of all (Wilson). ${noticed} more were warned of, or left without a certificate.`;
}

/** What nobody has judged, or has judged wrongly, with a word on which of the two. */
export const unsettled = (
  results: readonly MutantResult[],
): readonly { readonly says: string; readonly result: MutantResult }[] =>
  results.flatMap((result) => {
    const isClassed = classOf(result.key) !== undefined;
    if (hasSurvived(result) === isClassed) return [];
    return [{ says: isClassed ? 'classed as a survivor' : 'not classed', result }];
  });

/** The totals in words, each with its share. */
export const totals = (results: readonly MutantResult[]): readonly (readonly [string, number, string])[] =>
  sums
    .map(({ what, of }) => [what, results.filter(of).length] as const)
    .filter(([, number]) => number > 0)
    .map(([what, number]) => [what, number, percent(number, results.length)]);

const change = ({ mutator, original, replacement }: MutantResult): string => {
  const line = (text: string): string => {
    const one = text.replace(/\s+/g, ' ').replaceAll('`', "'").trim();
    return code(one.length > 100 ? `${one.slice(0, 100)} …` : one || ' ');
  };
  return `${mutator}: ${line(original)} → ${line(replacement)}`;
};

const met = ({ fate: end, met: some, covering }: MutantResult): string =>
  end === 'uncovered' ? 'no check comes by' : some < covering ? `${some} of ${covering}` : String(some);

const seer = ({ by = '', law }: MutantResult): string =>
  law === undefined ? code(by) : `${code(law)} in ${code(by)}`;

/** What is there for those who look for it. */
const folded = (mutants: number, text: string): string =>
  `<details>\n<summary>${mutants} ${mutants === 1 ? 'mutant' : 'mutants'}</summary>\n\n${text}\n\n</details>\n\n`;

/** A list of mutants under a heading; nothing where there are none. */
function list(
  head: string,
  says: string,
  results: readonly MutantResult[],
  column: readonly [string, (result: MutantResult) => string],
): string {
  if (results.length === 0) return '';
  const rows = results.map((result) => [code(placeOf(result)), change(result), column[1](result)]);
  return `### ${head}\n\n${says}\n\n${folded(results.length, table(['where', 'change', column[0]], rows))}`;
}

/** The classed survivors, with the reason of each group above its list. */
function survivors(results: readonly MutantResult[]): string {
  const groups = classes.flatMap((row) => {
    const own = results.filter((result) => hasSurvived(result) && row.mutants.includes(result.key));
    return own.length === 0 ? [] : [{ ...row, own }];
  });
  const order: readonly Class[] = ['missed', 'equivalent', 'legal', 'outside'];
  return order
    .map((name) => {
      const of = groups.filter((group) => group.class === name);
      const parts = of.map(({ why, own }) => {
        const rows = own.map((result) => [code(placeOf(result)), change(result), met(result)]);
        return `${why}\n\n${table(['where', 'change', 'checks met'], rows)}\n\n`;
      });
      const mutants = of.flatMap(({ own }) => own).length;
      return of.length === 0 ? '' : `### Survived: ${name}\n\n${folded(mutants, parts.join('').trimEnd())}`;
    })
    .join('');
}

/** Each file of the shop with what became of its mutants. */
function byFile({ sample: results, mutants: all }: ShopFacts): string {
  const files = [...new Set(all.map(({ file }) => file))];
  const rows = files.map((file) => {
    const of = results.filter((result) => result.file === file);
    const count = (is: (result: MutantResult) => boolean): string => String(of.filter(is).length);
    return [
      code(file),
      String(all.filter((mutant) => mutant.file === file).length),
      String(of.length),
      count(fate('killed', 'start')),
      count(fate('open', 'warned')),
      count(hasSurvived),
      count(classed('missed')),
      count(classed(undefined)),
    ];
  });
  return table(
    ['file', 'mutants', 'measured', 'killed', 'open or warned', 'survived', 'missed', 'not classed'],
    rows,
  );
}

const extent = (sample: number, all: number): string =>
  sample === all
    ? `All ${all} mutants were measured.`
    : `**A uniform sample of ${sample} of ${all} mutants (${percent(sample, all)})** was measured: they are taken in the order of a hash of their names, and the next measurement goes on where this one ended.`;

/** The lists of what did not end as it should. */
function lists(results: readonly MutantResult[]): string {
  const another = results.filter((result) => fate('killed')(result) && !isRight(result, result.file));
  return [
    survivors(results),
    list('Survived: not classed yet', 'Nobody has looked at these yet.', results.filter(classed(undefined)), [
      'checks met',
      met,
    ]),
    list('Killed by another check', 'No must that is about their lines failed first.', another, [
      'killed by',
      seer,
    ]),
    list(
      'Left open',
      'Checks could not be concluded, so there is no certificate; no must failed.',
      results.filter(fate('open')),
      ['first at', seer],
    ),
    list('Warned', 'The merchant is certified, with a warning.', results.filter(fate('warned')), [
      'warned by',
      seer,
    ]),
    list(
      'Could not be measured',
      'What a check saw did not come again when it was repeated, or came without the mutant as well; the next measurement tries again.',
      results.filter(fate('unmeasured')),
      ['checks that cover it', ({ covering }) => String(covering)],
    ),
  ].join('');
}

/** What is known of the mutants of one shop. */
function section(facts: ShopFacts): string {
  const { shop, mutants, left } = facts;
  const place = new Map(mutants.map(({ key }, index) => [key, index]));
  const results = facts.sample.toSorted((a, b) => (place.get(a.key) ?? 0) - (place.get(b.key) ?? 0));
  const most = Math.max(0, ...results.map((result) => result.met));
  const capped = results.filter((result) => hasSurvived(result) && result.met < result.covering);
  return `## The ${shop.title}

Mutators: ${shop.mutators}. ${extent(results.length, mutants.length)} A mutant met ${most} checks at most; ${capped.length} survivors would have met more.

${scoreOf(results)}

${table(
  ['what became of it', 'mutants', 'share'],
  totals(results).map(([what, number, share]) => [what, String(number), share]),
)}

### Files of the ${shop.title}

${byFile(facts)}

### Left out of the ${shop.title}

${table(
  ['what', 'mutants', 'why'],
  left.map(({ what, why, mutants: number }) => [what, String(number), why]),
)}

${lists(results)}`;
}

/** docs/mutants.md. */
export function mutantsPage(all: readonly ShopFacts[]): string {
  const samples = all.flatMap(({ sample }) => sample);
  const commits = [...new Set(samples.map(({ commit }) => commit))].map(code).join(', ');
  return `# Mutants

How much of the suite's strength do we owe to what we thought of? Here a machine makes the mistakes: mutators change one place of a shop at a time. Each mutant meets the checks whose stories come by its place, as measured on the unmutated shop, the most telling first, until a must fails, fails again when the check is repeated, and does not fail without the mutant. This page is the output of \`npm run mutants\`, of what \`tests/suite/mutants/measured.ndjson\` keeps${commits === '' ? '' : ` (measured at ${commits})`}.

*The right check* is one that is about the lines of the mutant (\`tests/suite/mutants/areas.ts\`), or whose story breaks a rule that is. A survivor is classed once, with a reason (\`tests/suite/mutants/classes.json\`): *equivalent*, the shop does the same; *legal*, it does something else that the specification allows; *outside*, what changes is the shop's own affair; *missed*, it breaks the specification and nothing saw it.

${all.map(section).join('')}`
    .trimEnd()
    .concat('\n');
}
