import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { fencesOf } from '../../scripts/docs/markdown.ts';
import { gatecheck } from './support/cli.ts';

const page = fencesOf(readFileSync('docs/first-shop.md', 'utf8'));
const fenceIn = (language: string): string => page.find((fence) => fence.language === language)?.text ?? '';
const COMPARES = 'Number(body.shop_amount) === Number(order.amount) &&';

describe('the shop of docs/first-shop.md', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'gatecheck-first-shop-'));
  after(() => rmSync(cwd, { recursive: true, force: true }));
  const written = (shop: string): void => {
    writeFileSync(join(cwd, 'shop.mjs'), shop);
    writeFileSync(join(cwd, 'gatecheck.config.json'), fenceIn('json'));
  };

  it('is found in order, and certified', async () => {
    written(fenceIn('js'));
    const doctor = await gatecheck(['doctor'], { cwd });
    assert.equal(doctor.code, 0, doctor.stdout);
    assert.match(doctor.stdout, /Next: gatecheck certify\n$/);
    const { code, stdout } = await gatecheck(['certify', '--no-allure'], { cwd });
    assert.equal(code, 0, stdout);
    assert.match(stdout, /^Verdict: {2}Certified for invoice, in currency 643 alone: .*, 2 warnings$/m);
  });

  it('fails by the check that is about it where amounts are not compared, and next tells how to mend it', async () => {
    assert.ok(fenceIn('js').includes(COMPARES));
    written(fenceIn('js').replace(COMPARES, 'true &&'));
    const only = ['--only', 'notification.content.amount'];
    assert.equal((await gatecheck(['certify', '--no-allure', ...only], { cwd })).code, 1);
    const { stdout } = await gatecheck(['next'], { cwd });
    assert.match(stdout, /^FAILED notification\.content\.amount\n(.*\n)*? {2}Fix: +Compare shop_amount/m);
    written(fenceIn('js'));
    const [, line = ''] = /Reproduce: gatecheck (.*)/.exec(stdout) ?? [];
    assert.equal((await gatecheck([...line.split(' '), '--no-allure'], { cwd })).code, 0);
  });
});
