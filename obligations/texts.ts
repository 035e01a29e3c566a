import { LIMITS } from '../simulator/protocol/limits.ts';

/** Half a surrogate pair, or what stands for a character that could not be read. */
const BROKEN = /\ufffd|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** How many letters outside ASCII must be replaced before question marks are no coincidence. */
const MARKS = 8;

const encoder = new TextEncoder();
/** The encodings for which UTF-8 is commonly mistaken. */
const MISTAKEN = ['latin1', 'windows-1251', 'windows-1252'];

/**
 * How a text was spoilt on its way from an order into a request: cut inside a character, or read in another encoding. A
 * shop may put words of its own around the text or in its place.
 *
 * @returns what is wrong, after "that"; undefined where the text may be right
 */
function spoiltText(sent: string, asked: string): string | undefined {
  if (BROKEN.test(sent) && !BROKEN.test(asked)) return `holds a broken character: ${shown(sent.slice(-4))}`;
  const letters = /[^ -~]{2,}/.exec(asked)?.[0];
  if (letters === undefined) return undefined;
  const head = encoder.encode([...letters].slice(0, 4).join(''));
  const isMistaken = MISTAKEN.some((encoding) => {
    const piece = new TextDecoder(encoding).decode(head);
    return sent.includes(piece) && !asked.includes(piece);
  });
  return isMistaken ? `was read in another encoding: ${shown(sent.slice(0, 20))}` : undefined;
}

/** Says of a description that its letters became question marks: a shop may send only those that its bank supports. */
export function markedDescription(sent: string, asked: string): string | undefined {
  const marks = '?'.repeat(MARKS);
  if (!/[^ -~]{2,}/.test(asked) || !sent.includes(marks) || asked.includes(marks)) return undefined;
  return `has a description that has question marks for letters: ${shown(sent.slice(0, 20))}`;
}

const shown = (text: string): string => JSON.stringify(text);

/** What is wrong with the description of a request: too long (Limits), or not what was asked for, where that is known. */
export function descriptionFault(sent: string, asked: string | undefined): string | undefined {
  const { length } = [...sent];
  if (length > LIMITS.descriptionLength)
    return `has a description of ${length} characters; at most ${LIMITS.descriptionLength} are allowed`;
  const spoilt = asked === undefined ? undefined : spoiltText(sent, asked);
  return spoilt && `has a description that ${spoilt}`;
}
