/** `gatecheck completion`: a script that completes commands, options and ids in a shell. */
import { Argument, Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import tabtab from '@pnpm/tabtab';
import type { CommandEntry } from './command-entry.ts';

/** Commands whose words are ids of the ledger, or events, and where those come from. */
const WORDS: Readonly<Record<string, () => Promise<readonly string[]>>> = {
  explain: async () => (await import('../scenarios/index.ts')).checks.map(({ id }) => id),
  trigger: async () => Object.keys((await import('./trigger.ts')).EVENTS),
};

const INSTALL = `
To complete in this and later shells:
  bash   gatecheck completion bash >> ~/.bashrc
  zsh    gatecheck completion zsh >> ~/.zshrc
  fish   gatecheck completion fish > ~/.config/fish/completions/gatecheck.fish`;

export function command() {
  return new Command('completion')
    .description('Prints a script that completes commands, options and ids in a shell.')
    .addArgument(new Argument('<shell>', 'for which shell').choices(['bash', 'zsh', 'fish', 'pwsh'] as const))
    .addHelpText('after', INSTALL)
    .action(async (shell) => {
      const script = await tabtab.getCompletionScript({ name: 'gatecheck', completer: 'gatecheck', shell });
      process.stdout.write(`${script}\n`);
    });
}

/** Answers the script, which hands the line over in the environment: what may come next. */
export async function completeLine(commands: readonly CommandEntry[], env: NodeJS.ProcessEnv): Promise<void> {
  const { partial, lastPartial } = tabtab.parseEnv(env);
  const [, name = '', ...words] = partial.split(/ +/).slice(0, -1);
  const found = await candidates(commands, name, words, lastPartial);
  if (found === 'files') tabtab.logFiles();
  else tabtab.log([...found], tabtab.getShellFromEnv(env));
}

type Candidates = readonly { readonly name: string; readonly description: string }[] | 'files';

/** The commands, the options of one, the values of an option, or the ids that a command takes; else files. */
async function candidates(
  commands: readonly CommandEntry[],
  name: string,
  words: readonly string[],
  current: string,
): Promise<Candidates> {
  const entry = commands.find((each) => each.name === name);
  if (entry === undefined) {
    return commands.map((each) => ({ name: each.name, description: each.summary }));
  }
  const loaded: CommandUnknownOpts = (await entry.load()).command() as CommandUnknownOpts;
  const called = words.reduce((at, word) => at.commands.find((child) => child.name() === word) ?? at, loaded);
  const last = words.at(-1);
  const previous = called.options.find(
    ({ long, short }) => last !== undefined && [long, short].includes(last),
  );
  if (previous !== undefined && (previous.required || previous.optional)) {
    return previous.argChoices?.map((value) => ({ name: value, description: '' })) ?? 'files';
  }
  if (current.startsWith('-')) {
    return called.options
      .filter(({ hidden, long }) => !hidden && typeof long === 'string')
      .map(({ long, description }) => ({ name: String(long), description }));
  }
  if (called.commands.length > 0) {
    return called.commands.map((child) => ({ name: child.name(), description: child.description() }));
  }
  const choices = called.registeredArguments[0]?.argChoices ?? (await WORDS[name]?.());
  return choices?.map((value) => ({ name: value, description: '' })) ?? 'files';
}
