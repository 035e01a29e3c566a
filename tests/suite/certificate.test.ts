import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, describe, it } from 'node:test';
import { examined, outcomeDifferences } from '../../cli/verify-certificate.ts';
import { PREFLIGHT } from '../../history/index.ts';
import { frozenSet } from '../../ledger/index.ts';
import { CERTIFICATE_FILE, signReports } from '../../reports/certificate/folder.ts';
import { whyUnsignable } from '../../reports/certificate/statement.ts';
import { verifyCertificate } from '../../reports/certificate/verify.ts';
import { decided } from '../../reports/decided.ts';
import { writeReports } from '../../reports/render/write.ts';
import { suiteCatalogue } from '../../reports/suite-catalogue.ts';
import { judge } from '../../reports/verdict.ts';
import { allPass, catalogue, evidence, runInfo } from './reports-samples.ts';
import { gatecheck } from './support/cli.ts';
import { HistoryBuilder } from './support/history-builder.ts';

const work = mkdtempSync(join(tmpdir(), 'gatecheck-certificate-'));
after(() => rmSync(work, { recursive: true, force: true }));

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const other = generateKeyPairSync('ed25519');
const pem = (name: string, key: typeof publicKey): string => {
  const file = join(work, name);
  const type = key.type === 'private' ? 'pkcs8' : 'spki';
  writeFileSync(file, key.export({ format: 'pem', type }));
  return file;
};
const keyFile = pem('certify.key', privateKey);
const pubFile = pem('certify.pub', publicKey);

const result = judge(evidence(allPass({ 'a.should': 'warn' })), catalogue);
const waived = judge(
  evidence(allPass({ 'a.two': 'inconclusive' }), {
    info: {
      ...runInfo,
      waivers: [{ check: 'a.two', reason: 'no sandbox', owner: 'Eve', expiry: '2030-01-01' }],
    },
  }),
  catalogue,
);

let dir = '';
let folders = 0;

const about = { build: 'c0ffee', driver: 'http', expires: '2099-01-01T00:00:00.000Z' };

/** The lines of a history: the run, then these events. */
function historyOf(of: typeof result, bodies: readonly object[]): string {
  const { seed, readings, merchant, scope, startedAt: realAt } = of;
  const run = {
    ...{
      kind: 'run',
      schema: 'gatecheck/history@1',
      version: '0',
      seed,
      clock: 'virtual',
      readings,
      shops: [],
    },
    merchant: { ...merchant, capabilities: scope.claimed },
  };
  return [run, ...bodies]
    .map((body, index) => `${JSON.stringify({ seq: index + 1, at: realAt, realAt, ...body })}\n`)
    .join('');
}

/** The preflight, and the stories of all checks, each with the end that the result says. */
const storiesOf = ({ checks, readings }: typeof result): object[] => [
  { kind: 'check', id: PREFLIGHT, phase: 'start' },
  { kind: 'check', id: PREFLIGHT, phase: 'end', found: { readings, tempo: { settleMs: 1000 } } },
  ...checks.flatMap(({ id, outcome }) => [
    { kind: 'check', id, phase: 'start' },
    { kind: 'check', id, phase: 'end', outcome },
  ]),
];

/** The same, and in the first story an order is credited twice for one payment. */
function withDoubleCredit([begun, found, start, ...rest]: readonly object[]): object[] {
  const h = new HistoryBuilder();
  const order = h.order();
  h.report(order, 4);
  h.lookPaid(order, { credits: 2, credited: '21.00' });
  const bodies = h.events.flatMap(({ seq: _, at: __, ...body }) => (body.kind === 'run' ? [] : [body]));
  return [begun ?? {}, found ?? {}, start ?? {}, ...bodies, ...rest];
}

/** A folder of reports with three histories, signed; `then` changes it before. */
function signed(of = result, then = (_: string) => {}, says = about): string {
  const at = join(work, `run-${++folders}`);
  writeReports(at, of, catalogue);
  mkdirSync(join(at, 'history'));
  const { startedAt } = of;
  const ticks = Array.from({ length: 599 }, () => ({ kind: 'clock', from: startedAt, to: startedAt }));
  writeFileSync(join(at, 'history/slot-0.ndjson'), historyOf(of, ticks));
  writeFileSync(join(at, 'history/slot-1.ndjson'), historyOf(of, ticks.slice(0, 2)));
  writeFileSync(join(at, 'history/slot-2.ndjson'), historyOf(of, storiesOf(of)));
  then(at);
  signReports(at, privateKey, says);
  return at;
}

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
    dir = signed();
  });

  it('holds, and says what it certifies', () => {
    const { statement, problems: found } = verifyCertificate(text(), publicKey, read);
    assert.deepEqual(found, []);
    assert.deepEqual(
      statement?.subject.map(({ name }) => name),
      [
        'result.json',
        'history/slot-0.ndjson',
        'history/slot-1.ndjson',
        'history/slot-2.ndjson',
        'statement.html',
        'junit.xml',
        'summary.md',
      ],
    );
    assert.equal(statement?.predicate.result, 'WARNED');
    assert.deepEqual(statement?.predicate.warnedTests, ['a.should']);
    assert.deepEqual(
      statement?.predicate.gatecheck.history.map(({ lines }) => lines),
      [600, 3, 3 + 2 * result.checks.length],
    );
  });

  it('says that something was waived', () => {
    dir = signed(waived);
    const { statement, problems: found } = verifyCertificate(text(), publicKey, read);
    assert.deepEqual(found, []);
    assert.equal(statement?.predicate.result, 'WARNED');
    assert.equal(statement?.predicate.gatecheck.waivers[0]?.owner, 'Eve');
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
    assert.deepEqual(tell('"seed": 42', '"seed": 43'), [`${changed}not as certified: seed.`]);
    assert.deepEqual(tell('"outcome": "pass"', '"outcome": "fail"'), [`${changed}not as certified: a.one.`]);
    assert.deepEqual(tell('"durationMs": 10', '"durationMs": 11'), [
      `${changed}the verdict and every outcome are as certified, and something else is not.`,
    ]);
    assert.deepEqual(tell('"schema"', '"scheme"'), [`${changed}this version cannot read it as a result.`]);
  });

  it('tells where a history was changed', () => {
    const content = readFileSync(join(dir, 'history/slot-0.ndjson'), 'utf8');
    flip('history/slot-0.ndjson', content.indexOf('"seq":300') + 8);
    assert.deepEqual(problems(), [
      'history/slot-0.ndjson was changed after it was certified: the first change is in lines 251 to 500.',
    ]);
  });

  it('tells of a line that was left out', () => {
    const file = join(dir, 'history/slot-1.ndjson');
    const lines = readFileSync(file, 'utf8').split('\n');
    writeFileSync(file, lines.slice(1).join('\n'));
    assert.match(problems()[0] ?? '', /slot-1.*it had 3 lines and has 2/);
  });

  it('tells of a history that is missing', () => {
    unlinkSync(join(dir, 'history/slot-1.ndjson'));
    assert.deepEqual(problems(), ['history/slot-1.ndjson is missing.']);
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
    assert.match(problems(other.publicKey)[0] ?? '', /another key/);
  });
});

describe('only a complete run of a certified merchant can be signed', () => {
  const failed = judge(evidence(allPass({ 'a.one': 'fail' })), catalogue);
  const open = judge(evidence(allPass({ 'a.one': 'inconclusive' })), catalogue);
  const selection = { only: ['a.*'], capabilities: [], shard: null };
  const partial = judge(evidence(allPass(), { info: { ...runInfo, selection } }), catalogue);
  for (const [name, of, why] of [
    ['certified', result, undefined],
    ['waived', waived, undefined],
    ['failed', failed, /Not certified for/],
    ['open', open, /Inconclusive for/],
    ['partial', partial, /filtered/],
  ] as const) {
    it(name, () => {
      const found = whyUnsignable(of);
      if (why === undefined) assert.equal(found, undefined);
      else assert.match(found ?? '', why);
    });
  }

  it('and what cannot be signed leaves no certificate', () => {
    const at = join(work, 'failed');
    writeReports(at, failed, catalogue);
    assert.throws(() => signReports(at, privateKey, about), /Not certified for/);
    assert.throws(() => readFileSync(join(at, CERTIFICATE_FILE)));
  });
});

describe('a certificate says what the reports say', () => {
  const predicateOf = (of: typeof result) => {
    const envelope = JSON.parse(readFileSync(join(signed(of), CERTIFICATE_FILE), 'utf8'));
    return JSON.parse(Buffer.from(envelope.payload, 'base64').toString('utf8')).predicate;
  };

  it('with the headline, and WARNED where there are warnings', () => {
    const { result: outcome, gatecheck } = predicateOf(result);
    assert.deepEqual([outcome, gatecheck.headline], ['WARNED', result.headline]);
    const clean = judge(evidence(allPass()), catalogue);
    assert.equal(predicateOf(clean).result, 'PASSED');
  });

  it('a strict run with warnings is not signed, and a strict one without says that it was', () => {
    const strict = (changes: Parameters<typeof allPass>[0]) =>
      judge(evidence(allPass(changes), { info: { ...runInfo, strict: true } }), catalogue);
    assert.match(
      whyUnsignable(strict({ 'a.should': 'warn' })) ?? '',
      /Not certified for .*1 warning, which --strict does not allow/,
    );
    assert.equal(predicateOf(strict({})).gatecheck.strict, true);
  });

  it('a headline that does not follow from the result is found out', () => {
    dir = signed({ ...result, headline: 'Certified for everything' });
    const { problems: found } = verifyCertificate(text(), publicKey, read);
    assert.match(found[0] ?? '', /says Certified for everything, and Certified for .* follows/);
  });
});

const set = frozenSet('2026.1');
const recurrent = new Set(
  suiteCatalogue('2026.1').checks.flatMap(({ id, capabilities }) =>
    capabilities.includes('recurrent') ? [id] : [],
  ),
);
const [sampleCheck] = result.checks;

/** A result with every check and law of a frozen set. */
const whole = (() => {
  const checks = Object.entries(set.checks).map(([id, level]) => ({
    ...sampleCheck,
    id,
    level,
    outcome: 'pass',
  }));
  // Nothing happens in the made-up stories that a law could be about.
  const laws = Object.entries(set.laws).map(([id, level]) => ({ id, level, outcome: 'not-applicable' }));
  const summary = { ...result.summary, pass: checks.length, warn: 0, 'not-claimed': 0 };
  return decided({ ...result, checks, laws, summary } as typeof result);
})();

describe('who has the key cannot leave anything out', () => {
  const forgeries: [what: string, forge: () => string, says: RegExp][] = [
    [
      'all but three checks taken out',
      () =>
        signed(
          decided({ ...whole, checks: whole.checks.slice(0, 3), summary: { ...whole.summary, pass: 3 } }),
        ),
      /of requirements 2026\.1 is missing/,
    ],
    [
      'a must that became a should',
      () =>
        signed(
          decided({
            ...whole,
            checks: whole.checks.map((check) => ({ ...check, level: 'should' as const })),
          }),
        ),
      /is a must in requirements 2026\.1, and the result says should/,
    ],
    [
      'sums that are not those of its checks',
      () => signed({ ...whole, summary: { ...whole.summary, pass: 999 } }),
      /The summary says 999 times pass/,
    ],
    [
      'a check that stands there twice',
      () => {
        const checks = [...whole.checks, ...whole.checks.slice(0, 1)];
        return signed(decided({ ...whole, checks, summary: { ...whole.summary, pass: checks.length } }));
      },
      /is there twice/,
    ],
    [
      'claims that were added',
      () => {
        const checks = whole.checks.map((check) =>
          recurrent.has(check.id) ? { ...check, outcome: 'not-claimed' as const } : check,
        );
        const left = checks.filter(({ outcome }) => outcome === 'not-claimed').length;
        const summary = { ...whole.summary, pass: checks.length - left, 'not-claimed': left };
        const scope = { ...whole.scope, claimed: ['invoice', 'hold', 'payout', 'recurrent', 'wallet'] };
        return signed(decided({ ...whole, checks, summary, scope } as typeof whole));
      },
      /recurrent is claimed, and all of its checks count as not claimed/,
    ],
    [
      'a set that nobody knows',
      () =>
        signed(
          decided({ ...whole, suite: { ...whole.suite, set: { ...whole.suite.set, version: '1999.1' } } }),
        ),
      /requirements 1999\.1, which this version of gatecheck does not have/,
    ],
    [
      'histories that were emptied',
      () => {
        return signed(whole, (at) => {
          for (const name of ['slot-0', 'slot-1']) writeFileSync(join(at, `history/${name}.ndjson`), '');
        });
      },
      /history\/slot-0\.ndjson is empty/,
    ],
    [
      'no histories',
      () => signed(whole, (at) => rmSync(join(at, 'history'), { recursive: true })),
      /There is no history/,
    ],
    ...(
      [
        ['another merchant', { merchant: { name: 'Other', version: '9' } }, /its merchant is Kiosk 1\.4\.2/],
        ['another seed', { seed: 7 }, /its seed is 42/],
        ['another date', { startedAt: '2026-06-01T10:00:00.000Z' }, /it began at 2026-03-01/],
        ['other claims', { scope: { ...whole.scope, claimed: ['invoice'] } }, /it claims invoice, payout/],
      ] as const
    ).map(([what, changes, says]): [string, () => string, RegExp] => {
      // The histories are those of the run as it was.
      const histories = (at: string) => {
        for (const [slot, bodies] of [
          [0, []],
          [1, []],
          [2, storiesOf(whole)],
        ] as const)
          writeFileSync(join(at, `history/slot-${slot}.ndjson`), historyOf(whole, bodies));
      };
      return [what, () => signed(decided({ ...whole, ...changes } as typeof whole), histories), says];
    }),
    [
      'histories without the stories of its checks',
      () => signed(whole, (at) => rmSync(join(at, 'history/slot-2.ndjson'))),
      /: pass, and no history has its story/,
    ],
    [
      'a check that failed, and passes',
      () => {
        const [first, ...others] = whole.checks;
        const failed = { ...whole, checks: [{ ...first, outcome: 'fail' as const }, ...others] };
        const stories = storiesOf(failed as typeof whole);
        return signed(whole, (at) =>
          writeFileSync(join(at, 'history/slot-2.ndjson'), historyOf(whole, stories)),
        );
      },
      /: pass, and in the history it ended with fail/,
    ],
    [
      'a law that nothing in the histories is about',
      () => {
        const laws = whole.laws.map((law) => ({ ...law, outcome: 'pass' as const }));
        return signed(decided({ ...whole, laws }));
      },
      /law\.\S+: pass, and no history has anything that it is about/,
    ],
    [
      'a law that holds, and that a history breaks',
      () => {
        const laws = whole.laws.map((law) =>
          law.id === 'law.single-credit' ? { ...law, outcome: 'pass' as const } : law,
        );
        return signed(decided({ ...whole, laws }), (at) =>
          writeFileSync(
            join(at, 'history/slot-2.ndjson'),
            historyOf(whole, withDoubleCredit(storiesOf(whole))),
          ),
        );
      },
      /law\.single-credit: pass, and the history of \S+ breaks it: \S+/,
    ],
  ];
  for (const [what, forge, says] of forgeries) {
    it(what, () => {
      dir = forge();
      assert.match(examined(text(), publicKey, dir).problems.join('\n'), says);
    });
  }
});

describe('gatecheck verify-certificate', () => {
  beforeEach(() => {
    dir = signed(whole);
  });
  const run = (...args: string[]) => gatecheck(['verify-certificate', join(dir, CERTIFICATE_FILE), ...args]);

  it('says what is certified', async () => {
    const { code, stdout } = await run('--key', pubFile);
    assert.equal(code, 0, stdout);
    assert.match(
      stdout,
      /^VALID\.\nKiosk 1\.4\.2, at .*\nBuild: c0ffee; interface: http; valid until 2099.*\nCertified for .*: \d+ of \d+ checks\n/,
    );
    assert.match(stdout, /Claimed: invoice, payout/);
    assert.match(stdout, /Not claimed, and so not certified: hold/);
    assert.match(stdout, /seed 42/);
    assert.match(stdout, /^Readings: the defaults of this version \(the certificate has all\)$/m);
    dir = signed({ ...whole, readings: { ...whole.readings, 'notification.status': 'text' } });
    assert.match(
      (await run('--key', pubFile)).stdout,
      /^Readings: the defaults of this version but notification\.status=text \(/m,
    );
  });

  it('holds for the build that it names, and for no other', async () => {
    assert.equal((await run('--key', pubFile, '--build', 'c0ffee')).code, 0);
    const { code, stdout } = await run('--key', pubFile, '--build', 'deadbeef');
    assert.equal(code, 1);
    assert.match(stdout, /is for build c0ffee, and not for deadbeef/);
    dir = signed(whole, undefined, { ...about, build: null as unknown as string });
    assert.match((await run('--key', pubFile, '--build', 'c0ffee')).stdout, /a build that it does not name/);
  });

  it('says that it has expired, with an exit code of its own', async () => {
    dir = signed(whole, undefined, { ...about, expires: '2026-04-01T00:00:00.000Z' });
    const { code, stdout } = await run('--key', pubFile);
    assert.equal(code, 3);
    assert.match(stdout, /^EXPIRED on 2026-04-01.*valid until then\.\nKiosk/);
  });

  it('does not hold for a set of requirements that is another one here', async () => {
    const other = { version: '2026.1', digest: `sha256:${'c'.repeat(64)}` };
    dir = signed({ ...whole, suite: { ...whole.suite, set: other } });
    const { code, stdout } = await run('--key', pubFile);
    assert.equal(code, 1);
    assert.match(stdout, /judged by requirements 2026\.1 with the digest sha256:ccc/);
  });

  it('exits with 1 and says what changed', async () => {
    flip('result.json', 300);
    const { code, stdout } = await run('--key', pubFile);
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
      const { code, stderr } = await run(...args);
      assert.equal(code, 2);
      assert.match(stderr, message);
    });
  }

  it('refuses to certify a part of the checks and sign it', async () => {
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
  });

  it('compares a run with the one that was certified', () => {
    assert.deepEqual(outcomeDifferences(result, result), []);
    assert.deepEqual(outcomeDifferences(result, waived), [
      'a.should: warn then, pass now',
      'a.two: pass then, inconclusive now',
    ]);
  });
});
