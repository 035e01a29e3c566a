import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import pc from 'picocolors';
import { type HistoryEvent, readHistory } from '../history/index.ts';
import { masker } from '../history/masker.ts';
import { several } from '../reports/headline.ts';
import { wantsColors } from '../reports/render/colors.ts';
import { findBrowser } from '../scripts/browser.mjs';
import {
  type InterfaceConfig,
  type RecipesConfig,
  type ResolvedConfig,
  secretsOf,
} from '../suite/config/index.ts';
import { type PreflightResult, paceInWords, preflight } from '../suite/preflight/index.ts';
import { SetupError } from '../suite/process/index.ts';
import { openSlot, type Slot, whileStarting } from '../suite/slots/index.ts';
import { byCause } from './doctor/causes.ts';
import { type DoctorFinding, fine, note, wrong } from './doctor/finding.ts';
import { browserFinding, nodeFinding } from './doctor/machine.ts';
import { recipeFindings, referenceOf } from './doctor/recipes.ts';
import { trafficFindings } from './doctor/traffic.ts';
import { CliError, type ExitCode, exitCodes } from './support/exit.ts';
import {
  asTyped,
  hasConfig,
  type MerchantFlags,
  readConfig,
  withMerchantOptions,
} from './support/read-config.ts';
import { workFolder } from './support/work-folder.ts';

interface Options extends MerchantFlags {
  readonly json?: true;
}

/** What `doctor --json` prints. */
export interface Diagnosis {
  readonly schema: 'gatecheck/doctor@1';
  readonly ok: boolean;
  readonly findings: readonly DoctorFinding[];
}

/** `gatecheck doctor`: tries the set-up and says of each part what is wrong and how to mend it. */
export function command(): Command {
  return withMerchantOptions(
    new Command('doctor').description(
      'try the set-up: Node, browser, ports, configuration, merchant, test interface, notifications',
    ),
  )
    .option('--json', 'print the findings as JSON')
    .action(async (options: Options) => {
      process.exitCode = await doctor(options);
    });
}

async function doctor(options: Options): Promise<ExitCode> {
  const findings: DoctorFinding[] = [nodeFinding(process.versions.node)];
  let secrets: readonly string[] = [];
  let code: ExitCode = exitCodes.ok;
  const config = await configuration(options, findings);
  if (config === undefined) code = exitCodes.usage;
  else {
    findings.push(await browserFinding(() => findBrowser(), config.capabilities.includes('checkout')));
    if (findings.some((finding) => finding.state === 'wrong')) code = exitCodes.usage;
    secrets = await trySetUp(config, findings);
    const isWrong = findings.some((finding) => finding.state === 'wrong');
    if (code === exitCodes.ok && isWrong) code = exitCodes.inconclusive;
  }
  const mask = masker(secrets);
  const diagnosis: Diagnosis = { schema: 'gatecheck/doctor@1', ok: code === exitCodes.ok, findings };
  const text =
    options.json === true
      ? `${JSON.stringify(diagnosis, null, 2)}\n`
      : words(diagnosis, nextOf(options, config, code));
  process.stdout.write(mask(text));
  return code;
}

/** The command that comes next, to be pasted. */
function nextOf(options: Options, config: ResolvedConfig | undefined, code: ExitCode): string {
  if (config === undefined && !hasConfig(options)) return 'gatecheck init';
  return `gatecheck ${code === exitCodes.ok ? 'certify' : 'doctor'}${asTyped(options)}`;
}

async function configuration(
  options: Options,
  findings: DoctorFinding[],
): Promise<ResolvedConfig | undefined> {
  let reference: string | undefined;
  try {
    const config = await readConfig(options, {}, (line) => {
      reference = line;
    });
    findings.push(fine('configuration', reference ?? `${config.file}`));
    findings.push(...config.warnings.map((warning) => note('configuration', warning)));
    return config;
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    findings.push(
      wrong(
        'configuration',
        error.message,
        error.hint ?? 'docs/configuration.md describes every key; `gatecheck init` writes a configuration.',
      ),
    );
    return undefined;
  }
}

/** Opens a slot, runs the preflight in it, and answers the secrets that no output may show. */
async function trySetUp(config: ResolvedConfig, findings: DoctorFinding[]): Promise<readonly string[]> {
  const { secret } = config.shop;
  const known = [...(secret === null ? [] : [secret]), ...secretsOf(config.merchant.interface, process.env)];
  const dir = workFolder('gatecheck-doctor');
  const journalFile = join(dir, 'history.ndjson');
  let slot: Slot;
  try {
    const starting = openSlot(config, { index: 0, dir: join(dir, 'slot'), seed: 1, journalFile });
    slot = await whileStarting(config, starting, (line) => process.stderr.write(`${line}\n`));
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    findings.push(wrong('ports', error.message, error.remedy));
    return known;
  }
  try {
    findings.push(fine('ports', `The gateway listens at ${slot.address.origin}.`));
    findings.push(merchantFinding(slot));
    const result = slot.setupProblem === null ? await preflight(slot) : undefined;
    if (result !== undefined) {
      const read = () => readHistory(readFileSync(journalFile, 'utf8')).events;
      const { interface: chosen } = config.merchant;
      if (chosen.type === 'recipes') await trySearches(slot, chosen, read());
      const events = read();
      const seen = [
        ...trafficFindings(events, placeOf(slot)),
        ...(chosen.type === 'recipes' ? recipeFindings(chosen, config.capabilities, events) : []),
      ];
      findings.push(...byCause(seen, capabilityFindings(result)));
    }
  } finally {
    await slot.close();
  }
  return [...known, slot.shop.secret];
}

/** The preflight looks for nothing that it has an id of: recipes that search are tried by themselves. */
async function trySearches(
  slot: Slot,
  { recipes }: RecipesConfig,
  events: readonly HistoryEvent[],
): Promise<void> {
  const [order, payout] = [referenceOf(events, 'createOrder'), referenceOf(events, 'createPayout')];
  if (order !== undefined && recipes.findOrders !== undefined) await slot.driver.findOrders(order);
  if (payout !== undefined && recipes.findPayouts !== undefined) await slot.driver.findPayouts(payout);
  // What was noted before an answer of the control plane is in the history.
  await slot.gateway.readings();
}

function merchantFinding({ setupProblem, config, merchant }: Slot): DoctorFinding {
  if (setupProblem !== null) return wrong('merchant', setupProblem.message, setupProblem.remedy);
  return config.merchant.start === null
    ? fine('merchant', `According to the configuration it already runs at ${merchant.url}.`)
    : fine('merchant', `It starts and becomes ready at ${merchant.url}${config.merchant.start.ready ?? ''}.`);
}

function interfaceInWords(chosen: InterfaceConfig): string {
  if (chosen.type === 'http') return 'over HTTP';
  return chosen.type === 'module' ? chosen.path : 'by recipes';
}

const placeOf = ({ address, merchant, config }: Slot) => ({
  gatewayUrl: address.baseUrl,
  callbackUrl: merchant.callbackUrl,
  interface: interfaceInWords(config.merchant.interface),
});

/**
 * What is the merchant's conformance and not its set-up is for `certify` to judge, and a note here: but not where nothing
 * gets through, most likely for want of the right secret.
 */
function capabilityFindings(result: PreflightResult): DoctorFinding[] {
  const notes = result.notes.map((text) => note('notifications', text));
  return [
    ...notes,
    ...(result.pace === undefined ? [] : [fine('pace', paceInWords(result.pace))]),
    ...result.findings.map(({ capability, ok, message, remedy, conformance, cause }) => {
      if (ok) return fine(capability, message);
      return conformance === true && cause?.kind !== 'secret'
        ? note(
            capability,
            message,
            remedy || '`gatecheck certify` judges this, and says how to fix it.',
            cause,
          )
        : wrong(capability, message, remedy, cause);
    }),
  ];
}

const MARKS = { ok: 'ok   ', note: 'note ', wrong: 'WRONG' } as const;

function words({ ok, findings }: Diagnosis, next: string): string {
  const colors = pc.createColors(wantsColors(process.env, process.stdout));
  const tone = { ok: colors.green, note: colors.yellow, wrong: colors.red } as const;
  const lines = findings.flatMap(({ what, state, message, remedy, consequences = [] }) => [
    `${tone[state](MARKS[state])} ${what}: ${message}`,
    ...(consequences.length === 0
      ? []
      : [`      Because of it these did not work or were not tried: ${consequences.join(', ')}.`]),
    ...(remedy === '' ? [] : [`      What to do: ${remedy}`]),
  ]);
  const count = findings.filter((finding) => finding.state === 'wrong').length;
  const end = ok
    ? 'The set-up works: gatecheck certify can judge.'
    : `${several(count, 'finding')} to fix before gatecheck certify can judge. Mend ${count === 1 ? 'it' : 'the first'}, and look again.`;
  return `${[...lines, end, `Next: ${next}`].join('\n')}\n`;
}
