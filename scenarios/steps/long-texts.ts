import type { Asked, Payment, Verbs } from '../../suite/engine/index.ts';

export const LONG_TEXTS: readonly [string, string][] = [
  ['300 Cyrillic letters', 'Ж'.repeat(300)],
  ['an emoji at the 255th place', `${'a'.repeat(254)}😀😀`],
  ['emoji only', '😀'.repeat(260)],
];

export const tail = (t: Verbs, label: string): [string, string] => {
  const base = t.unique(label).padEnd(299, 'x');
  return [`${base}a`, `${base}b`];
};

export async function needs(t: Verbs, asked: Asked, what: string): Promise<Payment> {
  const made = await t.paymentOf(asked);
  if (made !== undefined) return made;
  if (asked.answer.kind === 'refused') t.notSeen(`The merchant refuses ${what}: ${asked.answer.message}.`);
  await t.order();
  return t.fail(
    `An order with ${what} could not be created, a plain one could: ${JSON.stringify(asked.answer)}.`,
    { about: [asked.reference] },
  );
}
