import { printableLine } from './printable.ts';

/** Scripts with letters that look like those of another one of them. */
const SCRIPTS: readonly (readonly [name: string, letter: RegExp])[] = [
  ['Latin', /\p{Script=Latin}/gu],
  ['Cyrillic', /\p{Script=Cyrillic}/gu],
  ['Greek', /\p{Script=Greek}/gu],
  ['Armenian', /\p{Script=Armenian}/gu],
  ['Cherokee', /\p{Script=Cherokee}/gu],
  ['Coptic', /\p{Script=Coptic}/gu],
  ['Lisu', /\p{Script=Lisu}/gu],
];

/** What is there and not seen, or seen as a blank: also what {@link printableLine} takes for a letter or a mark. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** A form of a letter or digit that another character stands for: full width, bold, in a circle. */
const isDisguised = (character: string): boolean =>
  /[\p{L}\p{Nd}]/u.test(character) && character.normalize('NFKC') !== character.normalize('NFC');

/**
 * A name as one line, with a remark in brackets where it may not be the name that it looks like: letters of several
 * scripts, forms of letters that are made to look otherwise, or something invisible.
 */
export function markedName(name: string): string {
  const found = SCRIPTS.map(([script, letter]) => ({ script, letters: name.match(letter) ?? [] }))
    .filter(({ letters }) => letters.length > 0)
    .toSorted((a, b) => b.letters.length - a.letters.length);
  const [most, ...others] = found;
  const line = printableLine(name).replace(
    UNSEEN,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
  const remarks = [
    ...(most === undefined || others.length === 0
      ? []
      : [
          `mixed scripts: ${most.script}, and ${others.map(({ script, letters }) => `${script} ${[...new Set(letters)].join('')}`).join(', ')}`,
        ]),
    ...(line === name ? [] : ['invisible characters']),
    ...([...name].some(isDisguised) ? ['unusual forms of letters'] : []),
  ];
  return remarks.length === 0 ? line : `${line} [${remarks.join('; ')}]`;
}
