import type { CookieJar } from 'tough-cookie';
import { isRecord } from '../../history/fields.ts';
import { type HttpStep, type Recipe, type RecipesConfig, type Step, stepsOf } from '../config/index.ts';
import { excerpt } from '../drivers/index.ts';
import { inMajor } from './amounts.ts';
import { type CommandPlace, runCommandStep } from './command-step.ts';
import { resultOf } from './expression.ts';
import { RecipeFailure } from './failure.ts';
import {
  type HttpDocument,
  newJar,
  redirectOf,
  sendHttpStep,
  singleUse,
  targetOf,
  throwUnusable,
} from './http-step.ts';
import { type Session, Sessions } from './sessions.ts';
import { Databases } from './sql-step.ts';
import type { Variables } from './variables.ts';

export interface StepsOptions {
  readonly recipes: Pick<RecipesConfig, 'baseUrl' | 'timeoutMs' | 'sessions' | 'database'>;
  /** First currency of the profile: that of amounts which name none. */
  readonly currency: number;
  readonly ca: string | undefined;
  readonly commands: CommandPlace;
  /** Folder of the configuration, whose project has the drivers of databases. */
  readonly project: string;
}

/** One run of a recipe's steps. */
interface Run {
  readonly recipe: Recipe;
  readonly given: Variables;
  readonly signal: AbortSignal;
  /** Cookies of the steps that name no session. */
  readonly jar?: CookieJar;
  /** True where the last step may give any number of objects. */
  readonly list?: boolean | undefined;
  /** True where nothing found is a no, and not a mystery. */
  readonly reads?: boolean;
}

type Row = Readonly<Record<string, unknown>>;

const kindOf = (value: unknown): string =>
  value === undefined ? 'nothing' : excerpt(JSON.stringify(value) ?? typeof value, 60);

/** What a step gave as objects: one is a list of itself. */
function rowsOf(result: unknown): Row[] {
  const all = Array.isArray(result) ? result : result === undefined || result === null ? [] : [result];
  const wrong = all.find((item) => !isRecord(item));
  if (wrong !== undefined) throw new RecipeFailure(`gave ${kindOf(wrong)}, expected an object`);
  return all;
}

function single(rows: readonly Row[], reads: boolean, isSql: boolean): Row {
  const [row] = rows;
  const [none, many] = isSql ? ['no row', 'rows'] : ['nothing', 'objects'];
  if (row === undefined) throw new RecipeFailure(`gave ${none}, expected one`, reads ? 404 : null);
  if (rows.length > 1) throw new RecipeFailure(`gave ${rows.length} ${many}, expected one`);
  return row;
}

/**
 * Whether the merchant wants a login again: 401, 403, or a redirect to where the login went. An answer of the address that
 * was asked is none, also where logins go there, too, as with GraphQL.
 *
 * @param asked the path of the request
 */
function isLost(document: HttpDocument, asked: string, loginPaths: ReadonlySet<string>): boolean {
  if (document.status === 401 || document.status === 403) return true;
  const { pathname } = new URL(redirectOf(document) ?? document.url);
  return pathname !== asked && loginPaths.has(pathname);
}

/** Carries out the steps of recipes, and keeps the sessions that they begin. */
export class Steps {
  readonly #options: StepsOptions;
  readonly #http;
  readonly #sessions: Sessions;
  readonly #databases: Databases;

  constructor(options: StepsOptions) {
    const { recipes, ca } = options;
    this.#options = options;
    const { baseUrl, timeoutMs } = recipes;
    this.#databases = new Databases(options.project, timeoutMs);
    this.#http = { baseUrl, timeoutMs, agent: singleUse(timeoutMs, ca) };
    this.#sessions = new Sessions(async (name, jar) => {
      const recipe = recipes.sessions[name] ?? [];
      const [given = {}] = await this.run({ recipe, given: {}, signal: AbortSignal.timeout(timeoutMs), jar });
      return given;
    });
  }

  /** What the steps gave, put together; of a list, what the last one gave, each put to what the others did. */
  async run({ recipe, given, signal, list = false, reads = false, ...more }: Run): Promise<Row[]> {
    const steps = stepsOf(recipe);
    const jar = more.jar ?? (await newJar());
    let own: Row = {};
    for (const [index, step] of steps.entries()) {
      const known = { ...given, ...own };
      try {
        const rows = await this.#step(step, known, jar, signal);
        if (list && index === steps.length - 1) return rows.map((row) => ({ ...own, ...row }));
        // A step may be for what it does alone.
        if ('sql' in step || step.out !== undefined) own = { ...own, ...single(rows, reads, 'sql' in step) };
      } catch (error) {
        if (!(error instanceof RecipeFailure)) throw error;
        const where = this.#nameOf(step, steps.length > 1 ? index : null, known);
        throw new RecipeFailure(`(${where}) ${error.message}`, error.status, { cause: error });
      }
    }
    return [own];
  }

  async close(): Promise<void> {
    await Promise.all([this.#http.agent.destroy(), this.#databases.close()]);
  }

  /** How messages name a step: by its number where there are several, and by what it does. */
  #nameOf(step: Step, index: number | null, known: Variables): string {
    const number = index === null ? '' : `step ${index + 1}: `;
    if ('command' in step) return `${number}${excerpt([step.command].flat().join(' '), 60)}`;
    if ('sql' in step) return `${number}${excerpt(step.sql, 60)}`;
    const { method, url } = targetOf(step, known, this.#http.baseUrl);
    return `${number}${method} ${url.split('?')[0]}`;
  }

  async #step(step: Step, given: Variables, jar: CookieJar, signal: AbortSignal): Promise<Row[]> {
    const currency = given.currency ?? this.#options.currency;
    const rows = await this.#rows(step, given, jar, signal);
    return step.amounts === 'minor' ? rows.map((row) => inMajor(row, currency)) : [...rows];
  }

  async #rows(step: Step, given: Variables, jar: CookieJar, signal: AbortSignal): Promise<readonly Row[]> {
    if ('sql' in step) {
      const { database } = this.#options.recipes;
      return this.#databases.query(step, step.database ?? database ?? '', given);
    }
    const document =
      'http' in step
        ? await this.#request(step, given, jar, signal)
        : await runCommandStep(step, given, this.#options.commands, signal);
    return rowsOf(await resultOf(step.out, document, given));
  }

  async #request(
    step: HttpStep,
    given: Variables,
    jar: CookieJar,
    signal: AbortSignal,
  ): Promise<HttpDocument> {
    const sent = async (session?: Session): Promise<HttpDocument> => {
      const known = session === undefined ? given : { ...given, session: session.variables };
      return sendHttpStep(step, known, session?.jar ?? jar, this.#http, signal);
    };
    if (step.session === undefined) return this.#usable(step, await sent(), given);
    const session = await this.#session(step.session);
    const first = await sent(session);
    const asked = new URL(targetOf(step, given, this.#http.baseUrl).url).pathname;
    if (!isLost(first, asked, this.#loginPaths(step.session))) return this.#usable(step, first, given);
    return this.#usable(step, await sent(await this.#session(step.session, session)), given);
  }

  async #usable(step: HttpStep, document: HttpDocument, given: Variables): Promise<HttpDocument> {
    await throwUnusable(step, document, given);
    return document;
  }

  async #session(name: string, lost?: Session): Promise<Session> {
    try {
      return await this.#sessions.get(name, lost);
    } catch (error) {
      if (!(error instanceof RecipeFailure)) throw error;
      throw new RecipeFailure(`has no session "${name}": ${error.message}`, null, { cause: error });
    }
  }

  #loginPaths(name: string): ReadonlySet<string> {
    const steps = stepsOf(this.#options.recipes.sessions[name] ?? []);
    const addresses = steps.flatMap((step) =>
      'http' in step ? [targetOf(step, {}, this.#http.baseUrl).url] : [],
    );
    return new Set(
      addresses.filter((address) => URL.canParse(address)).map((address) => new URL(address).pathname),
    );
  }
}
