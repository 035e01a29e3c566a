import { recipeCall, recipeCallNames } from '../../suite/config/index.ts';
import { table } from './markdown.ts';
import { replaceBlock } from './notifications.ts';
import { type Generator, readProjectFile } from './page.ts';

/** What recipes have to give, by what they are about. */
const gives = {
  order:
    '`order_id`, `shop_order_id`, `state`, `amount`, `currency`, `credited`, `credits`; where there are: `refunded`, `redirect`, `error`, `expires_at`, `pay_url`, `status_url`',
  refund: '`refund_id`, `amount`, `state`; where there is one: `error`',
  payout: '`payout_id`, `shop_payment_id`, `state`, `debited`; where there is one: `error`',
  customer: '`balance`',
  lookup: '`result`, `error`',
  jobs: 'nothing',
} as const;

function calls(): string {
  const rows = recipeCallNames.map((name) => {
    const { about, variables, list, says } = recipeCall(name);
    const reads = name.startsWith('get') || list === true;
    const created = about === 'customer' || about === 'lookup' || about === 'jobs' || reads;
    const id = `\`${about}_id\``;
    const own = created ? gives[about] : name.startsWith('create') ? id : 'nothing';
    return [
      `\`${name}\``,
      says,
      variables.map((each) => `\`{${each}}\``).join(' '),
      list === true ? `any number: ${own}` : own,
    ];
  });
  return table(['recipe', 'what it does', 'what it may use', 'what it has to give'], rows);
}

/** The page about recipes: written by hand, but for what each call is given and gives. */
export const generateRecipes: Generator = async () => {
  const path = 'docs/recipes.md';
  const page = await readProjectFile(path);
  return [{ path, text: replaceBlock(page, 'recipes', calls()) }];
};
