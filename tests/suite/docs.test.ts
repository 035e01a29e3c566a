import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { commands } from '../../cli/commands.ts';
import { checks } from '../../scenarios/index.ts';
import { profileLookups } from '../../scenarios/steps/lookups.ts';
import { generatedPages } from '../../scripts/docs/all.ts';
import { fencesOf, sectionsOf, tableOf } from '../../scripts/docs/markdown.ts';
import { lacks } from '../../scripts/machine.mjs';
import { digest, notificationText, signNotification } from '../../simulator/protocol/signing.ts';
import { isWireObject, parseWire, stringifyWire } from '../../simulator/protocol/wire.ts';
import { loadConfig, resolveConfig } from '../../suite/config/index.ts';
import { lookupOperations } from '../../suite/config/lookups.ts';
import type { Verbs } from '../../suite/engine/index.ts';
import { duties } from '../simulator/duties/index.ts';

const docs = readdirSync('docs', { encoding: 'utf8', recursive: true })
  .filter((name) => name.endsWith('.md'))
  .map((name) => join('docs', name));
const pages = ['README.md', 'CHANGELOG.md', ...docs];
const textOf = new Map(pages.map((path) => [path, readFileSync(path, 'utf8')]));

test('every generated page is what its source says now (npm run docs writes them)', async () => {
  for (const { path, text } of await generatedPages(duties)) {
    assert.ok(existsSync(path), `${path} was not generated`);
    assert.equal(readFileSync(path, 'utf8'), text, `${path} is out of step`);
  }
});

test('every worked example of a configuration can be used', async () => {
  const env = { TEST_TOKEN: 'token', SHOP_KEY: 'SecretKey01', JAVA_HOME: '/opt/java', PGPASSWORD: 'word' };
  const configurations = [...textOf].flatMap(([path, text]) =>
    fencesOf(text)
      .filter((fence) => fence.language === 'json' && fence.text.includes('"capabilities": ['))
      .map((fence) => ({ path, input: JSON.parse(fence.text) as unknown })),
  );
  assert.ok(configurations.length >= 4, `${configurations.length} examples`);
  for (const { path, input } of configurations) {
    assert.doesNotThrow(() => resolveConfig(input, { file: path, dir: '.', env }));
  }
  const ofTests = fencesOf(textOf.get('docs/under.md') ?? '').filter(({ language }) => language === 'json');
  assert.ok(ofTests.length >= 2);
  for (const { text } of ofTests) {
    const options = { file: 'docs/under.md', dir: '.', env, trafficAlone: true };
    assert.doesNotThrow(() => resolveConfig(JSON.parse(text), options));
  }
  const typescript = fencesOf(textOf.get('docs/configuration.md') ?? '').find(
    (fence) => fence.language === 'ts' && fence.text.includes('capabilities'),
  );
  assert.ok(typescript);
  const dir = mkdtempSync(join(tmpdir(), 'docs-'));
  try {
    writeFileSync(join(dir, 'gatecheck.config.ts'), typescript.text);
    assert.deepEqual((await loadConfig(undefined, { cwd: dir, env })).capabilities, ['invoice']);
  } finally {
    rmSync(dir, { recursive: true });
  }
});

/** Every piece of code of a page, a command that goes over several lines made one. */
function codeOf(text: string): string[] {
  const fences = fencesOf(text)
    .filter(({ language }) => language === 'sh' || language === 'text')
    .flatMap((fence) => fence.text.replace(/\\\n\s*/g, ' ').split('\n'))
    .map((line) => line.replace(/(^|\s)#\s.*$/, ''));
  const inline = [...text.replace(/^```[\s\S]*?^```$/gm, '').matchAll(/`([^`\n]+)`/g)].map(
    ([, code = '']) => code,
  );
  return [...fences, ...inline];
}

interface Use {
  readonly page: string;
  readonly command: string;
  readonly options: readonly string[];
}

/** What pages say to type: each `gatecheck COMMAND …` with its options. */
function usesOf(page: string, text: string): Use[] {
  return codeOf(text).flatMap((code) =>
    [...code.matchAll(/(?:^|[\s(])gatecheck ([a-z][a-z-]*)([^|;]*)/g)].map(([, command = '', rest = '']) => ({
      page,
      command,
      // What stands after -- is somebody else's command.
      options: [...rest.replace(/'[^']*'|\s--\s.*$/g, '').matchAll(/(?<=\s)(--[a-z][a-z-]*)/g)].map(
        ([option]) => option,
      ),
    })),
  );
}

interface Options {
  readonly options: readonly { long?: string | undefined }[];
  readonly commands: readonly Options[];
}

/** The options of a command and of its subcommands. */
const optionsOf = (command: Options): string[] => [
  ...command.options.flatMap(({ long }) => long ?? []),
  ...command.commands.flatMap(optionsOf),
];

/** Of `npx` and `npx playwright test`, which pages name by themselves. */
const OF_OTHERS = ['--no', '--grep', '--list', '--project', '--ui'];

async function knownOptions(): Promise<Map<string, ReadonlySet<string>>> {
  const loaded = await Promise.all(
    commands.map(async ({ name, load }): Promise<[string, ReadonlySet<string>]> => {
      return [name, new Set([...optionsOf((await load()).command() as Options), '--help'])];
    }),
  );
  return new Map([...loaded, ['help', new Set<string>()]]);
}

test('every command and option that a page names exists', async () => {
  const known = await knownOptions();
  const uses = [...textOf].flatMap(([page, text]) => usesOf(page, text));
  assert.ok(uses.length > 20, `${uses.length} uses`);
  const wrong = uses.flatMap(({ page, command, options }) => {
    const its = known.get(command);
    if (its === undefined) return [`${page}: gatecheck ${command}`];
    return options
      .filter((option) => !its.has(option))
      .map((option) => `${page}: gatecheck ${command} ${option}`);
  });
  const every = new Set([...OF_OTHERS, ...[...known.values()].flatMap((options) => [...options])]);
  for (const [page, text] of textOf) {
    for (const code of codeOf(text)) {
      const option = /^(--[a-z][a-z-]*)/.exec(code)?.[1];
      if (option !== undefined && !every.has(option)) wrong.push(`${page}: ${option}`);
    }
  }
  assert.deepEqual(wrong, []);
});

test('a headline that a page shows counts all checks that there are', () => {
  const counts = [...textOf].flatMap(([page, text]) =>
    [...text.matchAll(/\d+ of (\d+) checks/g)].map(([, count]) => `${page}: ${count}`),
  );
  const { length } = checks;
  assert.ok(counts.length >= 3, `${counts.length} headlines`);
  assert.deepEqual(
    counts.filter((count) => !count.endsWith(`: ${length}`)),
    [],
  );
});

test('every npm script that a page names exists', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object };
  const wrong = [...textOf].flatMap(([page, text]) =>
    codeOf(text)
      .flatMap((code) => [...code.matchAll(/npm run ([a-z:-]+)/g)].map(([, name = '']) => name))
      .filter((name) => !(name in scripts))
      .map((name) => `${page}: npm run ${name}`),
  );
  assert.deepEqual(wrong, []);
});

test('the worked examples of notifications are rightly signed', () => {
  const page = textOf.get('docs/notifications.md') ?? '';
  const bodies = fencesOf(page)
    .filter(({ language, text }) => ['json', 'http'].includes(language) && text.includes('"sign"'))
    .map(({ text }) => text.slice(text.indexOf('{')));
  assert.equal(bodies.length, 2);
  for (const body of bodies) {
    const parsed = parseWire(Buffer.from(body.trim()));
    assert.ok(parsed.ok && isWireObject(parsed.value));
    assert.equal(signNotification(parsed.value, 'SecretKey01'), parsed.value.sign);
    if (!page.includes(notificationText(parsed.value))) assert.match(body, /order-1/);
  }
  for (const [, text = '', sign = ''] of page.matchAll(/\| `([0-9.:a-z_]+)` \| `([0-9a-f]{64})` \|/g)) {
    assert.equal(digest(text, 'SecretKey01'), sign);
  }
});

const noPython = await lacks('python');

test('the receiver in Python tells right from wrong', { skip: noPython }, () => {
  const page = textOf.get('docs/notifications.md') ?? '';
  const code = fencesOf(page).find(({ language }) => language === 'python')?.text ?? '';
  const genuine = fencesOf(page).find(({ language }) => language === 'json')?.text ?? '';
  const judge = `${code}\nimport sys\nprint(is_genuine(sys.stdin.buffer.read(), "SecretKey01"))`;
  const says = (input: string | Buffer): string =>
    spawnSync('python3', ['-c', judge], { input, encoding: 'utf8' }).stdout.trim();
  assert.equal(says(genuine), 'True');
  const hostile = [
    genuine.replace('10.5', '10.6'),
    genuine.replace('"c07c', '"C07C'),
    '[]',
    '{"sign":0}',
    '',
  ];
  assert.deepEqual(
    [...hostile.map(says), says(Buffer.from([0xff]))],
    Array.from({ length: 6 }, () => 'False'),
  );
});

const noPhp = await lacks('php');

test('the PHP decoder keeps the literal of every number', { skip: noPhp }, () => {
  const page = textOf.get('docs/notifications.md') ?? '';
  const code = fencesOf(page).find(({ language }) => language === 'php')?.text ?? '';
  const script = `$raw = stream_get_contents(STDIN);\n${code}\necho json_encode($body);`;
  const input = '{"a":6.0,"b":-10.50,"c":"say \\"6.0\\", 7","d":[1e3,null,true],"e":12345678901234567890}';
  const { stdout } = spawnSync('php', ['-r', script], { input, encoding: 'utf8' });
  assert.deepEqual(JSON.parse(stdout), {
    a: '6.0',
    b: '-10.50',
    c: 'say "6.0", 7',
    d: ['1e3', null, true],
    e: '12345678901234567890',
  });
});

test('the page lists the parameters with which the suite asks each lookup', async () => {
  const asked = await profileLookups({
    claims: () => true,
    unique: (label: string) => label,
    order: async () => ({ shopOrderId: 'order', paymentId: 1 }),
    payout: async () => ({ view: { payoutId: 1, shopPaymentId: 'payout' } }),
    slot: {
      config: {
        profile: {
          currencies: [643],
          payways: { invoice: 'card_rub', hold: 'card_rub', payout: 'card_rub' },
          lookups: lookupOperations,
        },
      },
    },
  } as unknown as Verbs);
  const section = sectionsOf(textOf.get('docs/test-interface.md') ?? '').find(
    ({ heading }) => heading === 'POST /lookups',
  );
  const listed = tableOf(section?.text ?? '', 'operation').map(([operation = '', parameters = '']) => [
    operation.replaceAll('`', ''),
    [...parameters.matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => name),
  ]);
  assert.deepEqual(
    listed,
    asked.map(([operation, parameters]) => [operation, Object.keys(parameters)]),
  );
});

test('the receiver in Python joins a nested value as compact JSON', {
  skip: noPython,
}, () => {
  const page = textOf.get('docs/notifications.md') ?? '';
  const code = fencesOf(page).find(({ language }) => language === 'python')?.text ?? '';
  const body = parseWire(Buffer.from('{"status":4,"ps_data":{"payer":"Jürgen","list":["a",null,true]}}'));
  assert.ok(body.ok && isWireObject(body.value));
  const sign = signNotification(body.value, 'SecretKey01');
  const input = stringifyWire({ ...body.value, sign });
  const judge = `${code}\nimport sys\nprint(is_genuine(sys.stdin.buffer.read(), "SecretKey01"))`;
  assert.equal(spawnSync('python3', ['-c', judge], { input, encoding: 'utf8' }).stdout.trim(), 'True');
});
