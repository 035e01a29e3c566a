import type { Interface } from 'node:readline/promises';

/** Asks on a terminal; an empty line means the default. */
export interface Asker {
  text(question: string, otherwise: string): Promise<string>;
  choice<T extends string>(question: string, choices: readonly T[], otherwise: T): Promise<T>;
}

/** An asker on a terminal. A choice that does not exist is asked again. */
export function askerOn(terminal: Pick<Interface, 'question'>): Asker {
  const text = async (question: string, otherwise: string): Promise<string> => {
    const line = await terminal.question(`${question}${otherwise === '' ? '' : ` [${otherwise}]`}: `);
    return line.trim() === '' ? otherwise : line.trim();
  };
  return {
    text,
    choice: async (question, choices, otherwise) => {
      for (;;) {
        const given = await text(`${question} (${choices.join(', ')})`, otherwise);
        const found = choices.find((choice) => choice === given);
        if (found !== undefined) return found;
      }
    },
  };
}
