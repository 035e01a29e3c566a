import { randomInt } from 'node:crypto';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { quoted } from '../../history/run-env.ts';
import { resolveReadings } from '../../simulator/protocol/readings.ts';
import {
  type CampaignResult,
  DriverTarget,
  EndpointTarget,
  fuzzNotifications,
  type NoticeTarget,
  noticeCorpus,
  noticeExample,
  OrderFileError,
  readCorpus,
  readOrders,
  type TargetDescription,
  TargetError,
  type Topic,
} from '../../suite/fuzz/index.ts';
import type { Slot } from '../../suite/slots/index.ts';
import { type ExitCode, exitCodes, usageError } from '../support/exit.ts';
import { integer } from '../support/parse.ts';
import { readConfig } from '../support/read-config.ts';
import {
  checkConsent,
  isElsewhere,
  type ReceiverFlags,
  readCallbackCa,
  withReceiverOptions,
} from '../support/receiver.ts';
import { readTestShop } from '../support/secret.ts';
import { type CampaignFlags, campaignOf, withCampaignOptions } from './options.ts';
import { ProgressLine } from './progress.ts';
import { endedBy, foundInWords, outFolder, tellCounterexamples, writeStatistics } from './report.ts';
import { setUpError, triedOut, withSlot } from './session.ts';
import { type StateFlags, spelled, stateOf, withStateOptions } from './state.ts';

interface Flags extends CampaignFlags, StateFlags, ReceiverFlags {
  readonly callbackUrl?: string;
  readonly shop?: string;
  readonly order?: string;
  readonly okMeansAccepted?: true;
  readonly settle: number;
  readonly form?: true;
}

/** `gatecheck fuzz notifications`: mutated notifications against a merchant or a bare endpoint. */
export function notificationsCommand(): Command {
  const described = withCampaignOptions(
    new Command('notifications').description(
      'send genuine and mutated notifications: each must be accepted or refused as the specification says',
    ),
    5000,
  );
  return withReceiverOptions(withStateOptions(described, 'without a driver: '), 'without a driver: ')
    .option('--callback-url <url>', 'without a driver: the notification endpoint')
    .option('--shop <spec>', 'without a driver: the shop, as ID:env:NAME or ID:@FILE')
    .option(
      '--order <file>',
      'without a driver: unpaid orders that the endpoint knows, one JSON object a line',
    )
    .option('--ok-means-accepted', 'without a driver: the endpoint replies OK exactly to what it accepts')
    .option(
      '--settle <ms>',
      'without a driver: how long the endpoint may take to apply one',
      integer(0, 600_000),
      300,
    )
    .option('--form', 'without a driver: send forms first; what the endpoint understands is found out anyhow')
    .action(async (flags: Flags) => {
      process.exitCode = await run(flags);
    });
}

function run(flags: Flags): Promise<ExitCode> {
  const bare = flags.callbackUrl !== undefined;
  const only = (
    [
      'remote',
      'callbackCa',
      'shop',
      'order',
      'stateUrl',
      'statePage',
      'stateCommand',
      'stateSql',
      'okMeansAccepted',
      'form',
    ] as const
  ).find((name) => flags[name] !== undefined);
  if (!bare && only !== undefined)
    throw usageError(`${spelled(only)} is for endpoints without a driver.`, 'It needs --callback-url.');
  if (bare && flags.config !== undefined)
    throw usageError(
      '--config and --callback-url cannot be used together.',
      'A configuration has a driver; --callback-url is for endpoints without one.',
    );
  const seed = flags.seed ?? randomInt(2 ** 31);
  return bare ? againstEndpoint(flags, seed) : againstMerchant(flags, seed);
}

async function againstMerchant(flags: Flags, seed: number): Promise<ExitCode> {
  const config = await readConfig(flags, flags.reading);
  process.stdout.write(`Fuzzing the notifications of ${config.merchant.name}, seed ${seed}.\n`);
  return withSlot(config, seed, async (opened) => {
    const campaign = async (slot: Slot): Promise<ExitCode> => {
      const description = { kind: 'config', config: config.file } as const;
      const { readings, notifications: format } = slot.config.profile;
      const target = new DriverTarget(slot, { readings, format });
      return conclude(target, flags, seed, description, config.merchant.name);
    };
    try {
      return await campaign(opened);
    } catch (error) {
      if (!(error instanceof TargetError)) throw error;
      // Perhaps the merchant reads notifications in another way than is configured.
      return campaign(await triedOut(opened));
    }
  });
}

async function againstEndpoint(flags: Flags, seed: number): Promise<ExitCode> {
  const { callbackUrl = '', shop, order } = flags;
  if (shop === undefined)
    throw usageError(
      '--shop is missing.',
      'Without a driver, give the shop and its secret: --shop 5:env:SHOP_KEY.',
    );
  if (order === undefined)
    throw usageError(
      '--order is missing.',
      'Give a file with unpaid orders that the endpoint knows, one JSON object a line.',
    );
  if (!URL.canParse(callbackUrl))
    throw usageError(`--callback-url "${callbackUrl}" is not an http or https address.`);
  checkConsent(callbackUrl, '--callback-url', flags.remote);
  const state = stateOf(flags);
  const settleMs = flags.settle;
  const okMeansAccepted = flags.okMeansAccepted === true;
  try {
    const target = new EndpointTarget({
      callbackUrl,
      ca: readCallbackCa(flags.callbackCa),
      shop: readTestShop(shop),
      orders: readOrders(order),
      state,
      okMeansAccepted,
      readings: resolveReadings('spec', flags.reading),
      format: flags.form === true ? 'form' : 'json',
      settleMs,
      timeoutMs: 30_000,
    });
    process.stdout.write(`Fuzzing the notification endpoint ${callbackUrl}, seed ${seed}.\n`);
    try {
      const description: TargetDescription = {
        kind: 'endpoint',
        callbackUrl,
        shopId: readTestShop(shop).id,
        stateUrl: flags.stateUrl ?? null,
        okMeansAccepted,
        orders: resolve(order),
        ...(flags.callbackCa === undefined ? {} : { callbackCa: resolve(flags.callbackCa) }),
        settleMs,
      };
      return await conclude(target, flags, seed, description, callbackUrl, replayOptions(flags));
    } finally {
      await target.close();
    }
  } catch (error) {
    if (error instanceof OrderFileError) throw usageError(error.message, error.remedy);
    if (error instanceof TargetError) throw setUpError(error.message, error.remedy, error);
    throw error;
  }
}

const elsewhere = (url: string | undefined): string | undefined =>
  url !== undefined && isElsewhere(url) ? url : undefined;

/**
 * What a replay has to be given again of an endpoint: it calls no other machine because a file names it. A secret that
 * was typed is named, and not repeated.
 */
function replayOptions({ shop = '', database, ...flags }: Flags): string[] {
  const given = {
    shop: /^\d+:(env:|@)/.test(shop) ? shop : `${shop.split(':', 1)[0]}:env:SHOP_KEY`,
    callbackUrl: elsewhere(flags.callbackUrl),
    stateUrl: elsewhere(flags.stateUrl),
    statePage: flags.statePage,
    paid: flags.paid,
    stateCommand: flags.stateCommand,
    stateSql: flags.stateSql,
    database: database?.includes('@') === true ? 'env:DATABASE_URL' : database,
  };
  const options = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [`${spelled(name)} ${quoted(value)}`],
  );
  return flags.remote === true ? [...options, spelled('remote')] : options;
}

/** Carries a campaign out, and tells of what it found. */
export async function conclude(
  target: NoticeTarget,
  flags: CampaignFlags,
  seed: number,
  description: TargetDescription,
  merchant: string,
  replayWith: readonly string[] = [],
): Promise<ExitCode> {
  const dir = outFolder(flags.out);
  const line = new ProgressLine();
  const corpus = noticeCorpus(readCorpus(dir));
  if (corpus.length > 0)
    process.stdout.write(`${corpus.length} counterexample(s) found before are tried first.\n`);
  const result = await fuzzNotifications(target, {
    ...campaignOf({ ...flags, seed }),
    corpus,
    onProgress: (progress) => line.show(progress),
    onNote: (text) => line.note(text),
  }).finally(() => line.end());
  const examples = result.found.map((shrunk) =>
    noticeExample(shrunk, { target, description, merchant, seed, base: result.base }),
  );
  const isSuspicion = target.oracle === 'none';
  tellCounterexamples(dir, examples, { isSuspicion, replayWith });
  summarise(result, dir, seed);
  if (isSuspicion && examples.length > 0) {
    process.stdout.write(
      'Replies alone prove nothing: the specification lets a merchant answer OK to a forgery. --state-url (or --state-page, --state-command, --state-sql) or --ok-means-accepted make findings of these.\n',
    );
    return exitCodes.ok;
  }
  if (examples.some(({ level }) => level === 'must')) return exitCodes.failed;
  return result.statistics.verdicts.accept.accepted === 0 ? exitCodes.inconclusive : exitCodes.ok;
}

const TOPICS: Readonly<Record<Topic, string>> = {
  payment: 'payments',
  hold: 'holds',
  rejection: 'rejections',
  refund: 'refunds',
};

/** How many messages there were about what, where there was more than payments. */
function aboutWhat({ topics, leftOut }: CampaignResult['statistics']): string[] {
  const unheeded = [...leftOut].map(
    ([topic, why]) => `  not about ${TOPICS[topic]}, because a plain notification has no effect: ${why}`,
  );
  if (topics.size < 2) return unheeded;
  const counts = [...topics].map(
    ([topic, { accept, reject, either }]) => `${TOPICS[topic]} ${accept.tried + reject.tried + either.tried}`,
  );
  return [`  about ${counts.join(' · ')}`, ...unheeded];
}

function summarise(result: CampaignResult, dir: string, seed: number): void {
  const { statistics, messages, seconds, found } = result;
  const { accept, reject, either } = statistics.verdicts;
  const file = writeStatistics(dir, 'notifications-statistics.json', { seed, seconds, messages, statistics });
  const lines = [
    '',
    `${statistics.runs} runs, ${messages} messages in ${seconds.toFixed(1)} s (${(messages / Math.max(seconds, 0.001)).toFixed(0)}/s), ${endedBy(result)}, seed ${seed}.`,
    `  to accept: ${accept.tried} tried, ${accept.accepted} believed · to refuse: ${reject.tried} tried, ${reject.accepted} believed · either: ${either.tried} tried, ${either.accepted} believed`,
    ...aboutWhat(statistics),
    `  ${statistics.mutations.size} kinds of changes; all counts: ${file}`,
    ...(statistics.unrepeated > 0
      ? [`  ${statistics.unrepeated} failures did not happen again with more time and were dropped.`]
      : []),
    ...statistics.warnings().map((warning) => `  Warning: ${warning}`),
    foundInWords(found.length),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
