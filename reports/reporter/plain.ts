/** Text without terminal colours, in at most 600 characters. */
export function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character starts every colour.
  const bare = text.replace(/\u001b\[[0-9;]*m/g, '').trim();
  return bare.length <= 600 ? bare : `${bare.slice(0, 600)}…`;
}
