import assert from 'node:assert/strict';
import { readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, it } from 'node:test';
import { outcomeDifferences } from '../../cli/verify-certificate.ts';
import { CERTIFICATE_FILE, signReports } from '../../reports/certificate/folder.ts';
import { whyUnsignable } from '../../reports/certificate/statement.ts';
import { verifyCertificate } from '../../reports/certificate/verify.ts';
import { judge } from '../../reports/verdict.ts';
import { allPass, catalogue, evidence, runInfo } from './reports-samples.ts';
import {
  about,
  keyFile,
  otherKey,
  privateKey,
  pubFile,
  publicKey,
  signed,
  work,
  written,
} from './support/certificates.ts';
import { gatecheck } from './support/cli.ts';
import { after, CONFORMING, FAILING, sampleRun } from './support/sample-run.ts';

const run = sampleRun(CONFORMING);
const clean = sampleRun({});
const failing = sampleRun(FAILING);
/** Long enough for several checkpoints in a history. */
const long = sampleRun({
  ...CONFORMING,
  'notification.repeat.parallel': {
    attempts: [
      {
        outcome: 'pass',
        happens: (h) => {
          const at = '2026-03-01T00:00:00.000Z';
          for (let count = 0; count < 600; count += 1) h.add({ kind: 'clock', from: at, to: at });
        },
      },
    ],
  },
});
const longFile = Object.entries(long.histories).find(([, text]) => text.split('\n').length > 500)?.[0] ?? '';
const otherFile = Object.keys(long.histories).find((name) => name !== longFile) ?? '';

let dir = '';
const read = (name: string): Buffer | undefined => {
  try {
    return readFileSync(join(dir, name));
  } catch {
    return undefined;
  }
};
const text = (): string => readFileSync(join(dir, CERTIFICATE_FILE), 'utf8');
const problems = (key = publicKey) => verifyCertificate(text(), key, read).problems;

/** Changes one byte of a file. */
function flip(name: string, at: number): void {
  const bytes = readFileSync(join(dir, name));
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(join(dir, name), bytes);
}

describe('a certificate', () => {
  beforeEach(() => {
    dir = signed(long);
  });

  it('holds, and says what it certifies', () => {
    const { statement, problems: found } = verifyCertificate(text(), publicKey, read);
    assert.deepEqual(found, []);
    assert.deepEqual(
      statement?.subject.map(({ name }) => name),
      [
        'result.json',
        'statement.html',
        'junit.xml',
        'summary.md',
        'history/slot-0.ndjson',
        'history/slot-1.ndjson',
      ],
    );
    assert.equal(statement?.predicate.result, 'WARNED');
    assert.deepEqual(statement?.predicate.warnedTests, ['notification.sign.key-order']);
    assert.equal(statement?.predicate.gatecheck.waivers[0]?.owner, 'Eve');
    assert.deepEqual(
      statement?.predicate.gatecheck.history.map(({ name, lines }) => [name, lines]),
      Object.entries(long.histories).map(([name, lines]) => [name, lines.split('\n').length - 1]),
    );
  });

  it('does not hold with any byte of the attestation changed', () => {
    const whole = readFileSync(join(dir, CERTIFICATE_FILE));
    const step = Math.max(1, Math.floor(whole.byteLength / 400));
    for (let at = 0; at < whole.byteLength; at += at < 120 ? 1 : step) {
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      const { problems: found } = verifyCertificate(bytes.toString('latin1'), publicKey, read);
      assert.equal(found.length, 1, `byte ${at}`);
    }
    const { problems: longer } = verifyCertificate(`${whole.toString('utf8')} `, publicKey, read);
    assert.match(longer[0] ?? '', /text of the attestation was changed/);
  });

  it('does not hold with a byte of the result changed', () => {
    flip('result.json', 200);
    assert.match(problems()[0] ?? '', /result\.json was changed/);
  });

  it('tells what a changed result says now', () => {
    const file = join(dir, 'result.json');
    const whole = readFileSync(file, 'utf8');
    const tell = (from: string, to: string) => {
      assert.ok(whole.includes(from), from);
      writeFileSync(file, whole.replace(from, to));
      return problems();
    };
    const changed = 'result.json was changed after it was certified: ';
    const first = long.result.checks.find(({ outcome }) => outcome === 'pass')?.id;
    assert.deepEqual(tell('"seed": 42', '"seed": 43'), [`${changed}not as certified: seed.`]);
    assert.deepEqual(tell('"outcome": "pass"', '"outcome": "fail"'), [
      `${changed}not as certified: ${first}.`,
    ]);
    assert.deepEqual(tell('"durationMs": 10', '"durationMs": 11'), [
      `${changed}the verdict and every outcome are as certified, and something else is not.`,
    ]);
    assert.deepEqual(tell('"schema"', '"scheme"'), [`${changed}this version cannot read it as a result.`]);
  });

  it('tells where a history was changed', () => {
    const content = readFileSync(join(dir, longFile), 'utf8');
    flip(longFile, content.indexOf('"seq":300') + 8);
    assert.deepEqual(problems(), [
      `${longFile} was changed after it was certified: the first change is in lines 251 to 500.`,
    ]);
  });

  it('tells of a line that was left out', () => {
    const lines = readFileSync(join(dir, longFile), 'utf8').split('\n');
    writeFileSync(join(dir, longFile), lines.slice(1).join('\n'));
    assert.match(
      problems()[0] ?? '',
      new RegExp(`it had ${lines.length - 1} lines and has ${lines.length - 2}`),
    );
  });

  it('tells of a history that is missing', () => {
    unlinkSync(join(dir, otherFile));
    assert.deepEqual(problems(), [`${otherFile} is missing.`]);
  });

  for (const name of ['statement.html', 'junit.xml', 'summary.md']) {
    it(`does not hold with ${name} changed or gone`, () => {
      flip(name, 100);
      assert.match(problems()[0] ?? '', new RegExp(`${name} was changed`));
      unlinkSync(join(dir, name));
      assert.deepEqual(problems(), [`${name} is missing.`]);
    });
  }

  it('does not hold for another key', () => {
    assert.match(problems(otherKey)[0] ?? '', /another key/);
  });
});

describe('only a complete run of a certified merchant can be signed', () => {
  const of = (changes: Parameters<typeof allPass>[0], more: Partial<typeof runInfo> = {}) =>
    judge(evidence(allPass(changes), { info: { ...runInfo, ...more } }), catalogue);
  const waiver = { check: 'a.two', reason: 'no sandbox', owner: 'Eve', expiry: '2030-01-01' };
  for (const [name, result, why] of [
    ['certified', of({ 'a.should': 'warn' }), undefined],
    ['waived', of({ 'a.two': 'inconclusive' }, { waivers: [waiver] }), undefined],
    ['failed', of({ 'a.one': 'fail' }), /Not certified for/],
    ['open', of({ 'a.one': 'inconclusive' }), /Inconclusive for/],
    ['partial', of({}, { selection: { only: ['a.*'], capabilities: [], shard: null } }), /filtered/],
    ['strict', of({ 'a.should': 'warn' }, { strict: true }), /1 warning, which --strict does not allow/],
  ] as const) {
    it(name, () => {
      const found = whyUnsignable(result);
      if (why === undefined) assert.equal(found, undefined);
      else assert.match(found ?? '', why);
    });
  }

  it('and what cannot be signed leaves no certificate', () => {
    const at = written(failing);
    assert.throws(() => signReports(at, privateKey, about), /Not certified for/);
    assert.throws(() => readFileSync(join(at, CERTIFICATE_FILE)));
  });

  it('nor is one signed whose reports do not follow from its histories', () => {
    const at = written({ result: clean.result, histories: failing.histories });
    assert.throws(() => signReports(at, privateKey, about), /Not signed: .* follows from the histories/);
    const later = { ...about, expires: after(367) };
    assert.throws(() => signReports(written(clean), privateKey, later), /holds 365 days at most/);
  });
});

describe('a certificate says what the reports say', () => {
  const predicateOf = (of: typeof run) => {
    const envelope = JSON.parse(readFileSync(join(signed(of), CERTIFICATE_FILE), 'utf8'));
    return JSON.parse(Buffer.from(envelope.payload, 'base64').toString('utf8')).predicate;
  };

  it('with the headline, and WARNED where there are warnings', () => {
    const { result: outcome, gatecheck } = predicateOf(run);
    assert.deepEqual([outcome, gatecheck.headline], ['WARNED', run.result.headline]);
    assert.equal(predicateOf(clean).result, 'PASSED');
  });

  it('and that the run was strict', () => {
    assert.equal(predicateOf(sampleRun({}, { strict: true })).gatecheck.strict, true);
  });
});

describe('gatecheck verify-certificate', () => {
  beforeEach(() => {
    dir = signed(run);
  });
  const verify = (...args: string[]) =>
    gatecheck(['verify-certificate', join(dir, CERTIFICATE_FILE), ...args]);

  it('says what is certified', async () => {
    const { code, stdout } = await verify('--key', pubFile);
    assert.equal(code, 0, stdout);
    assert.match(
      stdout,
      /^VALID\.\nKiosk 1\.4\.2, at .*\nBuild: c0ffee; interface: http; valid until \d.*\nCertified with waivers for .*: \d+ of \d+ checks/,
    );
    assert.match(stdout, /Waived: order\.limits: no sandbox \(Eve, until \d+-\d+-\d+\)/);
    assert.match(stdout, /Claimed: invoice, refund/);
    assert.match(stdout, /Not claimed, and so not certified: hold/);
    assert.match(stdout, /seed 42/);
    assert.match(stdout, /^Interpretations: the defaults of this version \(the certificate has all\)$/m);
    const readings = { ...run.result.readings, 'notification.status': 'text' };
    dir = signed(sampleRun(CONFORMING, { readings }));
    assert.match(
      (await verify('--key', pubFile)).stdout,
      /^Interpretations: the defaults of this version but notification\.status=text \(/m,
    );
  });

  it('marks a name that may not be what it looks like, and lets none steer the terminal', async () => {
    const named = async (name: string) => {
      dir = signed(sampleRun({}, { merchant: { name, version: '1' } }), { ...about, build: '\u001b[2Jx' });
      return (await verify('--key', pubFile)).stdout.split('\n');
    };
    assert.equal(
      (await named('Кiosk'))[1]?.split(' 1, at')[0],
      'Кiosk [mixed scripts: Latin, and Cyrillic К]',
    );
    const [, first, second] = await named('Kio\u200bsk');
    assert.equal(first?.split(' 1, at')[0], 'Kio\\u{200b}sk [invisible characters]');
    assert.match(second ?? '', /^Build: \\u\{1b\}\[2Jx \[invisible characters\]; interface/);
  });

  it('holds for the build that it names, and for no other', async () => {
    assert.equal((await verify('--key', pubFile, '--build', 'c0ffee')).code, 0);
    const { code, stdout } = await verify('--key', pubFile, '--build', 'deadbeef');
    assert.equal(code, 1);
    assert.match(stdout, /is for build c0ffee, and not for deadbeef/);
    dir = signed(run, { ...about, build: null });
    assert.match(
      (await verify('--key', pubFile, '--build', 'c0ffee')).stdout,
      /a build that it does not name/,
    );
  });

  it('says that it has expired, with an exit code of its own', async () => {
    dir = signed(run, { ...about, expires: after(0.5) });
    const { code, stdout } = await verify('--key', pubFile);
    assert.equal(code, 3);
    assert.match(stdout, /^EXPIRED on \S+T12:00.*valid until then\.\nKiosk/);
  });

  it('exits with 1 and says what changed', async () => {
    flip('result.json', 300);
    const { code, stdout } = await verify('--key', pubFile);
    assert.equal(code, 1);
    assert.match(stdout, /NOT VALID\.\n {2}- result\.json was changed/);
  });

  it('finds the evidence in another folder', async () => {
    const alone = join(work, 'alone.json');
    writeFileSync(alone, text());
    const { code } = await gatecheck(['verify-certificate', alone, '--key', pubFile, '--dir', dir]);
    assert.equal(code, 0);
    const without = await gatecheck(['verify-certificate', alone, '--key', pubFile]);
    assert.equal(without.code, 1);
    assert.match(without.stdout, /result\.json is missing/);
  });

  for (const [name, args, message] of [
    ['a private key', ['--key', keyFile], /no public key/],
    ['no key file', ['--key', join(work, 'none')], /cannot be read/],
    ['--config without --again', ['--key', pubFile, '--config', 'x'], /--again/],
  ] as const) {
    it(`refuses ${name}`, async () => {
      const { code, stderr } = await verify(...args);
      assert.equal(code, 2);
      assert.match(stderr, message);
    });
  }

  it('refuses to certify a part of the checks and sign it, or to sign for longer than a year', async () => {
    for (const part of [
      ['--only', 'auth.*'],
      ['--shard', '1/2'],
      ['--capability', 'invoice'],
    ]) {
      const { code, stderr } = await gatecheck(['certify', '--sign', keyFile, ...part]);
      assert.equal(code, 2, stderr);
      assert.match(stderr, /cannot be used with/);
    }
    const { code, stderr } = await gatecheck(['certify', '--sign', pubFile, '--out', join(work, 'never')]);
    assert.equal(code, 2);
    assert.match(stderr, /no private key[\s\S]*openssl genpkey/);
    const long = await gatecheck(['certify', '--sign', keyFile, '--expires', '366']);
    assert.equal(long.code, 2);
    assert.match(long.stderr, /365/);
  });

  it('compares a run with the one that was certified', () => {
    assert.deepEqual(outcomeDifferences(run.result, run.result), []);
    const later = sampleRun({
      'notification.sign.forged': CONFORMING['notification.sign.forged'] ?? { attempts: [] },
    });
    assert.deepEqual(outcomeDifferences(run.result, later.result), [
      'notification.sign.key-order: warn then, pass now',
      'order.limits: inconclusive then, pass now',
      'refund.waiting: not-applicable then, pass now',
    ]);
  });
});
