// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is being made visible.
const HARMFUL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/**
 * A text of somebody else, made harmless for terminals and pages: control characters, and those that turn the
 * direction of what follows, are shown instead of obeyed.
 */
export const printable = (text: string): string => text.replace(HARMFUL, shown);

/**
 * A text of somebody else as one line: nothing that is not seen, line breaks and marks of direction among it, is left in
 * it, so that it can neither steer a terminal nor look like a line of ours.
 */
export const printableLine = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    return `\\u{${character.codePointAt(0)?.toString(16)}}`;
  });

/**
 * A text of ours that may hold texts of others, as it leaves the process: lines stay lines, and what {@link printable}
 * would show is shown in a way that JSON and programs read as the same character.
 */
export const harmless = (text: string): string =>
  text.replace(HARMFUL, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

function shown(character: string): string {
  const code = character.charCodeAt(0).toString(16);
  return code.length > 2 ? `\\u${code.padStart(4, '0')}` : `\\x${code.padStart(2, '0')}`;
}
