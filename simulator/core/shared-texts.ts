/** Texts that many invoices say, such as a shop's addresses, by numbers, which rows of a store say instead. */
export interface SharedTexts {
  /** The number of a text, or the text itself where there are too many different ones already. */
  refOf(text: string): number | string;
  textOf(ref: number | string): string;
  /** Goes on from a text that was kept. */
  goOn(number: number, text: string): void;
}

/** Whoever sends other texts every time drives no memory up. */
const MOST = 1000;
const LONGEST = 4096;

/** @param onNew told of each text that gets a number */
export function createSharedTexts(onNew: (number: number, text: string) => void): SharedTexts {
  const texts: string[] = [];
  const numbers = new Map<string, number>();

  function note(number: number, text: string): void {
    texts[number] = text;
    numbers.set(text, number);
  }

  return {
    refOf(text) {
      const known = numbers.get(text);
      if (known !== undefined) return known;
      const number = texts.length;
      if (number >= MOST || text.length > LONGEST) return text;
      note(number, text);
      onNew(number, text);
      return number;
    },
    textOf(ref) {
      if (typeof ref === 'string') return ref;
      const text = texts[ref];
      if (text === undefined) throw new Error(`text ${ref} is not there`);
      return text;
    },
    goOn: note,
  };
}
