import { z } from 'zod';
import { recipeCallNames, recipeCalls } from './recipe-calls.ts';

const text = z.string({ error: 'a non-empty text' }).min(1, { error: 'a non-empty text' });

/** What may stand in a template: texts are filled in, everything else stands for itself. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

const json: z.ZodType<Json> = z.lazy(() =>
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(json), z.record(z.string(), json)], {
    error: 'JSON',
  }),
);

const out = z
  .union([text, z.record(text, json)], {
    error: 'a JSONata expression, or an object of them (a constant text has quotes of its own: "\'paid\'")',
  })
  .optional()
  .describe(
    'What the step gives: a JSONata expression for an object, or an object of expressions; left out where it is for what it does alone.',
  );

const refused = text
  .optional()
  .describe(
    'JSONata expression for the reason of a refusal; nothing, an empty text and false mean no refusal.',
  );

const money = z
  .enum(['major', 'minor'], { error: '"major" or "minor"' })
  .default('major')
  .describe(
    'In what its amounts are written: in currency units ("10.50"), or as whole numbers of minor units (1050).',
  );

const httpStep = z.strictObject({
  http: z
    .string()
    .regex(/^(GET|POST|PUT|PATCH|DELETE) (\/|https?:\/\/|\{)\S*$/, {
      error: 'a method and a path or address, such as "POST /checkout"',
    })
    .describe('Method, and a path below baseUrl or a whole address.'),
  headers: z
    .record(text, z.string({ error: 'a text' }))
    .optional()
    .describe('Headers of the request.'),
  json: json.optional().describe('Body of the request, sent as JSON.'),
  form: z
    .record(text, z.string({ error: 'a text' }))
    .optional()
    .describe('Body of the request, sent as a form (urlencoded).'),
  follow: z
    .boolean({ error: 'true or false' })
    .default(false)
    .describe('True follows redirects as far as they stay within the shop.'),
  session: text
    .optional()
    .describe('The session of merchant.interface.sessions that the request belongs to.'),
  amounts: money,
  refused,
  out,
});

const commandStep = z.strictObject({
  command: z
    .union([text, z.array(text).min(1)], {
      error: 'a shell command as text, or a program and its arguments as an array of texts',
    })
    .describe(
      'Command; out takes apart what it prints. It runs where merchant.start runs, with its environment.',
    ),
  amounts: money,
  refused,
  out,
});

const database = text.describe(
  'Address of the database: sqlite:FILE, postgres://…, mysql://… or mariadb://…; passwords as {env.NAME}.',
);

const sqlStep = z.strictObject({
  sql: z
    .string()
    .regex(/^\s*(select|with)\b/i, { error: 'a query that begins with SELECT or WITH' })
    .describe(
      'Query whose columns have the names of the interface; its variables are bound, never pasted in.',
    ),
  database: database.optional(),
  amounts: money,
});

/** The kinds of steps, each told by the key that only it has. */
export const stepKinds = { http: httpStep, command: commandStep, sql: sqlStep };

const step = z.union([httpStep, commandStep, sqlStep]);
const stepForm = `an object with one of ${Object.keys(stepKinds)
  .map((kind) => `"${kind}"`)
  .join(', ')}, or an array of such objects`;

/** One step, or several, whose results are put together. */
const recipe = z.union([step, z.array(step).min(1, { error: stepForm })]);

const words = z
  .record(text, text)
  .optional()
  .describe("The shop's own words for states, each with the state that it means.");

const optionalRecipes = Object.fromEntries(
  recipeCallNames.map((name) => [name, recipe.optional().describe(recipeCalls[name].says)]),
) as Record<(typeof recipeCallNames)[number], z.ZodOptional<typeof recipe>>;

/** What a merchant interface of type "recipes" has beside its type and timeout. */
export const recipeKeys = {
  baseUrl: z
    .string({ error: 'an http or https address' })
    .regex(/^(https?:\/\/|\{)/, { error: 'an http or https address' })
    .default('{merchant.url}')
    .describe('Address that the paths of http steps are below.'),
  states: z
    .strictObject({ order: words, refund: words, payout: words })
    .default({})
    .describe("The shop's own words for states."),
  sessions: z
    .record(text, recipe)
    .default({})
    .describe(
      'Logins, by name: the steps that begin a session. Their cookies stay for the steps that name it.',
    ),
  database: database.optional(),
  module: text
    .optional()
    .describe('A driver module, relative to the configuration file, for the calls that have no recipe.'),
  recipes: z.strictObject(optionalRecipes).describe('What each call of the test interface does.'),
};

export type HttpStep = z.output<typeof httpStep>;
export type CommandStep = z.output<typeof commandStep>;
export type SqlStep = z.output<typeof sqlStep>;
export type Step = z.output<typeof step>;
export type Recipe = z.output<typeof recipe>;
export type Out = HttpStep['out'];

/** The steps of a recipe, which may be one alone. */
export const stepsOf = (given: Recipe): readonly Step[] => (Array.isArray(given) ? given : [given]);
