import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { notFromHistories } from '../../reports/certificate/follows.ts';
import { type CertifiedFile, RENDERINGS } from '../../reports/certificate/statement.ts';
import { readResult } from '../../reports/read-result.ts';
import { asWritten, reportFiles } from '../../reports/render/write.ts';
import type { Result } from '../../reports/result.ts';
import { suiteCatalogue } from '../../reports/suite-catalogue.ts';
import { compileShop } from './strength/compile-shop.ts';
import { work } from './support/certificates.ts';
import { gatecheck } from './support/cli.ts';
import { faultyMerchant } from './support/faulty-merchant.ts';

const FAILS = 'notification.sign.forged';
const PASSES = 'notification.content.amount';
const UNCLAIMED = 'payout.amounts';
/** Its story ends early: what it is about does not apply to this shop. */
const INAPPLICABLE = 'notification.form.decoding';

let shop: Awaited<ReturnType<typeof compileShop>>;
let result: Result;
let reports: CertifiedFile[];
let histories: CertifiedFile[];
after(() => shop.discard());

before(async () => {
  shop = await compileShop();
  const config = join(work, 'faulty.json');
  // It does not verify signatures.
  writeFileSync(config, JSON.stringify(faultyMerchant(shop.main, ['na-none'], ['invoice'])));
  const out = join(work, 'failing');
  const only = [FAILS, PASSES, UNCLAIMED, INAPPLICABLE].flatMap((id) => ['--only', id]);
  const { code, stdout, stderr } = await gatecheck([
    'certify',
    '--config',
    config,
    ...only,
    '--seed',
    '7',
    '--workers',
    '2',
    '--no-allure',
    '--out',
    out,
  ]);
  assert.equal(code, 1, stdout + stderr);
  const file = (name: string) => ({ name, content: readFileSync(join(out, name)) });
  result = readResult(out);
  reports = ['result.json', ...RENDERINGS].map(file);
  histories = readdirSync(join(out, 'history')).map((name) => file(`history/${name}`));
});

const about = () => ({ driver: 'http', expires: result.startedAt });

describe('the histories of a real run', () => {
  it('say everything that its result says, and its pages', () => {
    assert.deepEqual(notFromHistories(result, reports, histories, about()), []);
    assert.deepEqual(Object.fromEntries(result.checks.map(({ id, outcome }) => [id, outcome])), {
      [FAILS]: 'fail',
      [PASSES]: 'pass',
      [UNCLAIMED]: 'not-claimed',
      [INAPPLICABLE]: 'not-applicable',
    });
  });

  it('say otherwise than a result in which what failed is not claimed and every rule holds', () => {
    const forged = asWritten({
      ...result,
      verdict: 'certified',
      selection: null,
      checks: result.checks.map((check) =>
        check.outcome === 'fail' ? { ...check, outcome: 'not-claimed', actual: '' } : check,
      ),
      laws: result.laws.map(({ id, level, outcome }) => ({
        id,
        level,
        outcome: outcome === 'fail' ? 'not-applicable' : outcome,
      })),
    });
    const files = Object.entries(reportFiles(forged, suiteCatalogue('2026.1')));
    const written = files.map(([name, text]) => ({ name, content: Buffer.from(text) }));
    const found = notFromHistories(forged, written, histories, about()).join('\n');
    assert.match(found, /^verdict: the result says certified, and partial follows/m);
    assert.match(
      found,
      /^checks notification\.sign\.forged\.outcome: the result says not-claimed, and fail/m,
    );
    assert.match(
      found,
      /^laws law\.forgery-changes-nothing\.outcome: the result says not-applicable, and fail/m,
    );
    assert.match(found, /^selection: the result says null, and \{"only"/m);
  });

  it('hold no secret in what they say of the run', () => {
    const said = histories.flatMap(({ content }) =>
      content
        .toString()
        .split('\n')
        .filter((line) => /"kind":"(run-info|check-record)"/.test(line)),
    );
    assert.equal(said.filter((line) => line.includes('"kind":"run-info"')).length, 1);
    assert.equal(said.length, 1 + result.checks.length);
    assert.ok(said.every((line) => !/"secrets"|"outDir"/.test(line)));
  });
});
