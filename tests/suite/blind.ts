/**
 * Measures the suite on shops that nobody who knows it has written: each with every one of its faults, and without any.
 * `--write` keeps the outcome in docs/blind-rounds.json and docs/strength.md.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { exitCodes } from '../../cli/support/exit.ts';
import { integer, list } from '../../cli/support/parse.ts';
import { certifyFaulty } from './blind/certify.ts';
import { Kept } from './blind/kept.ts';
import { keep, measurements } from './blind/measured.ts';
import { type BlindOutcome, outcomeOf } from './blind/outcome.ts';
import { writeBlindSection } from './blind/page.ts';
import { type Round, rounds } from './blind/rounds.ts';
import { certifyStranger } from './strangers/certify.ts';
import { namedOf, strangers } from './strangers/shops.ts';
import { browser } from './strength/in-slot.ts';
import { commitOf } from './strength/page.ts';
import { pooled } from './strength/pooled.ts';

const known = rounds();

function roundNamed(text: string): Round {
  const round = known.find(({ name, number }) => name === text || String(number) === text);
  if (round !== undefined) return round;
  throw new InvalidArgumentError(`Expected of ${known.map(({ name }) => name).join(', ')}.`);
}

const values = new Command('npm run blind --')
  .description('Certifies the shops of the blind rounds with each of their faults, and without.')
  .option('--round <name>', 'only this round', roundNamed)
  .option('--only <ids>', 'only these faults, separated by commas', list, [])
  .option('--missed', 'only the faults that were missed at first sight, and not the right shop', false)
  .option('--whole', 'go on after the first must that fails', false)
  .option('--seed <number>', 'the seed of every certification', integer(0, 2 ** 31 - 1), 1)
  .option('--lanes <number>', 'shops at once', integer(1, 16), 3)
  .option(
    '--resume <file>',
    'keep outcomes in this file, and go on where a measurement of the same commit was interrupted',
  )
  .option(
    '--write',
    'keep the outcome of whole rounds, or of what was missed, in docs/blind-rounds.json and docs/strength.md',
    false,
  )
  .parse()
  .opts();

const commit = commitOf();
const kept = new Kept(values.resume, commit);

const says = ({ end, failed, warned }: BlindOutcome): string =>
  [end, ...failed.map((id) => `failed ${id}`), ...warned.map((id) => `warned ${id}`)].join(' · ');

const reports = mkdtempSync(join(tmpdir(), 'gatecheck-blind-'));
process.once('exit', () => rmSync(reports, { recursive: true, force: true }));

/** Certifies the shop of a round without a fault. */
async function certifyRight(round: Round): Promise<BlindOutcome> {
  const { seed } = values;
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const [shop] = namedOf(strangers(seed), [round.name]);
  if (shop === undefined) throw new Error(`${round.name} has no configuration.`);
  const { certified, output } = await certifyStranger(shop, { seed, dir: reports, say });
  if (certified === undefined) say(output);
  return outcomeOf(certified);
}

async function measure(round: Round): Promise<boolean> {
  const { seed, whole, lanes } = values;
  const right = values.missed ? null : await kept.of(round.name, null, () => certifyRight(round));
  if (right !== null) process.stdout.write(`${round.name} without a fault: ${says(right)}\n`);
  const usual =
    right?.warned ?? measurements().find((each) => each.round === round.name)?.right?.warned ?? [];
  const faults: Record<string, BlindOutcome> = {};
  const wanted = round.faults
    .filter(({ id }) => values.only.length === 0 || values.only.includes(id))
    .filter(({ id }) => !values.missed || round.review[id]?.class === 'missed');
  await pooled(wanted, [...Array(lanes).keys()], async (fault, lane) => {
    const options = { fault, whole, usual, seed, lane };
    const outcome = await kept.of(round.name, fault.id, () => certifyFaulty(round, options));
    faults[fault.id] = outcome;
    process.stdout.write(`${round.name} ${fault.id}: ${says(outcome)}\n`);
  });
  const caught = Object.values(faults).filter(({ end }) => end === 'caught').length;
  process.stdout.write(`${round.name}: ${caught} of ${wanted.length} caught\n`);
  if (values.write && values.only.length === 0) {
    keep({
      round: round.name,
      commit,
      day: new Date().toISOString().slice(0, 10),
      right,
      faults,
    });
    writeBlindSection();
  }
  return right === null || right.failed.length === 0;
}

let isFair = true;
for (const round of values.round === undefined ? known : [values.round]) {
  isFair = (await measure(round)) && isFair;
}
await browser.close();
// What is missed is a figure; a right merchant that is failed is a defect.
process.exitCode = isFair ? exitCodes.ok : exitCodes.failed;
