import { isRecord } from '../../history/fields.ts';
import {
  type InterfaceConfig,
  type Recipe,
  type RecipeCallName,
  recipeCallNames,
  stepsOf,
} from '../config/index.ts';
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

/** What a call is understood by even where no step names it: a shop may take all of these for granted. */
const GRANTED: readonly string[] = ['reference', 'amount', 'currency', 'mode'];

/** What is meant where a recipe does not say which. */
export interface Usual {
  readonly currency: number;
  /** Of such a call; undefined where a call has none. */
  readonly payway?: string | undefined;
}

/** What the call is given and no step uses, so that the shop would never be told of it. */
export function unusedBy(recipe: Recipe, given: Variables, usual: Usual): readonly string[] {
  const deciding = DECIDING.filter((name) => isGiven(given[name]));
  const others = [
    ...(given.mode === 'hold' ? ['mode'] : []),
    ...(isGiven(given.currency) && Number(given.currency) !== usual.currency ? ['currency'] : []),
    ...(isGiven(given.payway) && usual.payway !== undefined && given.payway !== usual.payway
      ? ['payway']
      : []),
  ];
  return [...deciding, ...others].filter((name) => !uses(recipe, name));
}

const recipeOf = (chosen: InterfaceConfig, call: string): Recipe | undefined => {
  const name: RecipeCallName | undefined = recipeCallNames.find((each) => each === call);
  return chosen.type === 'recipes' && name !== undefined ? chosen.recipes[name] : undefined;
};

/** Whether the merchant is told of something that a call is given: all but a recipe passes on everything. */
export function passesOn(chosen: InterfaceConfig, call: string, name: string): boolean {
  const recipe = recipeOf(chosen, call);
  return recipe === undefined || uses(recipe, name);
}

/** What the merchant is told of the input of a call: nobody holds it to what it never heard of. */
export function toldOf(chosen: InterfaceConfig, call: string, input: unknown): unknown {
  const recipe = recipeOf(chosen, call);
  if (recipe === undefined || !isRecord(input)) return input;
  return Object.fromEntries(
    Object.entries(input).filter(([name]) => GRANTED.includes(name) || uses(recipe, name)),
  );
}
