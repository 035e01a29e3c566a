import { randomInt } from 'node:crypto';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { fuzzRequests, readCorpus, requestExample } from '../../suite/fuzz/index.ts';
import { type ExitCode, exitCodes } from '../support/exit.ts';
import { readConfig } from '../support/read-config.ts';
import { type CampaignFlags, shardOf, withCampaignOptions } from './options.ts';
import { ProgressLine } from './progress.ts';
import { endedBy, tellCounterexamples, writeStatistics } from './report.ts';
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
  const seed = flags.seed ?? randomInt(2 ** 31);
  const config = await readConfig(flags, flags.reading);
  const dir = resolve(flags.out);
  const merchant = config.merchant.name;
  process.stdout.write(`Fuzzing the requests of ${merchant}, seed ${seed}.\n`);
  return withSlot(config, seed, async (slot) => {
    const line = new ProgressLine('requests');
    const corpus = readCorpus(dir).flatMap((example) => (example.kind === 'request' ? [example.wish] : []));
    const campaign = await fuzzRequests(slot, {
      runs: flags.runs,
      timeMs: flags.time ?? null,
      seed,
      shard: shardOf(flags.shard),
      corpus,
      onProgress: (progress) => line.show(progress),
    }).finally(() => line.end());
    const { runs, requests, refused, found, seconds } = campaign;
    if (found !== null) {
      const description = { kind: 'config' as const, config: config.file };
      const readings = await slot.gateway.readings();
      tellCounterexamples(dir, [requestExample(found, { merchant, description, seed, readings })]);
    }
    const file = writeStatistics(dir, 'requests-statistics.json', { seed, seconds, runs, requests, refused });
    process.stdout.write(
      `\n${runs} orders and payouts, ${requests} requests in ${seconds.toFixed(1)} s, ${endedBy(campaign.timeUp, found !== null)}, seed ${seed}; ${refused} refused by the merchant itself (${file}).\n${found === null ? 'Nothing found.' : '1 counterexample found.'}\n`,
    );
    if (found !== null) return exitCodes.failed;
    return requests === 0 || refused === runs ? exitCodes.inconclusive : exitCodes.ok;
  });
}
