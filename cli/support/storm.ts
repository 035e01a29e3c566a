import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { preflightLines } from '../../fixtures/global-setup.ts';
import { runInfoOf } from '../../fixtures/run-info.ts';
import type { HistoryEvent } from '../../history/index.ts';
import { masker } from '../../history/masker.ts';
import { readRecordings } from '../../reports/audit/read-file.ts';
import { exitCodeOf } from '../../reports/decide.ts';
import { maskHistories } from '../../reports/mask-files.ts';
import { wantsColors } from '../../reports/render/colors.ts';
import { renderTerminal } from '../../reports/render/terminal.ts';
import { writeReports } from '../../reports/render/write.ts';
import { shortPath } from '../../reports/short-path.ts';
import { STORM, type StormResult } from '../../reports/storm.ts';
import { stormRecord } from '../../reports/storm-record.ts';
import { suiteCatalogue } from '../../reports/suite-catalogue.ts';
import { suiteVersion } from '../../reports/suite-version.ts';
import { judge } from '../../reports/verdict.ts';
import { type ResolvedConfig, secretsOf } from '../../suite/config/index.ts';
import { type PreflightResult, preflight, withPreflight } from '../../suite/preflight/index.ts';
import { SetupError } from '../../suite/process/index.ts';
import { openSlot, type Slot, uniqueSecret, whileStarting } from '../../suite/slots/index.ts';
import { runStorm } from '../../suite/storm/index.ts';
import { CliError, type ExitCode, exitCodes } from './exit.ts';
import { interruptedStorm } from './interrupted.ts';
import { signalCodes, takeSignals } from './signals.ts';
import { workFolder } from './work-folder.ts';

export interface StormCommand {
  readonly config: ResolvedConfig;
  readonly seed: number;
  readonly orders: number;
  readonly outDir: string;
  /** How to repeat it, without the seed. */
  readonly commandLine: string;
  /** Warnings fail the run. */
  readonly strict: boolean;
  /** Version of the frozen set that decides how binding each law is. */
  readonly requirements: string;
}

/** A quarter of the orders: 500 payouts beside 2,000 orders. */
const payoutsOf = (orders: number): number => Math.max(1, Math.round(orders / 4));

/** Runs a storm over one merchant, writes the reports and gives the exit code. */
export async function stormCommand(command: StormCommand): Promise<ExitCode> {
  const { config, seed, outDir, strict } = command;
  const startedAt = new Date();
  const privateDir = workFolder('gatecheck-storm');
  const secret = config.shop.secret ?? uniqueSecret();
  const journalFile = join(outDir, 'history', 'slot-0.ndjson');
  takeSignals((signal) => {
    maskHistories(outDir, [secret, ...secretsOf(config.merchant.interface, process.env)]);
    const recording = existsSync(journalFile) ? shortPath(journalFile) : undefined;
    process.stderr.write(interruptedStorm(signal, recording, { typed: process.argv.slice(2), seed }));
    process.exit(signalCodes[signal]);
  });
  const slot = await opened(config, { index: 0, dir: join(privateDir, 'slot-0'), seed, secret, journalFile });
  try {
    const found = await preflight(slot);
    for (const line of preflightLines(found)) process.stdout.write(`${line}\n`);
    const session = { runDir: privateDir, outDir, seed };
    const about = {
      config,
      session,
      preflight: found,
      workers: 1,
      startedAt,
      secrets: [secret],
      env: process.env,
    };
    const info = { ...runInfoOf(about), strict, selection: { only: [STORM], capabilities: [], shard: null } };
    const tried = found.ok ? await withPreflight(slot, found) : slot;
    return await storm(command, tried, { found, info, journalFile });
  } finally {
    await slot.close();
  }
}

async function opened(...input: Parameters<typeof openSlot>): Promise<Slot> {
  const [config] = input;
  try {
    return await whileStarting(config, openSlot(...input), (line) => process.stderr.write(`${line}\n`));
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    throw new CliError(error.message, { exitCode: exitCodes.inconclusive, hint: error.remedy, cause: error });
  }
}

interface Prepared {
  readonly found: PreflightResult;
  readonly info: ReturnType<typeof runInfoOf>;
  readonly journalFile: string;
}

async function storm(
  { orders, seed, outDir, commandLine, requirements }: StormCommand,
  slot: Slot,
  { found, info, journalFile }: Prepared,
): Promise<ExitCode> {
  const begun = performance.now();
  const catalogue = suiteCatalogue(requirements);
  const history = async (): Promise<readonly HistoryEvent[]> =>
    (await readRecordings(journalFile)).flatMap(({ events }) => events);
  const outcome = found.ok
    ? await runStorm(slot, {
        orders,
        payouts: payoutsOf(orders),
        history,
        progress: (line) => process.stdout.write(`${line}\n`),
      })
    : undefined;
  const evidence = {
    info,
    records: [] as ReturnType<typeof stormRecord>[],
    chosen: [STORM],
    problems: [],
    durationMs: Math.round(performance.now() - begun),
    suiteVersion: suiteVersion(),
  };
  let shown: { storm?: StormResult } = {};
  if (outcome !== undefined) {
    const { laws, ...result } = outcome;
    const told: StormResult = { ...result, money: copied(result.money) };
    const again = `${commandLine} --seed ${seed}`;
    evidence.records.push(stormRecord(told, laws, catalogue.laws, again));
    shown = { storm: told };
  }
  const judged = { ...judge(evidence, catalogue), ...shown };
  const written = writeReports(outDir, judged, catalogue, info.secrets);
  maskHistories(outDir, info.secrets);
  const at = shortPath(join(outDir, 'statement.html'));
  const text = renderTerminal(written, catalogue, at, wantsColors(process.env, process.stdout));
  process.stdout.write(masker(info.secrets)(`${text}${stormLines(shown.storm)}`));
  return exitCodeOf(judged);
}

const copied = (money: Awaited<ReturnType<typeof runStorm>>['money']): StormResult['money'] => ({
  ...money,
  gatewayDifferences: [...money.gatewayDifferences],
});

function stormLines(storm: StormResult | undefined): string {
  if (storm === undefined) return '';
  const { notifications: endpoint, money } = storm;
  const { p50, p90, p99, max } = endpoint.latencyMs;
  return [
    `Storm:    ${storm.orders} orders, ${storm.payouts} payouts, ${storm.holds} holds, ${storm.refunds} refunds, ${storm.restarts} kills, ${storm.faultsBitten} faults, ${storm.unknownOutcomes} unknown outcomes`,
    `Endpoint: ${endpoint.replied} replies to ${endpoint.sent} notifications, ${endpoint.perSecond}/s; latency p50 ${p50} ms, p90 ${p90} ms, p99 ${p99} ms, max ${max} ms`,
    `Money:    paid ${money.paidAtGateway}, credited ${money.credited}; paid out ${money.paidOutAtGateway}, debited ${money.debited}`,
    '',
  ].join('\n');
}
