import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { fencesOf } from '../../scripts/docs/markdown.ts';
import { signNotification } from '../../simulator/protocol/signing.ts';
import { isWireObject, parseWire, stringifyWire } from '../../simulator/protocol/wire.ts';
import { gatecheck } from './support/cli.ts';

const fencesIn = (file: string, language: string): string[] =>
  fencesOf(readFileSync(file, 'utf8')).flatMap((fence) => (fence.language === language ? [fence.text] : []));

const [shop = ''] = fencesIn('docs/first-shop.md', 'js');
const [configuration = ''] = fencesIn('docs/first-shop.md', 'json');
const [shownByDoctor = '', shownByCertify = '', shownByNext = ''] = fencesIn('docs/first-shop.md', 'text');
const COMPARES = 'Number(body.shop_amount) === Number(order.amount) &&';

/** What a page shows of what is printed, in its order: "…" stands for what was left out, and numbers vary. */
function assertPrinted(printed: string, shown: string): void {
  const steady = (text: string): string =>
    text.replace(/\S*gatecheck\.config\.json/g, 'gatecheck.config.json').replace(/\d+/g, '0');
  let rest = steady(printed);
  for (const part of steady(shown)
    .split(/…|\n/)
    .map((text) => text.trim())) {
    const at = rest.indexOf(part);
    assert.ok(at >= 0, `"${part}" is not printed, or not in this order:\n${printed}`);
    rest = rest.slice(at + part.length);
  }
}

describe('the shop of docs/first-shop.md', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'gatecheck-first-shop-'));
  after(() => rmSync(cwd, { recursive: true, force: true }));
  const written = (text: string): void => {
    writeFileSync(join(cwd, 'shop.mjs'), text);
    writeFileSync(join(cwd, 'gatecheck.config.json'), configuration);
  };

  it('is found in order, and certified', async () => {
    written(shop);
    const doctor = await gatecheck(['doctor'], { cwd });
    assert.equal(doctor.code, 0, doctor.stdout);
    assertPrinted(doctor.stdout, shownByDoctor);
    const { code, stdout } = await gatecheck(['certify', '--no-allure'], { cwd });
    assert.equal(code, 0, stdout);
    assert.ok(stdout.includes(`\n${shownByCertify}`), stdout);
  });

  it('fails by the check that is about it where amounts are not compared, and next tells how to mend it', async () => {
    assert.ok(shop.includes(COMPARES));
    written(shop.replace(COMPARES, 'true &&'));
    const only = ['--only', 'notification.content.amount'];
    assert.equal((await gatecheck(['certify', '--no-allure', ...only], { cwd })).code, 1);
    const { stdout } = await gatecheck(['next'], { cwd });
    assertPrinted(stdout, shownByNext);
    written(shop);
    const [, line = ''] = /Reproduce: gatecheck (.*)/.exec(stdout) ?? [];
    assert.equal((await gatecheck([...line.split(' '), '--no-allure'], { cwd })).code, 0);
    assert.match(
      (await gatecheck(['next'], { cwd })).stdout,
      /^Nothing is left to mend of what was chosen\./,
    );
  });
});

describe('the receiver in JavaScript of docs/notifications.md', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatecheck-receiver-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const [code = ''] = fencesIn('docs/notifications.md', 'js');
  const worked = fencesIn('docs/notifications.md', 'json').find((text) => text.includes('"sign"')) ?? '';
  type Fields = Record<string, unknown>;
  let believed: (text: string | Buffer) => Fields | undefined;
  let pays: (body: Fields, order: Fields) => boolean;
  before(async () => {
    // What it is told by its environment, as a module of its own has it.
    const text = code.replace('process.env', "{ SHOP_ID: '5', SHOP_KEY: 'SecretKey01' }");
    assert.notEqual(text, code);
    const file = join(folder, 'receiver.mjs');
    writeFileSync(file, `${text}\nexport { isGenuine, parse, pays };\n`);
    const receiver = await import(pathToFileURL(file).href);
    pays = receiver.pays;
    believed = (raw) => {
      try {
        const body = receiver.parse(Buffer.from(raw));
        return receiver.isGenuine(body) ? body : undefined;
      } catch {
        return undefined;
      }
    };
  });

  it('is the one of the first shop', () => {
    const functions = code.slice(code.indexOf('/**'), code.lastIndexOf('/**'));
    assert.ok(functions.includes('timingSafeEqual') && shop.includes(functions));
  });

  it('tells right from wrong', () => {
    assert.equal(believed(worked)?.shop_amount, '10.5');
    const hostile = [
      worked.replace('10.5', '10.6'),
      worked.replace('10.5', '10.50'),
      worked.replace('"c07c', '"C07C'),
      worked.replace(/"sign": "\w+"/, '"sign": ["c0"]'),
      worked.replace(/,\s*"sign": "\w+"/, ''),
      worked.replace('5,', '05,'),
      'null',
      '[]',
      '{"sign":0}',
      '',
      Buffer.from([0xff]),
    ];
    for (const body of hostile) assert.equal(believed(body), undefined, String(body));
  });

  it('keeps the literal of every number', () => {
    const wire = parseWire(Buffer.from('{"b":6.0,"a":-1e3,"D":0,"c":"say \\"6.0\\", 7","e":null,"f":""}'));
    assert.ok(wire.ok && isWireObject(wire.value));
    const sign = signNotification(wire.value, 'SecretKey01');
    assert.equal(believed(stringifyWire({ ...wire.value, sign }))?.b, '6.0');
  });

  it('takes for paid only what is over the order, all of it, and final', () => {
    const body = believed(worked) ?? {};
    const order = { shop_order_id: '101', payment_id: '77', amount: '10.50', currency: 643 };
    assert.equal(pays(body, order), true);
    assert.equal(pays(body, { ...order, payment_id: undefined }), true);
    const others = [
      { shop_order_id: '102' },
      { payment_id: '78' },
      { amount: '10.51' },
      { amount: '1050' },
      { currency: 978 },
    ];
    for (const other of others)
      assert.equal(pays(body, { ...order, ...other }), false, JSON.stringify(other));
    for (const change of [{ shop_id: '6' }, { shop_amount: undefined }, { shop_currency: '' }])
      assert.equal(pays({ ...body, ...change }, order), false, JSON.stringify(change));
    assert.equal(pays({ ...body, status: 'success' }, order), true);
    for (const status of ['1', '2', '3', '5', '6', '8', 'rejected', 'held'])
      assert.equal(pays({ ...body, status }, order), false, status);
  });
});
