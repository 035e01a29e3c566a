import { randomInt } from 'node:crypto';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { fuzzJourneys, type JourneyCampaign, journeyExample, readCorpus } from '../../suite/fuzz/index.ts';
import { type ExitCode, exitCodes } from '../support/exit.ts';
import { integer } from '../support/parse.ts';
import { readConfig } from '../support/read-config.ts';
import { type CampaignFlags, shardOf, withCampaignOptions } from './options.ts';
import { ProgressLine } from './progress.ts';
import { endedBy, tellCounterexamples, writeStatistics } from './report.ts';
import { foundUnderstanding, withSlot } from './session.ts';

interface Flags extends CampaignFlags {
  readonly depth: number;
  readonly steps: number;
}

/** `gatecheck fuzz journeys`: random journeys of payer, gateway and merchant, judged by the rules. */
export function journeysCommand(): Command {
  return withCampaignOptions(
    new Command('journeys').description(
      'take the merchant through every schedule of a payment and through random journeys; after each step the rules must hold',
    ),
    200,
  )
    .option(
      '--depth <number>',
      'how many events an enumerated schedule has at most; 0 for none',
      integer(0, 6),
      4,
    )
    .option('--steps <number>', 'how many steps a random journey has at most', integer(1, 100), 10)
    .action(async (flags: Flags) => {
      process.exitCode = await run(flags);
    });
}

async function run(flags: Flags): Promise<ExitCode> {
  const seed = flags.seed ?? randomInt(2 ** 31);
  const config = await readConfig(flags, flags.reading);
  const dir = resolve(flags.out);
  const merchant = config.merchant.name;
  process.stdout.write(`Taking ${merchant} through journeys, seed ${seed}.\n`);
  return withSlot(config, seed, async (slot) => {
    const { readings } = await foundUnderstanding(slot);
    const line = new ProgressLine('steps');
    const corpus = readCorpus(dir).flatMap((example) => (example.kind === 'journey' ? [example.steps] : []));
    if (corpus.length > 0)
      process.stdout.write(`${corpus.length} counterexample(s) found before are tried first.\n`);
    const campaign = await fuzzJourneys(slot, {
      runs: flags.runs,
      timeMs: flags.time ?? null,
      seed,
      shard: shardOf(flags.shard),
      corpus,
      depth: flags.depth,
      maxSteps: flags.steps,
      onProgress: (progress) => line.show(progress),
    }).finally(() => line.end());
    if (campaign.found !== null) {
      const description = { kind: 'config' as const, config: config.file };
      tellCounterexamples(dir, [journeyExample(campaign.found, { merchant, description, seed, readings })]);
    }
    summarise(campaign, dir, seed);
    if (campaign.found !== null) return exitCodes.failed;
    const ended = [...campaign.over.values()].reduce((sum, count) => sum + count, 0);
    return ended > campaign.runs / 2 ? exitCodes.inconclusive : exitCodes.ok;
  });
}

function summarise(campaign: JourneyCampaign, dir: string, seed: number): void {
  const { runs, schedules, stories, steps, over, seconds, found, timeUp } = campaign;
  const total = [...steps.values()].reduce((sum, count) => sum + count, 0);
  const file = writeStatistics(dir, 'journeys-statistics.json', {
    seed,
    seconds,
    runs,
    schedules,
    stories,
    unrepeated: campaign.unrepeated,
    steps: Object.fromEntries(steps),
    over: Object.fromEntries(over),
  });
  const ended = [...over].map(([why, count]) => `  ${count} ended early: ${why}`);
  const lines = [
    '',
    `${runs} journeys (${schedules} of them schedules, ${stories} short stories), ${total} steps in ${seconds.toFixed(1)} s (${(total / Math.max(seconds, 0.001)).toFixed(0)}/s), ${endedBy(timeUp, found !== null)}, seed ${seed}.`,
    `  ${steps.size} kinds of steps; all counts: ${file}`,
    ...(steps.size === 1 && total > 1
      ? ['  Warning: only one kind of step was taken: claim more capabilities, or raise --runs.']
      : []),
    ...(campaign.unrepeated > 0
      ? [`  ${campaign.unrepeated} broke a rule, did not when repeated, and were dropped.`]
      : []),
    ...ended.slice(0, 5),
    found === null ? 'Nothing found.' : '1 found.',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
