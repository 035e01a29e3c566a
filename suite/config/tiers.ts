import { type SeenAt, type Tier, TOPICS, type Topic } from '../../history/index.ts';
import type { RecipeCallName } from './recipe-calls.ts';
import { type Step, stepsOf } from './recipe-schema.ts';
import type { InterfaceConfig, RecipesConfig } from './resolved.ts';

/** The call that reads a topic, the value in its answer, and which claims need it. */
const READ_BY: Readonly<Record<Topic, { call: RecipeCallName; value: string; claims: RegExp }>> = {
  order: {
    call: 'getOrder',
    value: 'credited',
    claims: /^(invoice|hold|recurrent|refund|order|checkout|card)/,
  },
  refund: { call: 'listRefunds', value: 'amount', claims: /^refund/ },
  payout: { call: 'getPayout', value: 'debited', claims: /^payout/ },
  customer: { call: 'getCustomer', value: 'balance', claims: /^wallet$/ },
  lookup: { call: 'lookup', value: 'result', claims: /^lookups$/ },
};

/** Whether a step gives a value of this name, as far as its text says. */
function gives(step: Step, value: string): boolean {
  const named = (text: string): boolean => new RegExp(`\\b${value}\\b`, 'i').test(text);
  if ('sql' in step) return named(step.sql);
  if (step.out === undefined) return false;
  if (typeof step.out === 'string') return named(step.out);
  return Object.keys(step.out).some((name) => name === value || name.startsWith(`${value}.`));
}

/** Whether an order can say where its payer has to go. Only recipes have a choice. */
export function showsRedirects(given: InterfaceConfig): boolean {
  if (given.type !== 'recipes' || given.module !== null) return true;
  const steps = [given.recipes.createOrder, given.recipes.getOrder].flatMap((recipe) =>
    recipe === undefined ? [] : stepsOf(recipe),
  );
  return steps.some((step) => gives(step, 'redirect'));
}

/** Where the value comes from: of several steps the last one that gives it counts. */
function tierOfRecipe({ recipes, module }: RecipesConfig, topic: Topic): Tier | undefined {
  const { call, value } = READ_BY[topic];
  const recipe = recipes[call];
  if (recipe === undefined) return module === null ? undefined : 'T3 interface';
  const giver = stepsOf(recipe).findLast((step) => gives(step, value));
  return giver !== undefined && 'sql' in giver ? 'T2 ledger' : 'T1 pages';
}

/** At which tier each topic that the merchant claims something about is seen, by the means that it is given. */
export function seenAt(given: InterfaceConfig, capabilities: readonly string[]): SeenAt {
  const claimed = TOPICS.filter((topic) => capabilities.some((id) => READ_BY[topic].claims.test(id)));
  const tiers = claimed.map((topic): [Topic, Tier | undefined] => [
    topic,
    given.type === 'recipes' ? tierOfRecipe(given, topic) : 'T3 interface',
  ]);
  return Object.fromEntries(tiers.filter(([, tier]) => tier !== undefined));
}
