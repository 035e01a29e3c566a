import { LIVES, type Outcome, type Place } from './lives.ts';

/** Ten lives over one store, each way of ending twice. */
export interface Chain {
  readonly seed: number;
  readonly keeps: Place['keeps'];
  readonly transport: Place['transport'];
  readonly lives: readonly (Outcome & { readonly life: string })[];
}

interface Machine {
  readonly cores: number;
  readonly system: string;
  readonly node: string;
}

/** The page on what survives a crash. */
export function page(chains: readonly Chain[], { cores, system, node }: Machine): string {
  const lives = chains.flatMap((chain) => chain.lives.map((life) => ({ ...chain, ...life })));
  const total = (some: typeof lives) => some.reduce((sum, { answered }) => sum + answered, 0);
  const wrong = lives.flatMap((life) => life.wrong.map((says) => `seed ${life.seed}, ${life.life}: ${says}`));
  const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  const rows = LIVES.map((life) => {
    const those = lives.filter((each) => each.life === life);
    const seen: Record<string, number> = {};
    for (const each of those)
      for (const [what, times] of Object.entries(each.seen)) seen[what] = (seen[what] ?? 0) + times;
    const saw = Object.entries(seen).sort(([a], [b]) => (a < b ? -1 : 1));
    return row([
      life,
      those.length,
      total(those).toLocaleString('en'),
      those.reduce((sum, each) => sum + each.wrong.length, 0),
      saw.map(([what, times]) => `${what}: ${times}`).join('; ') || '–',
    ]);
  });
  const kinds = ['store', 'store and journal', 'journal'].flatMap((keeps) =>
    ['node', 'mockttp'].map((transport) => {
      const those = lives.filter((each) => each.keeps === keeps && each.transport === transport);
      const bad = those.reduce((sum, each) => sum + each.wrong.length, 0);
      return row([keeps, transport, those.length, total(those).toLocaleString('en'), bad]);
    }),
  );
  return `# What survives a crash

Every number on this page is the output of \`npm run bench -- --kills\`, which also wrote the page: ${lives.length} lives of simulators that were worked on from six sides (invoices, payouts, their statuses, settings of a shop, faults) and killed by \`kill -9\`, or ended because they could keep nothing more. ${total(lives).toLocaleString('en')} requests were acknowledged. What is [kept](store.md) was compared with all of them after each life: statuses, attempts of notifications, balances, settings, faults. On ${cores} cores, ${system}, Node.js ${node}. Seeds ${chains
    .map(({ seed }) => seed)
    .sort((a, b) => a - b)
    .join(', ')}; each is ten lives over one store, or over a journal each.

**${wrong.length === 0 ? 'Nothing that was acknowledged was lost, and nothing wrong was served without a word.' : `${wrong.length} things were lost, or served wrongly:`}**
${wrong.map((says) => `\n- ${says}`).join('')}
| a life | lives | acknowledged | lost or wrong | what else happened |
|---|---:|---:|---:|---|
${rows.join('\n')}

- *killed at any instant*: uniformly over its work, and one time in four over its start.
- *killed as it answers*: with the n-th answer, in the same turn of the event loop in which it arrives.
- *two on one file*: a second one while the first works, and a third that starts as the first is killed.
- *a disk that fills*: a tmpfs with a file in it that leaves 50 to 950 KB; then a start on the full disk, and one with space again. It needs root, and is left out without.
- *bits that flip*: five in the files of a store, each with a start and a reading of all that it tells; a hundred in a journal, each read as \`gatecheck audit\` reads it.

| keeps | transport | lives | acknowledged | lost or wrong |
|---|---|---:|---:|---:|
${kinds.join('\n')}
`;
}
