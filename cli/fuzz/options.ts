import { randomInt } from 'node:crypto';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseDuration } from '../../suite/config/index.ts';
import { integer, keyValue, seedOption, shard } from '../support/parse.ts';
import { type MerchantFlags, withMerchantOptions } from '../support/read-config.ts';

/** What every kind of campaign takes. */
export interface CampaignFlags extends MerchantFlags {
  readonly runs: number;
  readonly time?: number;
  readonly seed?: number;
  readonly shard?: string;
  readonly stopAtFirst?: true;
  readonly out: string;
  readonly reading: Readonly<Record<string, string>>;
}

function duration(text: string): number {
  const parsed = parseDuration(text);
  if (parsed === undefined) throw new InvalidArgumentError('Expected a duration such as 30s, 5m or 1h.');
  return parsed;
}

/** Adds the options that every campaign has. */
export function withCampaignOptions(command: Command, runs: number, hasConfig = true): Command {
  return (hasConfig ? withMerchantOptions(command) : command)
    .option('--runs <number>', 'how many runs are made', integer(1, 100_000_000), runs)
    .option('--time <duration>', 'end after this time, such as 30s or 10m', duration)
    .addOption(seedOption('repeat a campaign'))
    .option('--shard <i/n>', 'only one part of several', shard)
    .option('--stop-at-first', 'end with the first counterexample instead of looking for others')
    .addOption(
      new Option('--reading <name=value>', 'read the specification this way (repeatable)')
        .argParser(keyValue)
        .default({}, 'as configured'),
    )
    .option(
      '--out <dir>',
      'folder of counterexamples and statistics; those found before are tried first',
      'reports/fuzz',
    );
}

/** How a campaign goes by what the options say. */
export const campaignOf = ({ runs, time, seed, shard, stopAtFirst }: CampaignFlags) => ({
  runs,
  timeMs: time ?? null,
  seed: seed ?? randomInt(2 ** 31),
  shard: shardOf(shard),
  firstOnly: stopAtFirst === true,
});

/** `i/n` as numbers. */
function shardOf(text: string | undefined): { index: number; total: number } | null {
  if (text === undefined) return null;
  const [index = '1', total = '1'] = text.split('/');
  return { index: Number(index), total: Number(total) };
}
