import type { HistoryEvent } from '../../history/index.ts';
import { capabilities as definitions } from '../../ledger/capabilities.ts';
import {
  callsOf,
  type RecipeCallName,
  type RecipesConfig,
  recipeCallNames,
} from '../../suite/config/index.ts';
import { type DoctorFinding, fine, note, wrong } from './finding.ts';

const LONGEST = 400;

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;
};

/** What came of the calls of one recipe: what it gave, the last time that it gave something. */
function recipeFinding(name: RecipeCallName, events: readonly HistoryEvent[]): DoctorFinding {
  const what = `recipe ${name}`;
  const ids = new Set(
    events.flatMap((event) => (event.kind === 'call' && event.name === name ? event.call : [])),
  );
  const outcomes = events.flatMap((event) =>
    event.kind === 'outcome' && ids.has(event.call) ? [event] : [],
  );
  const good = outcomes.findLast(({ status }) => status === 'ok');
  if (good !== undefined) return fine(what, `It gave ${shown(good.value)}.`);
  const last = outcomes.at(-1);
  return last === undefined
    ? note(what, 'It was not tried: nothing that is claimed and works needs it.')
    : wrong(
        what,
        `It gave no answer that could be used: ${last.error ?? last.status}.`,
        `Look at merchant.interface.recipes.${name}; docs/recipes.md says what each call has to give.`,
        { kind: 'call', call: name, reason: String(last.error ?? last.status) },
      );
}

/** What a recipe has to use or give for a capability, beside being there. */
const needsOf = (id: string, calls: readonly string[]): string[] => [
  ...(id.startsWith('hold') ? ['mode'] : []),
  ...calls.flatMap(
    (call) =>
      /^[^(]*\((.*)\)$/
        .exec(call)?.[1]
        ?.match(/[a-z]+(?:_[a-z]+)*/g)
        ?.slice(0, 1) ?? [],
  ),
];

const ALL: readonly string[] = definitions.map(({ id }) => id);

/** The capabilities whose calls all have a recipe, and whose values the recipes use. */
export function openedBy({ recipes }: Pick<RecipesConfig, 'recipes'>): string[] {
  const all = JSON.stringify(recipes);
  const mentions = (word: string): boolean =>
    new RegExp(`\\{${word}\\b|\\$call\\.${word}\\b|\\$${word.toUpperCase()}\\b|"${word}"|\\b${word}\\b`).test(
      all,
    );
  return definitions.flatMap(({ id, calls }) => {
    const asked = callsOf(id, ALL);
    const isThere = asked.length > 0 && asked.every((name) => recipes[name] !== undefined);
    return isThere && needsOf(id, calls).every(mentions) ? [id] : [];
  });
}

/** Each recipe with what it gave, and the capabilities that all of them open. */
export function recipeFindings(
  given: RecipesConfig,
  claimed: readonly string[],
  events: readonly HistoryEvent[],
): DoctorFinding[] {
  const names = recipeCallNames.filter((name) => given.recipes[name] !== undefined);
  const opened = openedBy(given);
  // A shop charges its holds on command, or by itself.
  const holds = claimed.includes('hold') || claimed.includes('hold.auto');
  const more = opened.filter((id) => !claimed.includes(id) && !(holds && id.startsWith('hold')));
  return [
    ...names.map((name) => recipeFinding(name, events)),
    fine('recipes', `They open ${opened.join(', ') || 'no capability yet'}.`),
    ...(more.length === 0
      ? []
      : [
          note(
            'recipes',
            `Not claimed of these: ${more.join(', ')}. Claim what the shop does in production.`,
          ),
        ]),
  ];
}

/** The reference of an order or payout that was made, to look for it. */
export function referenceOf(events: readonly HistoryEvent[], name: string): string | undefined {
  const call = events.findLast((event) => event.kind === 'call' && event.name === name);
  const input: unknown = call?.kind === 'call' ? call.input : undefined;
  return typeof input === 'object' && input !== null && 'reference' in input
    ? String(input.reference)
    : undefined;
}
