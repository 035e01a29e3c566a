import type { Config } from '../../suite/config/index.ts';
import type { Answers } from './answers.ts';

/** The file of the driver module, beside the configuration. */
export const DRIVER_FILE = 'gatecheck.driver.ts';

/** What only the suite knows, so that nobody else uses the test interface. */
export const TEST_TOKEN = 'only-for-the-test-interface';

/** The configuration that answers lead to. Secrets stand in the environment. */
export function configurationOf(answers: Answers): Config {
  const { place } = answers;
  const isStarted = 'start' in place;
  const base = isStarted ? '{merchant.url}' : place.url.replace(/(?<!\/)\/+$/, '');
  return {
    merchant: {
      name: answers.name,
      version: '1.0.0',
      ...(isStarted ? { start: startOf(place.start) } : { url: base }),
      callbackUrl: `${base}/payments/notify`,
      interface:
        answers.interface === 'http'
          ? { type: 'http', baseUrl: `${base}/test`, token: TEST_TOKEN }
          : { type: 'module', path: `./${DRIVER_FILE}` },
    },
    ...(isStarted ? {} : { shop: { id: 5, secret: { env: 'SHOP_KEY' } } }),
    capabilities: [...answers.capabilities],
    tempo: { poll: '30s', readTimeout: '2s', recover: '10m' },
  };
}

function startOf(command: string): NonNullable<Config['merchant']['start']> {
  return {
    command,
    env: {
      PORT: '{port}',
      SELF: '{merchant.url}',
      PAY_URL: '{gateway.baseUrl}',
      SHOP_ID: '{shop.id}',
      SHOP_KEY: '{shop.secret}',
      DB: '{slot.dir}/shop.db',
      TEST_TOKEN,
    },
    ready: '/health',
  };
}

/** What stands above a key of the TypeScript file, by the path of the key. */
const COMMENTS: Readonly<Record<string, string>> = {
  merchant: 'The shop that is tested.',
  'merchant.start':
    'gatecheck starts it, kills it and starts it again: each copy has its own port, folder and database.',
  'merchant.start.env':
    'Its ordinary configuration under its own names; what stands in braces is filled in for each copy.',
  'merchant.start.ready': 'Answers 2xx as soon as the shop can work.',
  'merchant.url': 'It already runs here. Its gateway is http://127.0.0.1:8040/gateway/v1.',
  'merchant.callbackUrl': 'Where the gateway sends its notifications, exactly as in production.',
  'merchant.interface':
    'How gatecheck makes orders at the shop and sees what became of them: docs/test-interface.md, docs/recipes.md.',
  'merchant.start.prepare': 'Once for each copy: an empty database.',
  'merchant.start.maxSlots': 'How many copies may run side by side: one, as long as they share a database.',
  'merchant.interface.database':
    'Where orders and what is booked are read; a user who may only read is enough.',
  'merchant.interface.states': "The shop's own words for states, each with what it means.",
  'merchant.interface.recipes.createOrder':
    'Makes an order as the checkout does, up to where the payer is sent on; has to give order_id.',
  'merchant.interface.recipes.getOrder':
    'Reads it. credited and credits: what was booked, and how often, never made of the status.',
  shop: 'The id and the secret that the shop signs with. The secret is read from the environment.',
  capabilities: 'What the shop does in production, and no more: `gatecheck list capabilities`.',
  tempo:
    "Its poll interval, its read timeout, and how soon it finds a lost notification's payment. How long it takes to book one is measured.",
};

/** The configuration as JSON, for projects that have no TypeScript; JSON has no comments. */
export function jsonText(config: Config): string {
  return `${JSON.stringify(config, null, 2)}\n`;
}

/** The configuration as a commented TypeScript module. It needs nothing at run time, not even gatecheck. */
export function typescriptText(config: Config): string {
  const body = objectText(config, '', '');
  return [
    '// The configuration of gatecheck. `gatecheck doctor` tries it, `gatecheck certify` judges the shop.',
    '// docs/configuration.md describes every key; what is left out has a default.',
    "import type { Config } from 'gatecheck/config';",
    '',
    `export default ${body} satisfies Config;`,
    '',
  ].join('\n');
}

function objectText(value: object, path: string, indent: string): string {
  const inner = `${indent}  `;
  const lines = Object.entries(value).flatMap(([key, member]) => {
    const place = path === '' ? key : `${path}.${key}`;
    const comment = COMMENTS[place];
    return [
      ...(comment === undefined ? [] : [`${inner}// ${comment}`]),
      `${inner}${/^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key)}: ${valueText(member, place, inner)},`,
    ];
  });
  return `{\n${lines.join('\n')}\n${indent}}`;
}

function valueText(value: unknown, path: string, indent: string): string {
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `[${value.map((item) => valueText(item, path, indent)).join(', ')}]`;
  if (typeof value === 'object' && value !== null) return objectText(value, path, indent);
  return JSON.stringify(value);
}

/** A text as a literal with single quotes. */
function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replace(/\\"/g, '"').replace(/'/g, "\\'")}'`;
}
