import { Command } from 'commander';
import { fuzzJourneys, type JourneyCampaign, journeyExample, readCorpus } from '../../suite/fuzz/index.ts';
import { type ExitCode, exitCodes } from '../support/exit.ts';
import { integer } from '../support/parse.ts';
import { readConfig } from '../support/read-config.ts';
import { type CampaignFlags, campaignOf, withCampaignOptions } from './options.ts';
import { ProgressLine } from './progress.ts';
import { endedBy, foundInWords, outFolder, tellCounterexamples, writeStatistics } from './report.ts';
import { triedOut, withSlot } from './session.ts';

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
  const options = campaignOf(flags);
  const { seed } = options;
  const config = await readConfig(flags, flags.reading);
  const dir = outFolder(flags.out);
  const merchant = config.merchant.name;
  process.stdout.write(`Taking ${merchant} through journeys, seed ${seed}.\n`);
  return withSlot(config, seed, async (opened) => {
    const slot = await triedOut(opened);
    const { readings } = slot.config.profile;
    const line = new ProgressLine('steps');
    const corpus = readCorpus(dir).flatMap((example) => (example.kind === 'journey' ? [example.steps] : []));
    if (corpus.length > 0)
      process.stdout.write(`${corpus.length} counterexample(s) found before are tried first.\n`);
    const description = { kind: 'config' as const, config: config.file };
    let told = 0;
    const campaign = await fuzzJourneys(slot, {
      ...options,
      corpus,
      depth: flags.depth,
      maxSteps: flags.steps,
      onProgress: (progress) => line.show(progress),
      onFound: (found) => {
        line.end();
        const example = journeyExample(found, { merchant, description, seed, readings });
        tellCounterexamples(dir, [example], { told: told++ });
      },
    }).finally(() => line.end());
    summarise(campaign, dir, seed);
    if (campaign.found.length > 0) return exitCodes.failed;
    const ended = [...campaign.over.values()].reduce((sum, count) => sum + count, 0);
    return ended > campaign.runs / 2 ? exitCodes.inconclusive : exitCodes.ok;
  });
}

function summarise(campaign: JourneyCampaign, dir: string, seed: number): void {
  const { runs, schedules, stories, steps, over, seconds, found } = campaign;
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
    `${runs} journeys (${schedules} of them schedules, ${stories} short stories), ${total} steps in ${seconds.toFixed(1)} s (${(total / Math.max(seconds, 0.001)).toFixed(0)}/s), ${endedBy(campaign)}, seed ${seed}.`,
    `  ${steps.size} kinds of steps; all counts: ${file}`,
    ...(steps.size === 1 && total > 1
      ? ['  Warning: only one kind of step was taken: claim more capabilities, or raise --runs.']
      : []),
    ...(campaign.unrepeated > 0
      ? [`  ${campaign.unrepeated} broke a rule, did not when repeated, and were dropped.`]
      : []),
    ...ended.slice(0, 5),
    foundInWords(found.length),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
