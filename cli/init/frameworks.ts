import type { Config } from '../../suite/config/index.ts';
import type { Project } from './project.ts';

/** Recipes of a configuration, by the calls that they carry out. */
export type Recipes = Extract<Config['merchant']['interface'], { type: 'recipes' }>['recipes'];

/** A query of a shop system whose tables are known. */
interface KnownTables {
  readonly sql: string;
  readonly minor?: boolean;
  readonly states?: Readonly<Record<string, string>>;
}

/** A framework or shop system: by what it is told, how it is started, where things usually stand. */
export interface Framework {
  readonly name: string;
  /** A file, and what stands in it; the first that fits is the reason that is told. */
  readonly signs: readonly (readonly [file: RegExp, text: RegExp])[];
  readonly prepare?: string;
  readonly command: string | ((project: Project) => string);
  /** The environment that tells it its port, where the command does not. */
  readonly portName?: string;
  /** Where notifications usually arrive. */
  readonly notify: string;
  /** Where a checkout usually begins, and how its body is written. */
  readonly checkout: string;
  readonly body: 'json' | 'form';
  /** The whole way of a checkout, where it is known. */
  readonly createOrder?: Recipes['createOrder'];
  readonly tables?: KnownTables;
  /** An address that answers 2xx as soon as it can work, and how long that may take. */
  readonly ready?: string;
  readonly readyTimeout?: string;
  /** How long it takes to book what it was notified of, where that is longer than usual. */
  readonly settle?: string;
  /** What its own marks are, in words. */
  readonly marks?: Readonly<Record<string, string>>;
  /** Marks whose values the project shows. */
  readonly known?: (project: Project) => Readonly<Record<string, string>>;
  /** Its usual database, where nothing says which it is. */
  readonly database?: 'postgres' | 'mysql';
  /** What is said beside the proposal. */
  readonly hint?: string;
}

const packaged = (name: string): readonly [RegExp, RegExp] => [
  /(?:^|\/)package\.json$/,
  new RegExp(`"${name.replace('/', '\\/')}"\\s*:`),
];
const required = (name: string): readonly [RegExp, RegExp] => [
  /(?:^|\/)(?:requirements[\w.-]*\.txt|pyproject\.toml|Pipfile)$/,
  new RegExp(`(?:^|["'\\s])${name}(?:$|["'\\s\\[=<>~!;,])`, 'im'),
];
const composed = (name: string): readonly [RegExp, RegExp] => [
  /(?:^|\/)composer\.json$/,
  new RegExp(`"${name.replace('/', '\\/')}"`),
];

/** A shop may be one script. */
const SCRIPT = /^[\w-]+\.[cm]?js$/;
const LISTENS = /\bcreateServer\(|\.listen\(/;

/** The script by which a package starts, the file that it names, or the one that serves. */
function npmStart(project: Project): string {
  const { scripts = {}, main } = manifest(project);
  if (typeof scripts.start === 'string') return `exec ${scripts.start}`;
  const files = [
    'server.js',
    'server.mjs',
    'app.js',
    'app.mjs',
    'index.js',
    'index.mjs',
    'src/server.js',
    'src/index.js',
  ];
  const listens = [...project].find(([path, text]) => SCRIPT.test(path) && LISTENS.test(text))?.[0];
  const file = typeof main === 'string' ? main : (files.find((name) => project.has(name)) ?? listens);
  return `exec node ${file ?? 'FILL_IN_main_file.js'}`;
}

function manifest(project: Project): { scripts?: Record<string, unknown>; main?: unknown } {
  try {
    const value: unknown = JSON.parse(project.get('package.json') ?? '{}');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** The Python file that has the application, as a module. */
const pythonApp = (project: Project, made: RegExp): string => {
  const file = [...project].find(([path, text]) => path.endsWith('.py') && made.test(text))?.[0];
  return file?.replace(/\/__init__\.py$|\.py$/, '').replaceAll('/', '.') ?? 'FILL_IN_module';
};

const pythonMain = (project: Project): string =>
  [...project].find(
    ([path, text]) => /^[\w-]+\.py$/.test(path) && /__main__|serve_forever\(/.test(text),
  )?.[0] ?? 'FILL_IN_main_file.py';

const flaskName = (project: Project): string =>
  `exec python3 -m flask --app ${pythonApp(project, /\bFlask\(/)} run --host 127.0.0.1 --port {port}`;

const asgiName = (project: Project): string =>
  `exec python3 -m uvicorn ${pythonApp(project, /\bFastAPI\(/)}:app --host 127.0.0.1 --port {port}`;

const springCommand = (project: Project): string =>
  [...project.keys()].some((path) => path.startsWith('build.gradle'))
    ? "exec ./gradlew -q bootRun --args='--server.port={port} --server.address=127.0.0.1'"
    : 'exec ./mvnw -q spring-boot:run -Dspring-boot.run.arguments="--server.port={port} --server.address=127.0.0.1"';

const phpRoot = (project: Project): string =>
  project.has('public/index.php') ? '-t public' : project.has('router.php') ? 'router.php' : '-t .';

/** The id of a payment provider of Medusa: the identifier of its service, and that of its entry in the configuration. */
function medusaProvider(project: Project): Readonly<Record<string, string>> {
  const files = [...project];
  const identifier = files
    .map(([, text]) => /\bstatic\s+identifier\s*=\s*['"]([\w-]+)['"]/.exec(text)?.[1])
    .find(Boolean);
  const entry = files
    .filter(([path]) => /(?:^|\/)medusa-config\.\w+$/.test(path))
    .map(([, text]) => /\bproviders\s*:\s*\[\s*\{[^{}]*?\bid\s*:\s*['"]([\w-]+)['"]/.exec(text)?.[1])
    .find(Boolean);
  return identifier === undefined || entry === undefined
    ? {}
    : { FILL_IN_provider_id: `${identifier}_${entry}` };
}

const storeOfMedusa = { 'x-publishable-api-key': 'FILL_IN_publishable_key' };

/** It makes the order when the payment has come: before that, the payment collection of the cart stands for it. */
const medusa: Framework = {
  name: 'Medusa',
  database: 'postgres',
  signs: [packaged('@medusajs/medusa')],
  command: 'exec npx --no -- medusa start --host 127.0.0.1 --port {port}',
  ready: '/health',
  readyTimeout: '60s',
  // It works on a notification after five seconds, and on no other setting (2.21).
  settle: '8s',
  notify: '/hooks/payment/FILL_IN_provider_id',
  checkout: '/store/payment-collections',
  body: 'json',
  createOrder: [
    {
      http: 'POST /store/carts',
      headers: storeOfMedusa,
      json: {
        region_id: 'FILL_IN_region_id',
        email: 'gatecheck@example.com',
        items: [{ variant_id: 'FILL_IN_variant_id', quantity: '{amount.minor}' }],
      },
      out: { cart: 'body.cart.id' },
    },
    {
      http: 'POST /store/payment-collections',
      headers: storeOfMedusa,
      json: { cart_id: '{cart}' },
      out: { order_id: 'body.payment_collection.id' },
    },
    {
      http: 'POST /store/payment-collections/{order_id}/payment-sessions',
      headers: storeOfMedusa,
      json: { provider_id: 'pp_FILL_IN_provider_id', data: { payway: '{payway}' } },
    },
  ],
  tables: {
    sql: 'SELECT p.id AS order_id, (SELECT s.id FROM payment_session s WHERE s.payment_collection_id = p.id ORDER BY s.created_at DESC LIMIT 1) AS shop_order_id, p.status AS state, p.amount AS amount, 643 AS currency, coalesce(p.captured_amount, 0) AS credited, (SELECT count(*) FROM capture c JOIN payment y ON y.id = c.payment_id WHERE y.payment_collection_id = p.id) AS credits FROM payment_collection p WHERE p.id = {order_id}',
    states: {
      not_paid: 'pending',
      awaiting: 'pending',
      authorized: 'pending',
      completed: 'paid',
      canceled: 'cancelled',
    },
  },
  marks: {
    FILL_IN_provider_id:
      'the identifier of the provider and the id of its entry in medusa-config, joined by an underscore',
    FILL_IN_publishable_key: 'a publishable key (select token from api_key)',
    FILL_IN_region_id: 'a region with that provider (select id from region)',
    FILL_IN_variant_id:
      'a variant that costs 0.01, needs no shipping and is not counted in stock; the quantity makes the amount',
  },
  known: medusaProvider,
  hint: 'getOrder takes the id of the payment session for the shop_order_id, as most providers do; where yours sends another, read it from s.data.',
};

/** What is looked for, the most particular first: a shop system is built on a framework, and a framework on a language. */
export const frameworks: readonly Framework[] = [
  medusa,
  {
    name: 'Vendure',
    database: 'postgres',
    signs: [packaged('@vendure/core')],
    command: npmStart,
    portName: 'PORT',
    notify: '/payments/FILL_IN_handler',
    checkout: '/shop-api',
    body: 'json',
    tables: {
      sql: 'SELECT o.id AS order_id, o.code AS shop_order_id, o.state AS state, o."subTotalWithTax" + o."shippingWithTax" AS amount, 643 AS currency, (SELECT coalesce(sum(p.amount), 0) FROM payment p WHERE p."orderId" = o.id AND p.state = \'Settled\') AS credited, (SELECT count(*) FROM payment p WHERE p."orderId" = o.id AND p.state = \'Settled\') AS credits FROM "order" o WHERE o.id = {order_id}',
      minor: true,
      states: {
        AddingItems: 'new',
        ArrangingPayment: 'pending',
        PaymentAuthorized: 'pending',
        PaymentSettled: 'paid',
        Cancelled: 'cancelled',
      },
    },
    hint: 'createOrder is a few GraphQL mutations of the shop API: addItemToOrder, setOrderShippingAddress, addPaymentToOrder.',
  },
  {
    name: 'WooCommerce',
    database: 'mysql',
    signs: [
      [/wp-content\/plugins\/woocommerce\//, /^/],
      [/\.php$/, /extends\s+WC_Payment_Gateway|WC requires at least/],
      composed('wpackagist-plugin/woocommerce'),
    ],
    command: 'exec php -S 127.0.0.1:{port} -t .',
    notify: '/?wc-api=FILL_IN_gateway',
    checkout: '/?wc-ajax=checkout',
    body: 'form',
    tables: {
      sql: "SELECT o.id AS order_id, coalesce((SELECT max(m.meta_value) FROM wp_wc_orders_meta m WHERE m.order_id = o.id AND m.meta_key = 'FILL_IN_meta_key_of_shop_order_id'), o.id) AS shop_order_id, o.status AS state, CAST(o.total_amount AS decimal(12, 2)) AS amount, 643 AS currency, (SELECT coalesce(CAST(sum(s.total_sales) AS decimal(12, 2)), 0) FROM wp_wc_order_stats s WHERE s.order_id = o.id AND s.date_paid IS NOT NULL) AS credited, (SELECT count(*) FROM wp_wc_order_stats s WHERE s.order_id = o.id AND s.date_paid IS NOT NULL) AS credits FROM wp_wc_orders o WHERE o.id = {order_id}",
      states: {
        'wc-pending': 'pending',
        'wc-on-hold': 'pending',
        'wc-processing': 'paid',
        'wc-completed': 'paid',
        'wc-failed': 'failed',
        'wc-cancelled': 'cancelled',
        'wc-refunded': 'refunded',
      },
    },
    hint: 'Where stock is counted, its reduction is a better place for credited than the statistics.',
  },
  {
    name: 'WordPress',
    database: 'mysql',
    signs: [
      [/(?:^|\/)wp-(?:config|config-sample|load|settings)\.php$/, /^/],
      [/\.php$/, /^[ \t]*(?:\*[ \t]*)?Plugin Name:/m],
    ],
    command: 'exec php -S 127.0.0.1:{port} -t .',
    notify: '/wp-json/FILL_IN/v1/notify',
    checkout: '/wp-json/FILL_IN/v1/orders',
    body: 'form',
  },
  {
    name: 'OpenCart',
    database: 'mysql',
    signs: [[/(?:^|\/)catalog\/controller\/.*\.php$/, /^/], composed('opencart/opencart')],
    command: 'exec php -S 127.0.0.1:{port} -t .',
    notify: '/index.php?route=extension/FILL_IN/payment/FILL_IN.callback',
    checkout: '/index.php?route=checkout/confirm',
    body: 'form',
    tables: {
      sql: 'SELECT o.order_id AS order_id, o.order_id AS shop_order_id, o.order_status_id AS state, CAST(o.total AS decimal(12, 2)) AS amount, 643 AS currency, CASE WHEN h.paid > 0 THEN CAST(o.total AS decimal(12, 2)) ELSE 0 END AS credited, h.paid AS credits FROM oc_order o JOIN (SELECT count(*) AS paid, {order_id} AS order_id FROM oc_order_history WHERE order_id = {order_id} AND order_status_id IN (2, 5)) h WHERE o.order_id = {order_id}',
      states: {
        '0': 'pending',
        '1': 'pending',
        '2': 'paid',
        '5': 'paid',
        '7': 'cancelled',
        '10': 'failed',
        '11': 'refunded',
      },
    },
  },
  {
    name: 'Nest',
    signs: [packaged('@nestjs/core')],
    command: npmStart,
    portName: 'PORT',
    notify: '/payments/notify',
    checkout: '/orders',
    body: 'json',
  },
  {
    name: 'Express',
    signs: [packaged('express')],
    command: npmStart,
    portName: 'PORT',
    notify: '/payments/notify',
    checkout: '/checkout',
    body: 'json',
  },
  {
    name: 'Laravel',
    signs: [composed('laravel/framework'), [/(?:^|\/)artisan$/, /^/]],
    prepare: 'php artisan migrate:fresh --force',
    command: 'exec php artisan serve --host=127.0.0.1 --port={port} --no-reload',
    notify: '/api/payments/notify',
    checkout: '/api/orders',
    body: 'json',
    hint: 'A queue needs a worker: start `php artisan queue:work` with the shop, or set QUEUE_CONNECTION to sync.',
  },
  {
    name: 'Symfony',
    signs: [composed('symfony/framework-bundle')],
    prepare: 'php bin/console doctrine:migrations:migrate --no-interaction',
    command: 'exec php -S 127.0.0.1:{port} -t public',
    notify: '/payments/notify',
    checkout: '/orders',
    body: 'json',
  },
  {
    name: 'Django',
    signs: [required('django'), [/(?:^|\/)manage\.py$/, /DJANGO_SETTINGS_MODULE/]],
    prepare: 'python3 manage.py migrate --noinput',
    command: 'exec python3 manage.py runserver 127.0.0.1:{port} --noreload',
    notify: '/payments/notify/',
    checkout: '/orders/',
    body: 'form',
  },
  {
    name: 'FastAPI',
    signs: [required('fastapi'), [/\.py$/, /\bFastAPI\(/]],
    command: asgiName,
    notify: '/payments/notify',
    checkout: '/orders',
    body: 'json',
  },
  {
    name: 'Flask',
    signs: [required('flask'), [/\.py$/, /\bFlask\(/]],
    command: flaskName,
    notify: '/payments/notify',
    checkout: '/checkout',
    body: 'form',
  },
  {
    name: 'Rails',
    signs: [[/(?:^|\/)Gemfile$/, /^[ \t]*gem[ \t]+["']rails["']/m]],
    prepare: 'bin/rails db:prepare',
    command: 'exec bin/rails server -b 127.0.0.1 -p {port} -P {slot.dir}/server.pid',
    notify: '/payments/notify',
    checkout: '/orders',
    body: 'form',
  },
  {
    name: 'Spring',
    signs: [[/(?:^|\/)(?:pom\.xml|build\.gradle(?:\.kts)?)$/, /org\.springframework\.boot|spring-boot/]],
    command: springCommand,
    notify: '/payments/notify',
    checkout: '/orders',
    body: 'json',
  },
  {
    name: 'Go',
    signs: [[/(?:^|\/)go\.mod$/, /^module\s/m]],
    command: 'exec go run .',
    portName: 'PORT',
    notify: '/payments/notify',
    checkout: '/orders',
    body: 'json',
  },
  {
    name: 'PHP',
    signs: [
      [/^(?:public\/)?(?:index|router)\.php$/, /^/],
      [/(?:^|\/)composer\.json$/, /^/],
    ],
    command: (project) => `exec php -S 127.0.0.1:{port} ${phpRoot(project)}`,
    notify: '/payments/notify',
    checkout: '/checkout',
    body: 'form',
  },
  {
    name: 'Node.js',
    signs: [
      [/^package\.json$/, /"start"\s*:|"main"\s*:/],
      [SCRIPT, LISTENS],
    ],
    command: npmStart,
    portName: 'PORT',
    notify: '/payments/notify',
    checkout: '/orders',
    body: 'json',
  },
  {
    name: 'Python',
    signs: [[/^[\w-]+\.py$/, /__main__|serve_forever\(/]],
    command: (project) => `exec python3 ${pythonMain(project)}`,
    portName: 'PORT',
    notify: '/payments/notify',
    checkout: '/orders',
    body: 'json',
  },
];

/** What a project is made with, and by which file it is told. */
export function frameworkOf(project: Project): { framework: Framework; why: string } | undefined {
  for (const framework of frameworks) {
    for (const [file, text] of framework.signs) {
      const found = [...project].find(([path, content]) => file.test(path) && text.test(content));
      if (found !== undefined) return { framework, why: found[0] };
    }
  }
  return undefined;
}
