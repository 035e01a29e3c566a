import { DEPTH, type FuzzResult, RIGHT_RUNS, RUNS } from './measure.ts';

const short = (text: string): string =>
  (text.length > 140 ? `${text.slice(0, 140)}…` : text)
    .replaceAll('|', '\\|')
    .replaceAll('\n', ' ')
    .replaceAll('<', '&lt;');

/** The page that says what the fuzzer was measured to find. */
export function fuzzPage(results: readonly FuzzResult[], takenOver: boolean): string {
  const seeds = [...new Set(results.flatMap((result) => result.seeds.map((each) => each.seed)))];
  const row = (result: FuzzResult): string => {
    const hits = result.seeds.filter((each) => each.found);
    const most = Math.max(0, ...hits.map((each) => each.runs));
    const size = Math.max(0, ...hits.map((each) => each.size));
    const example = hits[0] === undefined ? 'nothing' : short(hits[0].flaw);
    return `| ${result.ok ? 'yes' : '**no**'} | ${result.kind} | \`${result.shop}\` | ${hits.length} of ${result.seeds.length} | ${most} | ${size} | ${example} |`;
  };
  const table = (rows: readonly FuzzResult[]): string =>
    [
      '| as intended | fuzzer | shop | found at seeds | most runs | most changes or steps | smallest |',
      '|---|---|---|---|---|---|---|',
      ...rows.map(row),
    ].join('\n');
  return `# What the fuzzer finds

Measured by \`node --import tsx tests/suite/fuzz-strength.ts --write\` with ${seeds.length === 1 ? 'the seed' : 'the seeds'} ${seeds.join(', ')}; faulty shops of journeys and requests, whose schedules and short stories are the same at every seed, with the first three. A faulty shop is the reference shop with one thing wrong; it has at most ${RUNS.notifications} runs of notifications, ${RUNS.requests} wishes, or every schedule of ${DEPTH} events, the short stories and ${RUNS.journeys} random journeys. A right shop has ${RIGHT_RUNS.notifications} runs of notifications, ${RIGHT_RUNS.requests} wishes, or ${RIGHT_RUNS.journeys} random journeys at each seed, and the schedules and short stories at the first. A should that a right shop does not keep is named, and is no false alarm.${takenOver ? '\n\nThe measurement was gone on with: some of its results are of earlier states of the fuzzer than the last one.' : ''}

## Faulty shops: each must be found at every seed of its own

${table(results.filter((result) => result.faulty))}

## Right shops: no must may be found broken at any seed

${table(results.filter((result) => !result.faulty))}
`;
}
