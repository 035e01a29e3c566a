import type { Config } from '../../suite/config/index.ts';
import { TEST_TOKEN } from './configuration.ts';
import { type Framework, frameworkOf, type Recipes } from './frameworks.ts';
import {
  bodiesOf,
  checkoutPlace,
  environmentNames,
  notifyPlace,
  type ToldThing,
  toldNames,
} from './names.ts';
import type { Project } from './project.ts';
import { type Routes, testRoutes } from './routes.ts';
import { type Books, booksOf, type Database, databaseOf } from './tables.ts';

/** A configuration for what was found, why it looks so, and what only the team knows. */
export interface Proposal {
  readonly config: Config;
  readonly why: readonly string[];
  /** What to fill in or to look at, the most needed first. */
  readonly toDo: readonly string[];
}

/** Marks what only the team knows: no value of a shop has it. */
export const FILL_IN = /FILL_IN_\w+/g;

/** What each thing is in a configuration. */
const VALUES: Readonly<Record<Exclude<ToldThing, 'database' | 'port'>, string>> = {
  gateway: '{gateway.baseUrl}',
  shopId: '{shop.id}',
  secret: '{shop.secret}',
  self: '{merchant.url}',
};

const THINGS: Readonly<Record<'gateway' | 'shopId' | 'secret', string>> = {
  gateway: "the gateway's address",
  shopId: 'the shop id',
  secret: 'the secret',
};

const FILE_DATABASE = '{slot.dir}/shop.db';

type Kind = Database['kind'];

/** The address of the database, as recipes take it. */
function addressOf(kind: Kind, database: Database | undefined): string {
  if (kind === 'sqlite') return `sqlite:${FILE_DATABASE}`;
  const [password, usual] = kind === 'postgres' ? ['PGPASSWORD', '5432'] : ['DB_PASSWORD', '3306'];
  const { host = '127.0.0.1', port = usual, name = 'FILL_IN_database' } = database ?? {};
  return `${kind}://FILL_IN_reader:{env.${password}}@${host}:${port}/${name}`;
}

const PACKAGES = { sqlite: null, postgres: 'pg', mysql: 'mysql2' } as const;

/** A configuration with the marks filled in whose values the project shows. */
const withKnown = (config: Config, known: Readonly<Record<string, string>>): Config =>
  JSON.parse(JSON.stringify(config).replace(FILL_IN, (mark) => known[mark] ?? mark));

interface Found {
  readonly project: Project;
  readonly framework: Framework;
  readonly why: string;
  readonly names: ReadonlyMap<string, string>;
  readonly told: Readonly<Partial<Record<ToldThing, string>>>;
  readonly kind: Kind;
  readonly databaseFile: string | null;
  readonly books: Books | undefined;
  readonly routes: Routes | undefined;
  /** The name of the environment by which the routes are told their token. */
  readonly tokenName: string | undefined;
  /** Whether orders can be read in a database: a driver or a schema shows it. */
  readonly hasDatabase: boolean;
}

/** A shop that shows no database is asked over HTTP, and so is one that has the routes. */
const isOverHttp = ({ routes, hasDatabase }: Found): boolean => routes !== undefined || !hasDatabase;

const callbackOf = ({ project, framework }: Found): string =>
  `{merchant.url}${notifyPlace(project)?.path ?? framework.notify}`;

/** What the shop is told by its environment when it is started. */
function environmentOf(found: Found): Record<string, string> {
  const { framework, told, kind, project } = found;
  const env: Record<string, string> = {};
  const port = framework.portName === undefined ? undefined : (told.port ?? framework.portName);
  if (port !== undefined) env[port] = '{port}';
  for (const thing of ['gateway', 'shopId', 'secret'] as const)
    env[told[thing] ?? `FILL_IN_name_of_${thing}`] = VALUES[thing];
  if (told.self !== undefined)
    env[told.self] = /^(?:NOTIFY|CALLBACK)/.test(told.self) ? callbackOf(found) : VALUES.self;
  if (isOverHttp(found) && found.tokenName !== undefined) env[found.tokenName] = TEST_TOKEN;
  if (kind === 'sqlite' && told.database !== undefined) {
    const value = new RegExp(`^\\s*${told.database}=["']?((?:file|sqlite):/*)`, 'm');
    const prefix = [...project.values()].map((text) => value.exec(text)?.[1]).find(Boolean) ?? '';
    env[told.database] = `${prefix}${FILE_DATABASE}`;
  }
  return env;
}

function recipesOf(found: Found): Recipes {
  const { framework, project, books } = found;
  const body = bodiesOf(project);
  const form = (body.reads ?? framework.body) === 'form';
  const out =
    body.answers === null && form
      ? '$string(FILL_IN_where_the_answer_names_the_order)'
      : '$string($exists(body.order_id) ? body.order_id : body.id)';
  const amounts = books?.minor === true ? { amounts: 'minor' as const } : {};
  const amount = books?.minor === true ? '{amount.minor}' : '{amount}';
  const known = framework.tables;
  const sql =
    known?.sql ??
    books?.sql ??
    `SELECT id AS order_id, FILL_IN_number AS shop_order_id, FILL_IN_state AS state, FILL_IN_amount AS amount, 643 AS currency, (SELECT coalesce(sum(amount), 0) FROM FILL_IN_table_where_value_is_booked WHERE order_id = o.id) AS credited, (SELECT count(*) FROM FILL_IN_table_where_value_is_booked WHERE order_id = o.id) AS credits FROM orders o WHERE o.id = {order_id}`;
  const minor = known?.minor === true ? { amounts: 'minor' as const } : amounts;
  return {
    createOrder: framework.createOrder ?? {
      http: `POST ${checkoutPlace(project)?.path ?? framework.checkout}`,
      ...(form ? { form: { [body.amount]: amount } } : { json: { [body.amount]: amount } }),
      out: { order_id: out },
    },
    getOrder: { sql, ...minor },
  };
}

type Interface = NonNullable<Config['merchant']['interface']>;

const httpOf = ({ routes, tokenName }: Found): Interface => ({
  type: 'http',
  baseUrl: `{merchant.url}${routes?.prefix ?? '/test'}`,
  ...(tokenName === undefined ? {} : { token: TEST_TOKEN }),
});

function recipesInterfaceOf(found: Found, database: Database | undefined): Interface {
  const states = statesOf(found);
  return {
    type: 'recipes',
    database: addressOf(found.kind, database),
    ...(Object.keys(states).length === 0 ? {} : { states: { order: states } }),
    recipes: recipesOf(found),
  };
}

/** Words of shops for states, and what they mean; those that the project uses are translated. */
const WORDS: Readonly<Record<string, 'new' | 'pending' | 'paid' | 'failed' | 'cancelled'>> = {
  created: 'new',
  draft: 'new',
  unpaid: 'pending',
  waiting: 'pending',
  awaiting_payment: 'pending',
  pending_payment: 'pending',
  completed: 'paid',
  complete: 'paid',
  success: 'paid',
  declined: 'failed',
  rejected: 'failed',
  canceled: 'cancelled',
};

function statesOf({ framework, project }: Found): Readonly<Record<string, string>> {
  if (framework.tables?.states !== undefined) return framework.tables.states;
  const all = [...project.values()].join('\n');
  return Object.fromEntries(
    Object.entries(WORDS).filter(([word]) => new RegExp(`['"]${word}['"]`).test(all)),
  );
}

function reasonsOf(found: Found): string[] {
  const { framework, why, names, told, kind, databaseFile, books, project, routes } = found;
  const [notify, checkout] = [notifyPlace(project), checkoutPlace(project)];
  const named = (['gateway', 'shopId', 'secret'] as const)
    .filter((thing) => told[thing] !== undefined)
    .map((thing) => `${told[thing]} (${names.get(told[thing] ?? '')}) is ${THINGS[thing]}`);
  return [
    `${framework.name}, told by ${why}.`,
    ...(named.length > 0 ? [`Of its environment, ${named.join(', ')}.`] : []),
    ...(notify === undefined ? [] : [`Notifications arrive at ${notify.path} (${notify.file}).`]),
    ...(routes === undefined
      ? []
      : [
          `The test interface is at ${routes.prefix || '/'} (${routes.file}): orders are made and read there.`,
        ]),
    ...(checkout === undefined || routes !== undefined
      ? []
      : [`Orders are made at ${checkout.path} (${checkout.file}).`]),
    ...(databaseFile === null ? [] : [`Its database is ${kind} (${databaseFile}).`]),
    ...(books === undefined
      ? []
      : [
          `Orders${books.lacksLedger ? '' : ' and what is booked'} stand in tables of ${books.files.join(' and ')}.`,
        ]),
  ];
}

const MEANINGS: Readonly<Record<string, string>> = {
  FILL_IN_name_of_gateway: "the name of the environment variable for the gateway's base address",
  FILL_IN_name_of_shopId: 'the name of the environment variable for the shop id',
  FILL_IN_name_of_secret: 'the name of the environment variable for the secret',
  FILL_IN_table_where_value_is_booked:
    'the table in which the value of a paid order is booked (ledger, stock, licences), not its status',
  FILL_IN_where_the_answer_names_the_order:
    "where the answer to the checkout names the order, such as $css('#number') or headers.location",
  FILL_IN_number: 'the column with the shop_order_id that the gateway is sent',
  FILL_IN_state: "the column with the order's state; the shop's own words are translated by states.order",
  FILL_IN_amount: 'the column with the order\'s amount; where it counts cents, with "amounts": "minor"',
  FILL_IN_reader: 'a user of the database who may only read',
  FILL_IN_database: 'the name of the database',
};

function toDoOf(found: Found, config: Config): string[] {
  const { framework, project } = found;
  const marks = [...new Set(JSON.stringify(config).match(FILL_IN) ?? [])];
  const meanings: Readonly<Record<string, string>> = { ...MEANINGS, ...framework.marks };
  return [
    ...marks.map((mark) => `${mark}: ${meanings[mark] ?? mark.replace('FILL_IN_', '').replaceAll('_', ' ')}`),
    ...(notifyPlace(project) === undefined
      ? [`merchant.callbackUrl: is it ${config.merchant.callbackUrl.replace('{merchant.url}', '')}?`]
      : []),
    ...(isOverHttp(found) ? interfaceToDo(found) : recipesToDo(found)),
    ...(framework.hint === undefined || (isOverHttp(found) && framework.tables !== undefined)
      ? []
      : [framework.hint]),
  ];
}

function interfaceToDo({ routes, tokenName }: Found): string[] {
  if (routes === undefined) {
    return [
      'merchant.interface: no database and no test interface was found. Give the shop the two routes POST /orders and GET /orders/{order_id} below /test (docs/test-interface.md), or describe in recipes how it is used (docs/recipes.md)',
    ];
  }
  return tokenName === undefined
    ? [`merchant.interface: where the routes of ${routes.file} want a token, give it as "token"`]
    : [];
}

function recipesToDo({ framework, kind, books, project }: Found): string[] {
  const needed = PACKAGES[kind];
  return [
    ...(framework.createOrder !== undefined
      ? []
      : checkoutPlace(project) === undefined
        ? [
            `createOrder: is it POST ${framework.checkout}, and with which fields? A page with a token against forgery takes two steps.`,
          ]
        : ['createOrder: has the request all the fields that the checkout needs?']),
    'createOrder, out: add "redirect.method", "redirect.url" and "redirect.data", which say where the payer is sent; without them redirect.create does not apply',
    ...(framework.tables === undefined && books === undefined ? ['getOrder: the query of an order'] : []),
    ...(needed === null
      ? []
      : [
          `npm install --save-dev ${needed}, which reads the database; more copies than one (maxSlots) need a database each`,
        ]),
  ];
}

/** Proposes a configuration for a project: the smallest claim first. Undefined where nothing is recognised. */
export function propose(project: Project, name: string, start?: string): Proposal | undefined {
  const recognised = frameworkOf(project);
  if (recognised === undefined) return undefined;
  const { framework } = recognised;
  const names = environmentNames(project);
  const database = databaseOf(project);
  const kind = database?.kind ?? framework.database ?? 'sqlite';
  const told = toldNames(names.keys());
  const books = framework.tables === undefined ? booksOf(project, kind) : undefined;
  const found: Found = {
    project,
    ...recognised,
    names,
    told,
    kind,
    databaseFile: database?.file ?? null,
    books,
    routes: testRoutes(project),
    tokenName: [...names.keys()].find((each) => /^(?:TEST|GATECHECK)\w*TOKEN$/.test(each)),
    hasDatabase: (database ?? books ?? framework.tables ?? framework.database) !== undefined,
  };
  const command =
    start ?? (typeof framework.command === 'string' ? framework.command : framework.command(project));
  const env = environmentOf(found);
  const health = [...project.values()].some((text) => /['"`]\/health\/?['"`]/.test(text));
  const proposed: Config = {
    merchant: {
      name,
      version: '1.0.0',
      start: {
        ...(framework.prepare === undefined ? {} : { prepare: framework.prepare }),
        command,
        env,
        ...(health || framework.ready !== undefined ? { ready: framework.ready ?? '/health' } : {}),
        ...(framework.readyTimeout === undefined ? {} : { readyTimeout: framework.readyTimeout }),
        ...(kind === 'sqlite' ? {} : { maxSlots: 1 }),
      },
      callbackUrl: callbackOf(found),
      interface: isOverHttp(found) ? httpOf(found) : recipesInterfaceOf(found, database),
    },
    capabilities: ['invoice'],
    ...(framework.settle === undefined ? {} : { tempo: { settle: framework.settle } }),
  };
  const config = withKnown(proposed, framework.known?.(project) ?? {});
  return { config, why: reasonsOf(found), toDo: toDoOf(found, config) };
}
