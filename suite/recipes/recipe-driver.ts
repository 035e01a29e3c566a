import { type RecipeCallName, type RecipesConfig, type ResolvedConfig, recipeCall } from '../config/index.ts';
import {
  type Answer,
  assembleDriver,
  calls,
  type MerchantDriver,
  ok,
  refused,
  shapeProblem,
  unknown,
} from '../drivers/index.ts';
import { amountForms } from './amounts.ts';
import { answerOf } from './answers.ts';
import { RecipeFailure } from './failure.ts';
import { Memory } from './memory.ts';
import { Steps, type StepsOptions } from './steps.ts';
import { unusedBy } from './unused.ts';
import type { Variables } from './variables.ts';

export interface RecipeDriverOptions extends StepsOptions {
  readonly recipes: RecipesConfig;
  /** Those of the profile: what a merchant uses that is told of none. */
  readonly payways: Payways;
  /** Folder of the slot. */
  readonly dir: string;
  /** Carries out the calls that have no recipe; null where there is nobody who could. */
  readonly other: MerchantDriver | null;
}

type Raw = Readonly<Record<string, unknown>>;

/** The call that reads what an action left incomplete, and the id by which it does. */
const readers = {
  order: { read: 'getOrder', id: 'order_id' },
  payout: { read: 'getPayout', id: 'payout_id' },
} as const;

type Kept = keyof typeof readers;

/** How messages name a recipe. */
export const recipeName = (call: string): string => `recipe ${call}`;

/** What a call is given, under the names of the test interface. */
function inputOf(call: RecipeCallName, [first, second]: readonly unknown[]): Variables {
  if (typeof first === 'object' && first !== null) return { ...first };
  const name = recipeCall(call).variables[0] ?? '';
  const more = typeof second === 'object' && second !== null ? second : {};
  return call === 'lookup' ? { ...more, operation: first, parameters: more } : { ...more, [name]: first };
}

type Payways = ResolvedConfig['profile']['payways'];

function usualPayway(call: RecipeCallName, { mode }: Variables, payways: Payways): string | undefined {
  if (call === 'createPayout') return payways.payout;
  if (call !== 'createOrder') return undefined;
  return mode === 'hold' ? payways.hold : payways.invoice;
}

class Recipes {
  readonly #options: RecipeDriverOptions;
  readonly #steps: Steps;
  readonly #memory: Memory;

  constructor(options: RecipeDriverOptions) {
    this.#options = options;
    this.#steps = new Steps(options);
    this.#memory = new Memory(options.dir);
  }

  async invoke(call: RecipeCallName, input: readonly unknown[]): Promise<Answer<unknown>> {
    const { recipes, other } = this.#options;
    if (recipes.recipes[call] === undefined) {
      if (other === null) return refused(501, null, `there is no ${recipeName(call)}`);
      const method: { make(...given: readonly unknown[]): Promise<Answer<unknown>> } = { make: other[call] };
      return method.make(...input);
    }
    const given = inputOf(call, input);
    const { currency, payways } = this.#options;
    const usual = { currency, payway: usualPayway(call, given, payways) };
    const unused = unusedBy(recipes.recipes[call], given, usual);
    if (unused.length > 0) {
      return refused(
        501,
        null,
        `${recipeName(call)} does not use ${unused.map((name) => `{${name}}`).join(', ')}`,
      );
    }
    const signal = AbortSignal.timeout(recipes.timeoutMs);
    try {
      const value = await this.#value(call, given, signal);
      const parsed = calls[call].answer.safeParse(value);
      return parsed.success
        ? ok(parsed.data)
        : unknown(`${recipeName(call)} gave a wrong answer: ${shapeProblem(value, parsed.error)}`);
    } catch (error) {
      if (!(error instanceof RecipeFailure)) throw error;
      return error.status === null
        ? unknown(`${recipeName(call)} ${error.message}`, error)
        : refused(error.status, null, error.message);
    }
  }

  async close(): Promise<void> {
    await this.#steps.close();
    await this.#options.other?.close();
  }

  /** What a call comes to, in the form of the test interface. */
  async #value(call: RecipeCallName, input: Variables, signal: AbortSignal): Promise<unknown> {
    const { about, list } = recipeCall(call);
    const known = this.#known(about === 'payout' ? input.payout_id : input.order_id);
    const given = { currency: this.#options.currency, ...known, ...input };
    const rows = await this.#run(call, { ...given, ...amountForms(given) }, signal);
    const words = about === 'order' || about === 'refund' || about === 'payout' ? about : undefined;
    const answers = rows.map((row) => answerOf(row, words && this.#options.recipes.states[words]));
    if (about === 'order' || about === 'payout') {
      const whole = await Promise.all(
        answers.map((answer) => this.#completed(call, about, input, answer, signal)),
      );
      return list === true ? whole : whole[0];
    }
    if (list === true) return answers;
    if (call === 'createRefund') return this.#completedRefund(input, answers[0] ?? {}, signal);
    return about === 'jobs' ? {} : answers[0];
  }

  #known(id: unknown): Variables {
    return typeof id === 'string' ? this.#memory.recall(id) : {};
  }

  async #run(call: RecipeCallName, given: Variables, signal: AbortSignal): Promise<Raw[]> {
    const recipe = this.#options.recipes.recipes[call] ?? [];
    const { list, http } = recipeCall(call);
    return this.#steps.run({ recipe, given, signal, list, reads: http.startsWith('GET ') });
  }

  /** An order or payout whose recipe gave a part of it: the rest is read by its id. */
  async #completed(
    call: RecipeCallName,
    about: Kept,
    input: Variables,
    answer: Raw,
    signal: AbortSignal,
  ): Promise<Raw> {
    const { read, id } = readers[about];
    const own: Raw = { ...(typeof input[id] === 'string' ? { [id]: input[id] } : {}), ...answer };
    const name = own[id];
    if (typeof name !== 'string' || name === '') {
      throw new RecipeFailure(
        `gave ${id} ${JSON.stringify(name) ?? 'nowhere'}, expected the id that it then has`,
      );
    }
    if (call === 'createOrder' || call === 'createPayout') {
      this.#memory.remember(name, { ...answer, reference: own.reference ?? input.reference });
    }
    const reference = this.#known(name).reference ?? input.reference ?? '';
    const whole = { reference, ...own };
    if (call === read || calls[read].answer.safeParse(whole).success) return whole;
    return { ...(await this.#read(read, name, signal)), ...whole };
  }

  /** A refund whose recipe gave its id alone: the rest is in the list of the order's refunds. */
  async #completedRefund(input: Variables, own: Raw, signal: AbortSignal): Promise<Raw> {
    if (calls.createRefund.answer.safeParse(own).success) return own;
    const listed = await this.#read('listRefunds', String(input.order_id), signal);
    const found = Array.isArray(listed)
      ? listed.find((refund) => refund.refund_id === own.refund_id)
      : undefined;
    return { ...found, ...own };
  }

  async #read(call: 'getOrder' | 'getPayout' | 'listRefunds', id: string, signal: AbortSignal): Promise<Raw> {
    const { recipes, other } = this.#options;
    const idName = call === 'getPayout' ? 'payout_id' : 'order_id';
    try {
      if (recipes.recipes[call] !== undefined) {
        return (await this.#value(call, { [idName]: id }, signal)) as Raw;
      }
      const answer = other === null ? undefined : await other[call](id);
      if (answer?.kind === 'ok') return answer.value as unknown as Raw;
      throw new RecipeFailure(answer === undefined ? 'is missing' : JSON.stringify(answer));
    } catch (error) {
      if (!(error instanceof RecipeFailure)) throw error;
      throw new RecipeFailure(`was not completed by ${call}: ${error.message}`, null, { cause: error });
    }
  }
}

/**
 * A driver whose calls are data: HTTP requests, commands and queries of a merchant as it is. What an action leaves out of its
 * answer is read by `getOrder`, `getPayout` or `listRefunds`. It means the same as the driver of the HTTP interface:
 * a 4xx and what a step calls a refusal are the merchant's own no; what a recipe cannot read leaves the outcome
 * unknown, in a sentence that names the recipe, what it gave and what is expected.
 */
export function recipeDriver(options: RecipeDriverOptions): MerchantDriver {
  const recipes = new Recipes(options);
  return assembleDriver(
    (call, input) => recipes.invoke(call, input),
    () => recipes.close(),
  );
}
