import { createRequire } from 'node:module';
import { capabilities as definitions } from '../../ledger/capabilities.ts';
import { nearest } from './nearest.ts';
import { type RecipeCallName, recipeCall, recipeCallNames } from './recipe-calls.ts';
import { type Recipe, type Step, stepsOf } from './recipe-schema.ts';
import { mapStep } from './recipe-texts.ts';
import type { RecipesConfig } from './resolved.ts';
import { variablesAtCalls } from './templates.ts';

/** Every expression of a step, with its key. */
function expressionsOf(step: Step, key: string): [key: string, expression: string][] {
  if ('sql' in step) return [];
  const found: [string, string][] = [];
  const look = (where: string, value: unknown): void => {
    if (typeof value === 'string') found.push([where, value]);
    else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) look(`${where}.${name}`, inner);
    }
  };
  look(`${key}.out`, step.out);
  look(`${key}.refused`, step.refused);
  return found;
}

/** Loads only for configurations with expressions: every command reads a configuration. */
const evaluator = (): typeof import('jsonata') => createRequire(import.meta.url)('jsonata');

function syntaxProblem(expression: string): string | undefined {
  const jsonata = evaluator();
  try {
    jsonata(expression);
    return undefined;
  } catch (error) {
    return typeof error === 'object' && error !== null && 'message' in error
      ? String(error.message)
      : String(error);
  }
}

const quoted =
  /'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|`[^`]*(?:`|$)|--[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$)/g;

/** What a query does that a recipe may not, or not so; the database refuses the rest. */
function sqlProblems(sql: string): string[] {
  const problems: string[] = [];
  for (const [text] of sql.matchAll(quoted)) {
    const [name] = text.startsWith('-') || text.startsWith('/') ? [] : variablesAtCalls(text);
    if (name !== undefined)
      problems.push(`{${name}} stands between quotes; take them away: values are bound, not pasted in`);
  }
  const bare = sql.replace(quoted, ' ');
  if (/;\s*\S/.test(bare)) problems.push('found several statements, expected one');
  if (/\bfor\s+(no\s+key\s+)?(update|(key\s+)?share)\b|\block\s+in\s+share\s+mode\b/i.test(bare))
    problems.push('found a lock (FOR UPDATE, FOR SHARE), expected a query that locks nothing');
  return problems;
}

/** The names that a step gives to those after it; null where only its run will show. */
function namesGiven(step: Step): readonly string[] | null {
  if ('sql' in step) return null;
  if (step.out === undefined) return [];
  return typeof step.out === 'string' ? null : Object.keys(step.out);
}

function stepProblems(
  step: Step,
  key: string,
  known: readonly string[] | null,
  given: RecipesConfig,
): string[] {
  const problems: string[] = [];
  mapStep(step, key, (where, text) => {
    for (const name of variablesAtCalls(text)) {
      if (where.endsWith('.command')) {
        problems.push(
          `${where}: {${name}} stands in a text for /bin/sh, where its value could end it; write an array of texts, or take it from the environment as "$${name.toUpperCase().replace(/[^A-Z0-9]/g, '_')}"`,
        );
      } else if (known !== null && !known.some((each) => name === each || name.startsWith(`${each}.`))) {
        const near = nearest(name, [...known]);
        const advice =
          near === undefined
            ? `known here: ${[...new Set(known)].join(', ') || 'none'}`
            : `did you mean {${near}}?`;
        problems.push(`${where}: {${name}} is not given to this step; ${advice}`);
      }
    }
    return text;
  });
  for (const [where, expression] of expressionsOf(step, key)) {
    const wrong = syntaxProblem(expression);
    if (wrong !== undefined)
      problems.push(`${where}: found ${JSON.stringify(expression)}, expected a JSONata expression: ${wrong}`);
  }
  if ('sql' in step) {
    problems.push(...sqlProblems(step.sql).map((problem) => `${key}.sql: ${problem}`));
    if (step.database === undefined && given.database === null)
      problems.push(`${key}.sql: there is no merchant.interface.database, expected the address of one`);
  }
  if ('http' in step && step.json !== undefined && step.form !== undefined)
    problems.push(`${key}.form: found beside json, expected one of them: a request has one body`);
  if ('http' in step && step.session !== undefined && given.sessions[step.session] === undefined) {
    problems.push(
      `${key}.session: found ${JSON.stringify(step.session)}, expected one of merchant.interface.sessions: ${Object.keys(given.sessions).join(', ') || 'there is none'}`,
    );
  }
  return problems;
}

function stepsProblems(recipe: Recipe, key: string, first: readonly string[] | null, given: RecipesConfig) {
  const problems: string[] = [];
  let known = first;
  stepsOf(recipe).forEach((step, index) => {
    const where = Array.isArray(recipe) ? `${key}[${index}]` : key;
    problems.push(...stepProblems(step, where, known, given));
    const names = namesGiven(step);
    known = known === null || names === null ? null : [...known, ...names];
  });
  return problems;
}

/** What a recipe of an order or payout may also use: what the recipe gave that made it. */
function remembered(call: RecipeCallName, { recipes }: RecipesConfig): readonly string[] | null {
  const { about, http } = recipeCall(call);
  if (call === 'createOrder' || call === 'createPayout' || http.endsWith('?reference=')) return [];
  if (about !== 'order' && about !== 'payout' && about !== 'refund') return [];
  const maker = recipes[about === 'payout' ? 'createPayout' : 'createOrder'];
  if (maker === undefined) return [];
  const names = stepsOf(maker).map(namesGiven);
  return names.includes(null) ? null : names.flatMap((each) => each ?? []);
}

const payOut = /^payout/;

/** The calls that a capability needs, of those whose subject is claimed at all. */
export function callsOf(capability: string, claimed: readonly string[]): RecipeCallName[] {
  const definition = definitions.find(({ id }) => id === capability);
  const needed = new Set((definition?.calls ?? []).map((call) => call.split(' (', 1)[0]));
  const paysIn = claimed.some((id) => id === 'invoice' || id.startsWith('hold'));
  const paysOut = claimed.some((id) => payOut.test(id));
  return recipeCallNames.filter((name) => {
    const { http, about } = recipeCall(name);
    const isAsked = about === 'payout' ? paysOut : about === 'order' || about === 'refund' ? paysIn : true;
    return needed.has(http) && isAsked;
  });
}

/** What is wrong with recipes: names that nobody gives, expressions that are none, calls that a claim needs. */
export function recipeProblems(given: RecipesConfig, claimed: readonly string[]): string[] {
  const key = 'merchant.interface';
  const problems: string[] = [];
  for (const [name, recipe] of Object.entries(given.sessions)) {
    problems.push(...stepsProblems(recipe, `${key}.sessions.${name}`, [], given));
  }
  for (const name of recipeCallNames) {
    const recipe = given.recipes[name];
    if (recipe === undefined) continue;
    const more = remembered(name, given);
    const known = more === null ? null : [...recipeCall(name).variables, 'currency', 'session', ...more];
    problems.push(...stepsProblems(recipe, `${key}.recipes.${name}`, known, given));
  }
  if (given.module !== null) return problems;
  for (const id of claimed) {
    const missing = callsOf(id, claimed).filter((name) => given.recipes[name] === undefined);
    if (missing.length > 0) {
      problems.push(
        `${key}.recipes: ${JSON.stringify(id)} is claimed, and ${missing.length === 1 ? 'there is no recipe' : 'there are no recipes'} ${missing.join(' and ')}; expected ${missing.length === 1 ? 'it' : 'them'}, or ${JSON.stringify(id)} left out of capabilities`,
      );
    }
  }
  return problems;
}
