import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import type { Command } from 'commander';
import { command as audit } from '../../cli/audit.ts';
import { command as compare } from '../../cli/compare.ts';
import { command as fuzz } from '../../cli/fuzz.ts';
import { command as replay } from '../../cli/replay.ts';
import { CliError } from '../../cli/support/exit.ts';
import { command as verifyCertificate } from '../../cli/verify-certificate.ts';

const dir = mkdtempSync(join(tmpdir(), 'gatecheck-unreadable-'));
after(() => rmSync(dir, { recursive: true, force: true }));

/** A file with this content; its path. */
function written(name: string, content: unknown): string {
  const file = join(dir, name);
  writeFileSync(
    file,
    typeof content === 'string' || content instanceof Buffer ? content : JSON.stringify(content),
  );
  return file;
}

const folder = join(dir, 'folder');
mkdirSync(folder);
const absent = join(dir, 'absent');
const key = written(
  'public.pem',
  generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }),
);

const journey = {
  schema: 'gatecheck/counterexample@1',
  kind: 'journey',
  merchant: 'shop',
  target: { kind: 'config', config: null },
  seed: 1,
  readings: {},
  level: 'must',
  flaw: 'a flaw',
  expected: 'this',
  actual: 'that',
  story: [],
  reproduce: 'gatecheck replay FILE',
  steps: [],
  rule: 'law.single-credit',
};

const files = {
  absent,
  folder,
  empty: written('empty', ''),
  words: written('words', 'no such thing\n'),
  bytes: written('bytes', Buffer.from([0, 1, 2, 255, 254])),
  cut: written('cut.json', '{"schema":'),
  list: written('list.json', [1, 2]),
  other: written('other.json', { schema: 'other@1' }),
  kindless: written('kindless.json', { schema: journey.schema }),
  wrong: written('wrong.json', { ...journey, seed: 'x', level: 'maybe', story: null }),
  step: written('step.json', { ...journey, steps: [{ do: 'fly', with: {} }] }),
};

type Name = keyof typeof files;

/** The commands, with what each says about each kind of input: a part of its message. */
const commands: readonly {
  readonly name: string;
  readonly make: () => Command;
  readonly args: (file: string) => readonly string[];
  readonly says: Partial<Record<Name, RegExp>>;
}[] = [
  {
    name: 'replay',
    make: replay,
    args: (file) => [file],
    says: {
      absent: /absent cannot be read: there is no such file\.$/,
      folder: /folder cannot be read: it is a folder\.$/,
      empty: /is not JSON\.$/,
      words: /is not JSON\.$/,
      bytes: /is not JSON\.$/,
      cut: /is not JSON\.$/,
      list: /schema is missing, and this version reads "gatecheck\/counterexample@1"/,
      other: /schema is "other@1", and this version reads/,
      kindless: /kind: missing, expected "notification", "journey" or "request"$/,
      wrong:
        /seed: found "x", expected a number\n {2}- level: found "maybe", expected "must" or "should"\n {2}- story: found null, expected an array$/,
      step: /steps\[0\]\.do: found "fly", expected a step that this version knows$/,
    },
  },
  ...[
    { name: 'audit', make: audit },
    { name: 'compare', make: compare },
  ].map((each) => ({
    ...each,
    args: (file: string) => [file],
    says: {
      absent: /cannot be read/,
      folder: /cannot be read/,
      empty: /is empty|has no request/,
      words: /no recording that can be read: expected is/,
      bytes: /no recording that can be read: expected is/,
      cut: /Line 1: this is not JSON/,
      list: /no recording that can be read: expected is/,
      other: /Line 1: kind is missing: one of run, request/,
      step: /Line 1: kind is "journey": one of run, request/,
    },
  })),
  {
    name: 'verify-certificate',
    make: verifyCertificate,
    args: (file) => [file, '--key', key],
    says: {
      absent: /cannot be read/,
      folder: /cannot be read/,
      empty: /is no certificate: expected the certificate\.dsse\.json/,
      words: /is no certificate/,
      bytes: /is no certificate/,
      cut: /is no certificate/,
      list: /is no certificate/,
      other: /is no certificate/,
    },
  },
  {
    name: 'verify-certificate --key',
    make: verifyCertificate,
    args: (file) => [files.other, '--key', file],
    says: { absent: /the key ".+" cannot be read/, words: /is no public key in PEM form/ },
  },
  {
    name: 'fuzz journeys --config',
    make: fuzz,
    args: (file) => ['journeys', '--out', join(dir, 'out'), '--config', file],
    says: {
      absent: /there is no file/,
      folder: /expected a \.ts, \.js or \.json file/,
      cut: /is not valid JSON/,
      list: /found an array, expected an object/,
      other: /merchant: missing, expected an object\n {2}- schema: unknown key/,
    },
  },
  {
    name: 'fuzz requests --out',
    make: fuzz,
    args: (file) => ['requests', '--reference', '--out', file],
    says: { words: /--out ".+" cannot be made a folder/ },
  },
  {
    name: 'fuzz notifications --order',
    make: fuzz,
    args: (file) => [
      ...['notifications', '--callback-url', 'http://127.0.0.1:1/', '--shop', '5:env:UNREADABLE_KEY'],
      ...['--order', file],
    ],
    says: {
      absent: /--order: .+ cannot be read: there is no such file/,
      empty: /holds no order/,
      words: /line 1: this is not valid JSON/,
      list: /line 1: The whole: found an array, expected an object/,
      other:
        /line 1: shop_order_id: missing, expected a text or a number; payment_id: missing, expected a whole number; amount: missing/,
    },
  },
];

/** What a command says when it refuses its input, and the exit code. */
async function refusal(make: () => Command, args: readonly string[]): Promise<CliError> {
  const before = { ...process.env };
  process.env.UNREADABLE_KEY = 'SecretKey01';
  try {
    await make().parseAsync([...args], { from: 'user' });
  } catch (error) {
    assert.ok(error instanceof CliError, String(error));
    return error;
  } finally {
    process.env = before;
  }
  throw new assert.AssertionError({ message: 'it was taken' });
}

describe('input that cannot be read is exit code 2, in plain words', () => {
  for (const { name, make, args, says } of commands)
    for (const [input, message] of Object.entries(says))
      it(`${name}: ${input}`, async () => {
        const { exitCode, message: said } = await refusal(make, args(files[input as Name]));
        assert.match(said, message);
        assert.equal(exitCode, 2);
        assert.doesNotMatch(said, /Invalid |received|discriminator|undefined|E[A-Z]{4,}:/);
      });
});
