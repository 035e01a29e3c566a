/** The file of faults that `gatecheck simulate --faults` takes. */
import type { Fault } from '../simulator/index.ts';
import { readText } from '../suite/config/read-text.ts';
import { whyUnreadable } from '../suite/config/unreadable.ts';
import { usageError } from './support/exit.ts';

/** Loaded for those who have faults only: a gateway starts sooner without them. */
type Known = Pick<typeof import('../simulator/faults/fault.ts'), 'EFFECT_KINDS' | 'faultSchema'>;

/** @throws CliError that names the file, the fault by its index, and the member that is wrong. */
export async function readFaults(path: string): Promise<Fault[]> {
  let text: string;
  try {
    text = readText(path);
  } catch (cause) {
    throw usageError(`--faults: the file "${path}" cannot be read: ${whyUnreadable(cause)}.`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw usageError(
      `--faults: "${path}" is not valid JSON: ${cause instanceof Error ? cause.message : String(cause)}.`,
    );
  }
  if (!Array.isArray(value)) throw usageError(`--faults: "${path}" must hold an array of faults.`);
  const { EFFECT_KINDS, faultSchema } = await import('../simulator/faults/fault.ts');
  return value.map((item, index) => readFault(path, index, item, { EFFECT_KINDS, faultSchema }));
}

function readFault(path: string, index: number, item: unknown, known: Known): Fault {
  const { EFFECT_KINDS, faultSchema } = known;
  const result = faultSchema.safeParse(item);
  if (result.success) return result.data;
  const says = result.error.issues.map((issue) => {
    const place = `[${index}]${issue.path.map((part) => `.${String(part)}`).join('')}`;
    return `${place}: ${issue.message} (found ${found(item, issue.path)})`;
  });
  throw usageError(`--faults: "${path}"${says.join('; ')}.`, `Effects: ${EFFECT_KINDS.join(', ')}.`);
}

/** What stands at a path, short enough for one line. */
function found(item: unknown, path: readonly PropertyKey[]): string {
  let value: unknown = item;
  for (const part of path) {
    value = typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined;
  }
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
