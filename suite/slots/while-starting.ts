import { formatDuration, type ResolvedConfig } from '../config/index.ts';

/** Most merchants are ready sooner, and whoever waits longer wants to know for what. */
const SILENT_MS = 3_000;

/** Waits for a merchant that is being started, and says so where that takes long. */
export async function whileStarting<T>(
  { merchant }: ResolvedConfig,
  starting: Promise<T>,
  say: (line: string) => void,
): Promise<T> {
  const { name, start } = merchant;
  const most = start === null ? '' : `, for ${formatDuration(start.readyTimeoutMs)} at most`;
  const what = start?.ready ? `merchant.start.ready, ${start.ready}` : 'its address answers';
  const timer = setTimeout(() => say(`Waiting until ${name} is ready (${what})${most}.`), SILENT_MS);
  try {
    return await starting;
  } finally {
    clearTimeout(timer);
  }
}
