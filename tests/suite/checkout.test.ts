/** In a checkout the command runs a bundle of its sources, and nobody has to think of that. */
import assert from 'node:assert/strict';
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { command, copySources, root } from './support/packed.ts';

const work = mkdtempSync(join(tmpdir(), 'gatecheck-checkout-'));
after(() => rmSync(work, { recursive: true, force: true }));

const copy = copySources(work);
const bin = join(copy, 'cli/gatecheck.mjs');
const main = join(copy, 'cli/main.ts');
const honest = readFileSync(main, 'utf8');

const help = (env: Readonly<Record<string, string>> = {}) => command(bin, work, ['--help'], env);
const saying = (text: string): string => `process.stdout.write('${text}\\n');\n`;

it('is the sources as they are now, also when many start at once', async () => {
  for (const text of ['the first state', 'the second one']) {
    writeFileSync(main, honest + saying(text));
    const ran = await Promise.all([help(), help(), help()]);
    for (const { code, output } of ran) {
      assert.equal(code, 0, output);
      assert.ok(output.startsWith(text), output);
    }
  }
});

it('runs the sources themselves when told, with the same words', async () => {
  writeFileSync(main, honest);
  const [bundled, source] = [await help(), await help({ GATECHECK_SOURCE: '1' })];
  assert.match(bundled.output, /certify/);
  assert.deepEqual(bundled, source);
});

it('names the place of a mistake in a source', async () => {
  writeFileSync(main, honest);
  appendFileSync(main, 'const = 1;\n');
  const { code, output } = await help();
  assert.notEqual(code, 0);
  assert.match(output, /main\.ts:\d+/);
});

it('says how its dependencies are installed, in a line to be pasted in any folder', async () => {
  const bare = join(realpathSync(work), 'a bare checkout');
  for (const part of ['cli', 'scripts', 'package.json'])
    cpSync(join(root, part), join(bare, part), { recursive: true });
  const { code, output } = await command(join(bare, 'cli/gatecheck.mjs'), tmpdir(), ['sign']);
  assert.equal(code, 3);
  assert.equal(
    output,
    `gatecheck: the dependencies in ${bare} are not installed. Run: npm ci --prefix "${bare}"\n`,
  );
});
