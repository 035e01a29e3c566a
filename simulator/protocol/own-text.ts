/** The longest text that the engine copies when it is cut out of another one. */
const COPIED = 12;

/** A copy of a text. A text that was cut out of a request's body keeps the whole body in memory. */
export function ownText<T extends string | null>(text: T): T | string {
  return text === null || text.length <= COPIED ? text : (JSON.parse(JSON.stringify(text)) as string);
}
