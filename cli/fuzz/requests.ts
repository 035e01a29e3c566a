import { Command } from 'commander';
import { fuzzRequests, readCorpus, requestExample } from '../../suite/fuzz/index.ts';
import { type ExitCode, exitCodes } from '../support/exit.ts';
import { readConfig } from '../support/read-config.ts';
import { type CampaignFlags, campaignOf, withCampaignOptions } from './options.ts';
import { ProgressLine } from './progress.ts';
import { endedBy, foundInWords, outFolder, tellCounterexamples, writeStatistics } from './report.ts';
import { withSlot } from './session.ts';

/** `gatecheck fuzz requests`: generated orders and payouts; every request of the merchant must be right. */
export function requestsCommand(): Command {
  return withCampaignOptions(
    new Command('requests').description(
      'make the merchant create generated orders and payouts: its signatures, encodings and amounts must be right',
    ),
    500,
  ).action(async (flags: CampaignFlags) => {
    process.exitCode = await run(flags);
  });
}

async function run(flags: CampaignFlags): Promise<ExitCode> {
  const options = campaignOf(flags);
  const { seed } = options;
  const config = await readConfig(flags, flags.reading);
  const dir = outFolder(flags.out);
  const merchant = config.merchant.name;
  process.stdout.write(`Fuzzing the requests of ${merchant}, seed ${seed}.\n`);
  return withSlot(config, seed, async (slot) => {
    const line = new ProgressLine('requests');
    const corpus = readCorpus(dir).flatMap((example) => (example.kind === 'request' ? [example.wish] : []));
    const description = { kind: 'config' as const, config: config.file };
    const context = { merchant, description, seed, readings: await slot.gateway.readings() };
    let told = 0;
    const campaign = await fuzzRequests(slot, {
      ...options,
      corpus,
      onProgress: (progress) => line.show(progress),
      onFound: (wrong) => {
        line.end();
        tellCounterexamples(dir, [requestExample(wrong, context)], { told: told++ });
      },
    }).finally(() => line.end());
    const { runs, requests, refused, found, seconds } = campaign;
    const file = writeStatistics(dir, 'requests-statistics.json', { seed, seconds, runs, requests, refused });
    process.stdout.write(
      `\n${runs} orders and payouts, ${requests} requests in ${seconds.toFixed(1)} s, ${endedBy(campaign)}, seed ${seed}; ${refused} refused by the merchant itself (${file}).\n${foundInWords(found.length)}\n`,
    );
    if (found.length > 0) return exitCodes.failed;
    return requests === 0 || refused === runs ? exitCodes.inconclusive : exitCodes.ok;
  });
}
