import { type FuzzResult, RUNS } from './measure.ts';

const short = (text: string): string =>
  (text.length > 140 ? `${text.slice(0, 140)}…` : text)
    .replaceAll('|', '\\|')
    .replaceAll('\n', ' ')
    .replaceAll('<', '&lt;');

/** The page that says what the fuzzer was measured to find. */
export function fuzzPage(results: readonly FuzzResult[]): string {
  const seeds = results[0]?.seeds.map((each) => each.seed) ?? [];
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

Measured by \`node --import tsx specs/self/fuzz-strength.ts --write\` at the seeds ${seeds.join(', ')}: at most ${RUNS.notifications} runs for notifications, ${RUNS.requests} for requests, and for journeys every schedule of up to 3 events and ${RUNS.journeys} random ones. A faulty shop is the reference shop with one thing wrong.

## Faulty shops: each must be found at every seed

${table(results.filter((result) => result.faulty))}

## Right shops: nothing may be found at any seed

${table(results.filter((result) => !result.faulty))}
`;
}
