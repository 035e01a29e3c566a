import { printableLine } from '../../history/printable.ts';
import { type Explained, groupOf, type Why } from './explain.ts';
import type { Fidelity } from './fidelity.ts';
import type { Score, Tally } from './score.ts';
import type { DifferenceKind } from './shape.ts';

/** Every kind of difference, as it is called in a line. */
export const KIND_WORDS: Readonly<Record<DifferenceKind, string>> = {
  'http-status': 'HTTP status',
  code: 'code',
  shape: 'shape',
  type: 'type',
  value: 'value',
  order: 'order',
};

const COLUMNS: readonly (readonly [title: string, tally: (score: Score) => Tally])[] = [
  ['exchanges', ({ exchanges }) => exchanges],
  ['fields', ({ fields }) => fields],
  ['by value', ({ by }) => by.value],
  ['set up', ({ by }) => by.recording],
  ['by form', ({ by }) => by.form],
];

const tallyText = ({ alike, of }: Tally): string => (of === 0 ? '-' : `${alike} of ${of}`);

/** The scores as a table: one line an operation, and one for all of them. */
function table({ score, operations }: Fidelity): string[] {
  const row = (name: string, each: Score): string[] => [
    name,
    ...COLUMNS.map(([, tally]) => tallyText(tally(each))),
  ];
  const rows = [
    ['operation', ...COLUMNS.map(([title]) => title)],
    ...operations.map((each) => row(each.operation, each)),
    row('all', score),
  ];
  const widths =
    rows[0]?.map((_, column) => Math.max(...rows.map((each) => each[column]?.length ?? 0))) ?? [];
  return rows.map((cells) =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  );
}

/** One difference, and where it was found. */
interface Told extends Explained {
  readonly operation: string;
  readonly places: { readonly recording: string; readonly place: number }[];
}

/** Each difference once, by operation. */
function told({ compared }: Fidelity): Told[] {
  const found = new Map<string, Told>();
  for (const { recording, place, operation, differences } of compared) {
    for (const difference of differences) {
      const key = `${groupOf(operation, difference)} ${JSON.stringify(difference.why)}`;
      const known = found.get(key) ?? { ...difference, operation, places: [] };
      known.places.push({ recording, place });
      found.set(key, known);
    }
  }
  return [...found.values()];
}

const MOST_PLACES = 5;

function placesText(places: Told['places'], areSeveral: boolean): string {
  const shown = places.slice(0, MOST_PLACES);
  const more = places.length > shown.length ? ` and ${places.length - shown.length} more` : '';
  const recordings = [...new Set(shown.map(({ recording }) => recording))];
  const texts = recordings.map((recording) => {
    const own = shown.filter((each) => each.recording === recording).map(({ place }) => place);
    return `${areSeveral ? `${recording}, ` : ''}request ${own.join(', ')}`;
  });
  return `(${texts.join('; ')}${more})`;
}

function whyText(why: Why): string {
  if (why.kind === 'reading') return `alike with the reading ${why.reading}=${why.value}`;
  return why.kind === 'unknowable'
    ? `the simulator cannot know it: ${why.says}`
    : 'no single reading explains it';
}

function linesOf({ kind, path, recorded, found, places, why }: Told, areSeveral: boolean): string[] {
  const where = placesText(places, areSeveral);
  return [
    `  ${KIND_WORDS[kind].padEnd(12)}${path === '' ? '(answer)' : path}: recorded ${recorded}, here ${found} ${where}`,
    ...(why === undefined ? [] : [`${' '.repeat(14)}${whyText(why)}`]),
  ];
}

/** The readings that explain differences, as a configuration has them. */
function readingsLine(all: readonly Told[]): string[] {
  const found = new Map<string, string>();
  for (const { why } of all)
    if (why?.kind === 'reading' && !found.has(why.reading)) found.set(why.reading, why.value);
  if (found.size === 0) return [];
  return ['', `Readings for "profile" in the configuration: ${JSON.stringify(Object.fromEntries(found))}`];
}

/** The comparison for a person. Texts of others are made harmless. */
export function textOfFidelity(fidelity: Fidelity, target: string): string {
  const { score, compared, skipped } = fidelity;
  const areSeveral = new Set([...compared, ...skipped].map(({ recording }) => recording)).size > 1;
  const all = told(fidelity);
  const differences = [...new Set(all.map(({ operation }) => operation))].flatMap((operation) => [
    '',
    operation,
    ...all.filter((each) => each.operation === operation).flatMap((each) => linesOf(each, areSeveral)),
  ]);
  const left = skipped.map(
    ({ recording, place, what, why }) =>
      `Not sent: ${areSeveral ? `${recording}, ` : ''}request ${place}, ${what}: ${why}.`,
  );
  const { exchanges, fields } = score;
  const unsent = skipped.length === 0 ? '' : ` ${skipped.length} more could not be sent.`;
  const sum = `${tallyText(exchanges)} recorded exchanges and ${tallyText(fields)} fields alike: ${target}.${unsent}`;
  return `${[
    ...left,
    ...(left.length > 0 ? [''] : []),
    ...table(fidelity),
    ...differences,
    ...readingsLine(all),
    '',
    sum,
  ]
    .map(printableLine)
    .join('\n')}\n`;
}
