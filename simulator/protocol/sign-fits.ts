/** Says at which fields the string of a mistake differs from the right one. */
import { isMaskedKey } from './masking.ts';
import { plannedValue, type SignedMessage, type SignPlan } from './sign-message.ts';
import { isNumeric } from './sign-spellings.ts';

/** A number of at most this many characters is no card and may be shown. */
const shownLength = 12;

/**
 * With which values a wrong signature would be right, as far as they may be shown: "The sign fits if shop_amount is
 * written 10.0 instead of 10." Empty where the mistake is none of values.
 */
export function whereItFits(message: SignedMessage, plan: SignPlan): string {
  const written: string[] = [];
  const changed: string[] = [];
  for (const key of message.listed) {
    const value = message.body[key];
    const right = plannedValue(key, value, {});
    const planned = plannedValue(key, value, plan);
    if (right === planned) continue;
    if (planned === undefined) written.push(`${key} is left out`);
    else if (right === undefined)
      written.push(`${key} ${planned === '' ? 'keeps an empty place' : `is written ${planned}`}`);
    else if (isShown(key, right)) written.push(`${key} is written ${planned} instead of ${right}`);
    else changed.push(key);
  }
  return [
    written.length === 0 ? '' : `The sign fits if ${inWords(written)}.`,
    changed.length === 0 ? '' : `It concerns ${inWords(changed)}.`,
  ]
    .filter((each) => each !== '')
    .join(' ');
}

const isShown = (key: string, text: string): boolean =>
  !isMaskedKey(key) && text.length <= shownLength && isNumeric(text);

function inWords(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join() : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
