import type { CommandStep } from '../config/index.ts';
import { excerpt } from '../drivers/index.ts';
import { commandEnvironment, ProcessGroup } from '../process/index.ts';
import { exactJson, type StepDocument, throwRefusal } from './expression.ts';
import { RecipeFailure } from './failure.ts';
import { asText, fillText, type Variables } from './variables.ts';

/** Where commands of recipes run: as the command that starts the merchant does. */
export interface CommandPlace {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** What a command came to, as expressions see it. */
interface CommandDocument extends StepDocument {
  readonly errors: string;
}

const outputLimitBytes = 1024 * 1024;

/** What a call was given, as environment of a command: `order_id` is ORDER_ID, `amount.minor` AMOUNT_MINOR. */
export const environmentName = (variable: string): string =>
  variable.toUpperCase().replace(/[^A-Z0-9]/g, '_');

const environmentOf = (variables: Variables): Record<string, string> =>
  Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => {
      // The kernel takes no zero byte in an environment.
      const text = asText(value).replaceAll('\0', '');
      return value === undefined ? [] : [[environmentName(name), text]];
    }),
  );

/** Runs a command to its end, and gives what it printed. */
export async function runCommandStep(
  step: CommandStep,
  variables: Variables,
  place: CommandPlace,
  signal: AbortSignal,
): Promise<CommandDocument> {
  const printed = { out: [] as Uint8Array[], errors: [] as Uint8Array[], bytes: 0 };
  const collect = (into: Uint8Array[]) => (chunk: Uint8Array) => {
    printed.bytes += chunk.byteLength;
    if (printed.bytes <= outputLimitBytes) into.push(chunk);
  };
  const { command } = step;
  const group = await ProcessGroup.start({
    command: typeof command === 'string' ? command : command.map((text) => fillText(text, variables)),
    cwd: place.cwd,
    env: commandEnvironment(process.env, place.env, environmentOf(variables)),
    onOutput: collect(printed.out),
    onErrors: collect(printed.errors),
  }).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new RecipeFailure(`cannot be started: ${reason}`, null, { cause: error });
  });
  const late = new Promise<'late'>((resolve) => {
    if (signal.aborted) resolve('late');
    else signal.addEventListener('abort', () => resolve('late'), { once: true });
  });
  const ending = await Promise.race([group.ended, late]);
  if (ending === 'late') {
    await group.kill();
    throw new RecipeFailure('gave no answer within interface.timeout');
  }
  await group.drained();
  if (printed.bytes > outputLimitBytes)
    throw new RecipeFailure(`printed more than ${outputLimitBytes} bytes`);
  const text = Buffer.concat(printed.out).toString();
  const errors = Buffer.concat(printed.errors).toString();
  const document = { text, body: exactJson(text), errors };
  await throwRefusal(step.refused, document, variables);
  if (ending !== 'exit code 0') {
    const said = (errors.trim() || text.trim()).split('\n').slice(-3).join(' ');
    throw new RecipeFailure(`ended with ${ending}${said === '' ? '' : `: ${excerpt(said)}`}`);
  }
  return document;
}
