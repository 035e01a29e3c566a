/** `gatecheck list`: what there is, by kind. */
import { Argument, Command, type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { type Entry, kinds, ledger } from './ledger.ts';
import { usageError } from './support/exit.ts';

export function command(): CommandUnknownOpts {
  return new Command('list')
    .description(
      'Lists everything with an id: checks, requirements, laws, properties, capabilities, interpretations (readings), faults, operations.',
    )
    .addArgument(
      new Argument('[kind]', 'what to list; without it, how many there are of each').choices(kinds),
    )
    .addOption(new Option('--level <level>', 'only this level').choices(['must', 'should', 'open'] as const))
    .option('--capability <id>', 'only checks for this capability')
    .option('--json', 'print JSON')
    .action((kind, options) => {
      const entries = ledger();
      const { level, capability } = options;
      if (capability !== undefined) requireCapability(capability, entries);
      if (kind === undefined && level === undefined && capability === undefined) {
        process.stdout.write(overview(entries, options.json === true));
        return;
      }
      const wanted = entries.filter(
        (entry) =>
          entry.kind === (kind ?? 'checks') &&
          (level === undefined || entry.level === level) &&
          (capability === undefined || entry.capabilities.includes(capability)),
      );
      process.stdout.write(
        options.json
          ? json(wanted.map(({ data }) => data))
          : wanted.map((entry) => `${line(entry, wanted)}\n`).join(''),
      );
    });
}

function overview(entries: readonly Entry[], asJson: boolean): string {
  const counts = kinds.map((kind) => ({
    kind,
    count: entries.filter((entry) => entry.kind === kind).length,
  }));
  if (asJson) return json(Object.fromEntries(counts.map(({ kind, count }) => [kind, count])));
  const lines = counts.map(({ kind, count }) => `${String(count).padStart(5)}  gatecheck list ${kind}`);
  return `${lines.join('\n')}\n\ngatecheck explain ID says what one means and how to fix a failure.\n`;
}

function requireCapability(id: string, entries: readonly Entry[]): void {
  const known = entries.filter(({ kind }) => kind === 'capabilities').map((entry) => entry.id);
  if (!known.includes(id)) throw usageError(`unknown capability "${id}".`, `Known: ${known.join(', ')}.`);
}

function line({ id, level, text }: Entry, all: readonly Entry[]): string {
  const width = Math.max(...all.map((entry) => entry.id.length));
  const levels = all.some((entry) => entry.level !== null) ? `${(level ?? '').padEnd(6)}  ` : '';
  return `${id.padEnd(width)}  ${levels}${text}`;
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
