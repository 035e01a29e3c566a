/** `gatecheck explain ID`: what an id means, the rule behind it, and how to fix a failure. */
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { alikeIds } from '../suite/config/nearest.ts';
import { type Entry, ledger } from './ledger.ts';
import { type CliError, usageError } from './support/exit.ts';

export function command(): CommandUnknownOpts {
  return new Command('explain')
    .description(
      'Says what a check, requirement, law, capability, interpretation or operation means, and how to fix a failure.',
    )
    .argument('<id>', 'an id, as in the lists and reports')
    .option('--json', 'print JSON')
    .action((id, options) => {
      const entries = ledger();
      const found = entries.filter((entry) => entry.id === id);
      if (found.length === 0) throw unknownId(id, entries);
      process.stdout.write(
        options.json
          ? `${JSON.stringify(found.map(asJson), null, 2)}\n`
          : `${found.map((entry) => asText(entry)).join('\n\n')}\n`,
      );
    });
}

function asJson({ kind, id, level, text, details, data }: Entry) {
  return { kind, id, level, text, details, data };
}

function asText({ kind, id, level, text, details }: Entry): string {
  const name = kind.replace(/ies$/, 'y').replace(/s$/, '');
  const head = `${id}  (${name}${level === null ? '' : `, ${level}`})\n${wrapped(text, 2)}`;
  const parts = details
    .filter(({ lines }) => lines.length > 0)
    .map(({ title, lines }) => `${title}:\n${lines.map((line) => wrapped(line, 2)).join('\n')}`);
  return [head, ...parts].join('\n\n');
}

function unknownId(id: string, entries: readonly Entry[]): CliError {
  const offered = alikeIds(id, [...new Set(entries.map((entry) => entry.id))]);
  return usageError(
    `unknown id "${id}".${offered.length === 0 ? '' : ` Did you mean ${offered.join(' or ')}?`}`,
    'gatecheck list says what there is; gatecheck list checks lists the checks.',
  );
}

/** Lines of at most 100 characters, indented; words longer than that stay whole. */
function wrapped(text: string, indent: number): string {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + word.length + 1 > 100 - indent) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines.map((line, at) => `${' '.repeat(at === 0 ? indent : indent + 2)}${line}`).join('\n');
}
