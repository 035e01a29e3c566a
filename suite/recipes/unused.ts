import { isRecord } from '../../history/fields.ts';
import { type Recipe, stepsOf } from '../config/index.ts';
import type { Variables } from './variables.ts';

/**
 * What a wish is about, and a shop makes another one without: a payout without the details that its payway requires, an
 * order without the card that pays it. What is only noted, such as a description, may be left out.
 */
const DECIDING = ['account_details', 'card', 'instrument_of', 'save_instrument'] as const;

const isGiven = (value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  value !== false &&
  !(isRecord(value) && Object.keys(value).length === 0);

/** Whether a step uses a variable, as far as its text says. Every command has all of them in its environment. */
const uses = (recipe: Recipe, name: string): boolean =>
  stepsOf(recipe).some((step) => 'command' in step || new RegExp(`\\b${name}\\b`).test(JSON.stringify(step)));

/**
 * What the call is given and no step uses, so that the shop would never be told of it.
 *
 * @param currency the one that is meant where a recipe does not say which
 */
export function unusedBy(recipe: Recipe, given: Variables, currency: number): readonly string[] {
  const deciding = DECIDING.filter((name) => isGiven(given[name]));
  const others = [
    ...(given.mode === 'hold' ? ['mode'] : []),
    ...(isGiven(given.currency) && Number(given.currency) !== currency ? ['currency'] : []),
  ];
  return [...deciding, ...others].filter((name) => !uses(recipe, name));
}
