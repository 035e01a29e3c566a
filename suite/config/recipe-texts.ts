import { isSecretName } from '../../history/foreign/mask.ts';
import { recipeCallNames } from './recipe-calls.ts';
import { type Json, type Recipe, type Step, stepsOf } from './recipe-schema.ts';
import type { InterfaceConfig, RecipesConfig } from './resolved.ts';

/** Looks at a text of a recipe that has templates, and gives what stands in its place. */
export type MapText = (key: string, text: string) => string;

function mapJson(given: Json, key: string, map: MapText): Json {
  if (typeof given === 'string') return map(key, given);
  if (Array.isArray(given)) return given.map((item, index) => mapJson(item, `${key}[${index}]`, map));
  if (typeof given !== 'object' || given === null) return given;
  return Object.fromEntries(
    Object.entries(given).map(([name, item]) => [name, mapJson(item, `${key}.${name}`, map)]),
  );
}

const mapRecord = (given: Readonly<Record<string, string>>, key: string, map: MapText) =>
  Object.fromEntries(Object.entries(given).map(([name, text]) => [name, map(`${key}.${name}`, text)]));

/** A step with its templates looked at; its expressions have none. */
export function mapStep(step: Step, key: string, map: MapText): Step {
  if ('http' in step) {
    return {
      ...step,
      http: map(`${key}.http`, step.http),
      ...(step.headers && { headers: mapRecord(step.headers, `${key}.headers`, map) }),
      ...(step.form && { form: mapRecord(step.form, `${key}.form`, map) }),
      ...(step.json !== undefined && { json: mapJson(step.json, `${key}.json`, map) }),
    };
  }
  if ('sql' in step) {
    return {
      ...step,
      sql: map(`${key}.sql`, step.sql),
      ...(step.database !== undefined && { database: map(`${key}.database`, step.database) }),
    };
  }
  const command =
    typeof step.command === 'string'
      ? map(`${key}.command`, step.command)
      : step.command.map((text, index) => map(`${key}.command[${index}]`, text));
  return { ...step, command };
}

function mapRecipe(recipe: Recipe, key: string, map: MapText): Recipe {
  return Array.isArray(recipe)
    ? recipe.map((step, index) => mapStep(step, `${key}[${index}]`, map))
    : stepsOf(recipe).map((step) => mapStep(step, key, map));
}

/** Recipes with every text that has templates looked at. */
export function mapRecipeTexts(given: RecipesConfig, key: string, map: MapText): RecipesConfig {
  const sessions = Object.entries(given.sessions).map(([name, recipe]) => [
    name,
    mapRecipe(recipe, `${key}.sessions.${name}`, map),
  ]);
  const recipes = recipeCallNames.flatMap((name) => {
    const recipe = given.recipes[name];
    return recipe === undefined ? [] : [[name, mapRecipe(recipe, `${key}.recipes.${name}`, map)]];
  });
  return { ...given, sessions: Object.fromEntries(sessions), recipes: Object.fromEntries(recipes) };
}

/** Shorter values are ports, flags and words of every sentence, not secrets. */
const SHORTEST_SECRET = 6;

/** The password of an address, as it stands there and as it is meant. */
function passwordsOf(address: string): string[] {
  const password = /^[a-z]+:\/\/[^/@:]*:([^/]*)@/.exec(address)?.[1];
  return password === undefined ? [] : [password, decodeURIComponent(password)];
}

/** What recipes take from the environment, and the passwords of their databases. */
function secretsIn(
  given: RecipesConfig,
  env: Readonly<Record<string, string | undefined>>,
): ReadonlySet<string> {
  const found = new Set<string>();
  const look = (text: string): string => {
    for (const [, name = ''] of text.matchAll(/\{env\.([^{}]+)\}/g)) {
      const value = env[name] ?? '';
      for (const secret of [value, ...passwordsOf(value)]) found.add(secret);
    }
    for (const password of passwordsOf(text)) found.add(password);
    return text;
  };
  look(given.database ?? '');
  mapRecipeTexts(given, '', (_, text) => look(text));
  return found;
}

/** The secrets that an interface is given: its token, what recipes take from the environment, passwords of databases. */
export function secretsOf(
  given: InterfaceConfig,
  env: Readonly<Record<string, string | undefined>>,
): string[] {
  const found =
    given.type === 'recipes' ? secretsIn(given, env) : given.type === 'http' ? [given.token ?? ''] : [];
  return [...found].filter((secret) => secret.length >= SHORTEST_SECRET);
}

/** The secrets that a merchant is started with: what stands under a telling name, and passwords within addresses. */
export function startSecretsOf(
  start: { readonly env: Readonly<Record<string, string>> } | null,
  env: Readonly<Record<string, string | undefined>>,
): string[] {
  return Object.entries(start?.env ?? {})
    .map(
      ([name, text]) => [name, text.replace(/\{env\.([^{}]+)\}/g, (_, of: string) => env[of] ?? '')] as const,
    )
    .flatMap(([name, value]) => [...(isSecretName(name) ? [value] : []), ...passwordsOf(value)])
    .filter((secret) => secret.length >= SHORTEST_SECRET && !secret.includes('{'));
}
