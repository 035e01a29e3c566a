import { spawn } from 'node:child_process';
import type { KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { markedName } from '../history/marked.ts';
import { printableLine } from '../history/printable.ts';
import { TIER_WORDS } from '../history/tier.ts';
import type { CertificateStatement } from '../reports/certificate/statement.ts';
import { verifyCertificate } from '../reports/certificate/verify.ts';
import { readResult } from '../reports/read-result.ts';
import type { Result } from '../reports/result.ts';
import { resolveReadings } from '../simulator/index.ts';
import { readGiven, readRegular } from '../suite/config/given-file.ts';
import { whyUnreadable } from '../suite/config/unreadable.ts';
import { type ExitCode, exitCodes, usageError } from './support/exit.ts';
import { readKey } from './support/keys.ts';
import { type MerchantFlags, withMerchantOptions } from './support/read-config.ts';
import { signalCodes, takeSignals } from './support/signals.ts';
import { workFolder } from './support/work-folder.ts';

interface Options extends MerchantFlags {
  readonly key: string;
  readonly dir?: string;
  readonly build?: string;
  readonly again?: true;
}

/** `gatecheck verify-certificate FILE --key PUB`: checks a certificate offline and says what it certifies. */
export function command(): Command {
  const verify = new Command('verify-certificate')
    .description(
      'check a certificate offline: its signature, the result, every history; say what it certifies',
    )
    .argument('<file>', 'the certificate, certificate.dsse.json')
    .requiredOption('--key <file>', 'the public key (PEM, Ed25519)')
    .option('--dir <dir>', 'folder of the reports (default: that of the certificate)')
    .option('--build <id>', 'the commit or digest that it must be for')
    .option('--again', 'run the same seed again and compare every outcome');
  return withMerchantOptions(verify, 'with --again, as for certify').action(
    async (file: string, options: Options) => {
      process.exitCode = await check(file, options);
    },
  );
}

async function check(file: string, options: Options): Promise<ExitCode> {
  for (const name of ['config', 'reference'] as const) {
    if (options[name] !== undefined && options.again === undefined)
      throw usageError(`--${name} is of use with --again only.`);
  }
  const key = readKey('public', options.key);
  let text: string;
  try {
    text = readGiven(file).toString('utf8');
  } catch (cause) {
    throw usageError(`the certificate "${file}" cannot be read: ${whyUnreadable(cause)}.`);
  }
  if (!isAttestation(text))
    throw usageError(
      `"${file}" is no certificate: expected the certificate.dsse.json that certify --sign writes.`,
    );
  const dir = resolve(options.dir ?? dirname(file));
  const { statement, problems } = examined(text, key, dir, options.build);
  if (problems.length > 0 || statement === undefined) {
    const lines = problems.map((problem) => `  - ${printableLine(problem)}\n`);
    process.stdout.write(`NOT VALID.\n${lines.join('')}`);
    return exitCodes.failed;
  }
  const { expires } = statement.predicate.gatecheck;
  const isOver = Date.parse(expires) < Date.now();
  process.stdout.write(
    `${isOver ? `EXPIRED on ${expires}; valid until then` : 'VALID'}.\n${words(statement).map(printableLine).join('\n')}\n`,
  );
  if (isOver) return exitCodes.inconclusive;
  return options.again === undefined ? exitCodes.ok : again(options, statement, readResult(dir));
}

/** Whether a text is an attestation, or was one before somebody changed it or cut it off. */
const isAttestation = (text: string): boolean => /"(payloadType|payload|signatures)"/.test(text);

/**
 * Reads a certificate, and checks it: its signature, that nothing was changed, that everything it says follows from its
 * histories, and that it is for this build.
 *
 * @param dir the folder of the reports, absolute
 * @returns what is wrong, each in a sentence; what it states, where it can be read
 */
export function examined(
  text: string,
  key: KeyObject,
  dir: string,
  build?: string,
): { readonly statement: CertificateStatement | undefined; readonly problems: readonly string[] } {
  const { statement, problems } = verifyCertificate(text, key, (name) => readWithin(dir, name));
  return problems.length > 0 || statement === undefined
    ? { statement, problems }
    : { statement, problems: againstBuild(statement, build) };
}

/** One of another build does not serve for this one. */
function againstBuild({ predicate }: CertificateStatement, build: string | undefined): string[] {
  const certified = predicate.gatecheck.build;
  if (build === undefined || build === certified) return [];
  return [
    `It is for ${certified === null ? 'a build that it does not name' : `build ${certified}`}, and not for ${build}.`,
  ];
}

/** A certified file; a name never leads out of the folder. */
function readWithin(dir: string, name: string): Buffer | undefined {
  const path = resolve(dir, name);
  return path.startsWith(dir + sep) && statSync(path, { throwIfNoEntry: false })?.isFile()
    ? readRegular(path)
    : undefined;
}

/** What is certified, in lines. */
function words({ predicate }: CertificateStatement): string[] {
  const { headline, tier, merchant, suite, scope, waivers, seed, readings, startedAt, summary, history } =
    predicate.gatecheck;
  const { build, driver, expires } = predicate.gatecheck;
  const lines = history.reduce((sum, chain) => sum + chain.lines, 0);
  const usual: Readonly<Record<string, string>> = resolveReadings('spec');
  const unusual = Object.entries(readings).flatMap(([name, value]) =>
    usual[name] === value ? [] : [`${name}=${value}`],
  );
  const list = (name: string, items: readonly string[]) =>
    items.length === 0 ? [] : [`${name}: ${items.join(', ')}`];
  return [
    `${markedName(merchant.name)} ${markedName(merchant.version)}, at ${startedAt}`,
    `Build: ${build === null ? 'not named' : markedName(build)}; interface: ${driver}; valid until ${expires}`,
    headline,
    ...(tier === undefined ? [] : [`Evidence: ${tier}, ${TIER_WORDS[tier]}`]),
    ...(scope.unseen ?? []).map((says) => `Not seen: ${says}`),
    ...waivers
      .filter((waiver) => waiver.state === 'applied')
      .map((waiver) => `Waived: ${waiver.check}: ${waiver.reason} (${waiver.owner}, until ${waiver.expiry})`),
    `By gatecheck ${suite.version}, requirements ${suite.set.version} (${suite.set.digest}), seed ${seed}`,
    `${summary.pass} checks passed, ${summary.warn} with warnings, ${summary['not-claimed']} not claimed`,
    ...list('Claimed', scope.claimed),
    ...list('Claimed and not observed', scope.unobserved),
    ...list('Not claimed, and so not certified', scope.unclaimed),
    ...list('Used without a claim', scope.usedUnclaimed ?? []),
    `Interpretations: the defaults of this version${unusual.length === 0 ? '' : ` but ${unusual.join(', ')}`} (the certificate has all)`,
    `Evidence: result.json and ${history.length} histories with ${lines} events, unchanged and judged again`,
  ];
}

/** The command itself: beside this file, or beside `dist` in the published package. */
const bin = fileURLToPath(
  new URL(import.meta.url.endsWith('.js') ? '../../cli/gatecheck.mjs' : './gatecheck.mjs', import.meta.url),
);

/** Runs the same seed under the same readings again, and compares what came of each check and law. */
async function again(options: Options, statement: CertificateStatement, before: Result): Promise<ExitCode> {
  const { seed, readings, suite } = statement.predicate.gatecheck;
  const out = workFolder('gatecheck-again');
  const args = [
    ...['certify', '--seed', String(seed), '--requirements', suite.set.version, '--no-allure', '--out', out],
    ...(options.config === undefined ? [] : ['--config', resolve(options.config)]),
    ...(options.reference === undefined ? [] : ['--reference']),
    ...Object.entries(readings).flatMap(([name, value]) => ['--reading', `${name}=${value}`]),
  ];
  // In a group of its own, so that a Ctrl-C reaches it once, through us.
  const stdio = ['ignore', 'inherit', 'inherit'] as const;
  const child = spawn(process.execPath, [bin, ...args], { stdio: [...stdio], detached: true });
  let interrupted: 'SIGINT' | 'SIGTERM' | undefined;
  takeSignals((signal) => {
    interrupted = signal;
    child.kill(signal);
  });
  const [code] = await once(child, 'close');
  if (interrupted !== undefined) return signalCodes[interrupted];
  if (!existsSync(join(out, 'result.json'))) {
    process.stdout.write(`The run could not be made again (exit code ${code}).\n`);
    return exitCodes.inconclusive;
  }
  const after = readResult(out);
  const differences = outcomeDifferences(before, after);
  process.stdout.write(
    differences.length === 0
      ? `Run again with seed ${seed}: the same ${before.checks.length} checks, the same outcomes.\n`
      : `Run again with seed ${seed}, and not the same:\n${differences.map((line) => `  - ${line}\n`).join('')}`,
  );
  return differences.length === 0 ? exitCodes.ok : exitCodes.failed;
}

/**
 * Every check and law whose outcome is not the same, and a configuration that is not. What is newer than the
 * set of requirements is left out: a newer suite announces it.
 */
export function outcomeDifferences(before: Result, after: Result): string[] {
  const outcomes = (result: Result) =>
    new Map([...result.checks, ...result.laws].map((item) => [item.id, item.outcome]));
  const [old, now] = [outcomes(before), outcomes(after)];
  const announced = new Set([...(before.announced ?? []), ...(after.announced ?? [])]);
  const ids = [...new Set([...old.keys(), ...now.keys()])].filter((id) => !announced.has(id)).sort();
  return [
    ...(before.configuration === after.configuration ? [] : ['The configuration is another one.']),
    ...(before.suite.set.digest === after.suite.set.digest ? [] : ['The requirements are others.']),
    ...ids
      .filter((id) => old.get(id) !== now.get(id))
      .map((id) => `${id}: ${old.get(id) ?? 'not there'} then, ${now.get(id) ?? 'not there'} now`),
  ];
}
