/**
 * Packs and installs the package beside a merchant's own Playwright, and compares every command's outcome on
 * the Python shop with that of the sources: the whole suite, and the fuzzer. `tests/suite/package.test.ts` does
 * a small part of it in each test run.
 *
 *     npm run package -- [VERSION]     VERSION of @playwright/test that the merchant has; none when left out
 */
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromPackage, fromSources, install, judged, pack, type Ran, root } from './support/packed.ts';

const [version] = process.argv.slice(2);
const work = mkdtempSync(join(tmpdir(), 'gatecheck-compare-'));
process.once('exit', () => rmSync(work, { recursive: true, force: true }));

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const own = 'fixtures/shops/foreign/python';
const { capabilities } = JSON.parse(readFileSync(join(root, own, 'gatecheck.config.json'), 'utf8'));

const packed = await pack(work);
say(`packed: ${packed.files.length} files`);
const { folder } = await install(work, packed, version === undefined ? {} : { '@playwright/test': version });
say(`installed beside ${version === undefined ? 'no Playwright' : `Playwright ${version}`}`);
const shop = join(folder, 'shop');
cpSync(join(root, own), shop, { recursive: true });
rmSync(join(shop, 'gatecheck.config.json'));

const sides = {
  installed: (...args: string[]) => fromPackage(folder, shop, args),
  sources: (...args: string[]) => fromSources(work, shop, args),
};
type Side = keyof typeof sides;

async function each(name: string, run: (side: Side) => Promise<unknown>): Promise<void> {
  const [a, b] = [await run('installed'), await run('sources')];
  assert.deepEqual(a, b, name);
  say(`the same: ${name}`);
}

const well = ({ code, output }: Ran): void => assert.equal(code, 0, output);

well(
  await sides.installed('init', '--start', 'exec python3 shop.py', '--capabilities', capabilities.join(',')),
);
say('init: written');
await each('doctor', async (side) => {
  const ran = await sides[side]('doctor');
  well(ran);
  return ran.output.replace(/:\d{4,5}\b/g, ':PORT').replace(/\d+ of \d+|\d+ requests/g, 'N');
});
await each('certify, the whole suite', async (side) => {
  const out = join(work, `out-${side}`);
  const { code, output } = await sides[side]('certify', '--seed', '7', '--out', out);
  say(output.match(/^Verdict:.*\n.*$/m)?.[0] ?? output);
  return { code, judged: judged(out) };
});
for (const kind of ['notifications', 'journeys']) {
  await each(`fuzz ${kind}`, async (side) => {
    const out = join(work, `out-${side}`, kind);
    const { code, output } = await sides[side]('fuzz', kind, '--seed', '7', '--runs', '100', '--out', out);
    say(output.trim().split('\n').at(-1) ?? '');
    return code;
  });
}
