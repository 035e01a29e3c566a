import { parse } from 'lossless-json';
import type { Out } from '../config/index.ts';
import { excerpt } from '../drivers/index.ts';
import { RecipeFailure } from './failure.ts';
import type { Variables } from './variables.ts';

/**
 * What a step got, as expressions see it: `body` is its JSON (undefined where it is none), `text` the whole of it,
 * beside what belongs to the kind of step.
 */
export interface StepDocument {
  readonly text: string;
  readonly body: unknown;
}

/** A JSON number as expressions see it: an integer as a number, any other as its literal, which no arithmetic rounds. */
const exactNumber = (literal: string): number | string =>
  /^-?\d+$/.test(literal) && Number.isSafeInteger(Number(literal)) ? Number(literal) : literal;

/** The JSON of a text, with exact numbers; undefined where it is none. */
export function exactJson(text: string): unknown {
  try {
    return parse(text, null, exactNumber);
  } catch {
    return undefined;
  }
}

/** What a page has at a CSS selector: the text of the first element, or one of its attributes. */
async function find(text: string, selector: string, attribute?: string): Promise<string | undefined> {
  const { parse: parsePage } = await import('node-html-parser');
  const element = parsePage(text).querySelector(selector);
  const found = attribute === undefined ? element?.text.trim() : element?.getAttribute(attribute);
  return found ?? undefined;
}

const messageOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error);

/** Evaluates an expression over what a step got; `$call` has the variables, `$css(selector, attribute?)` looks into a page. */
export async function evaluate(
  key: string,
  text: string,
  document: StepDocument,
  variables: Variables,
): Promise<unknown> {
  try {
    const { default: jsonata } = await import('jsonata');
    const expression = jsonata(text);
    expression.registerFunction(
      'css',
      (selector: string, attribute?: string) => find(document.text, selector, attribute),
      '<ss?:s>',
    );
    const found: unknown = await expression.evaluate(document, { call: variables });
    // Sequences carry marks of the evaluator, which JSON does not have.
    return found === undefined ? undefined : JSON.parse(JSON.stringify(found) ?? 'null');
  } catch (error) {
    throw new RecipeFailure(`${key} ${excerpt(text)} cannot be evaluated: ${messageOf(error)}`, null, {
      cause: error,
    });
  }
}

async function evaluateAll(
  key: string,
  given: unknown,
  document: StepDocument,
  variables: Variables,
): Promise<unknown> {
  if (typeof given === 'string') return evaluate(key, given, document, variables);
  if (Array.isArray(given)) {
    return Promise.all(
      given.map((item, index) => evaluateAll(`${key}[${index}]`, item, document, variables)),
    );
  }
  if (typeof given !== 'object' || given === null) return given;
  const entries = await Promise.all(
    Object.entries(given).map(
      async ([name, item]) => [name, await evaluateAll(`${key}.${name}`, item, document, variables)] as const,
    ),
  );
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** What a step gives by its `out`; without one it is for what it does alone. */
export async function resultOf(out: Out, document: StepDocument, variables: Variables): Promise<unknown> {
  return out === undefined ? undefined : evaluateAll('out', out, document, variables);
}

/** Throws the merchant's own no, where the step says how to tell one. */
export async function throwRefusal(
  refused: string | undefined,
  document: StepDocument,
  variables: Variables,
): Promise<void> {
  if (refused === undefined) return;
  const reason = await evaluate('refused', refused, document, variables);
  if (reason === undefined || reason === null || reason === false || reason === '') return;
  const says = typeof reason === 'string' ? reason : JSON.stringify(reason);
  throw new RecipeFailure(`refused: ${excerpt(says)}`, 409);
}
