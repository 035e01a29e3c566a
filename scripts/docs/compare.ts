import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { replaceBlock } from './notifications.ts';
import { type Generator, projectDir, readProjectFile } from './page.ts';

const PAGE = 'docs/compare.md';
/** Recordings of what is known of a test stand. */
const ARGS = ['compare', 'tests/suite/recordings-observed'];

/** What the command prints; some answers may differ, so its exit code says nothing. */
async function printed(args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, ['cli/gatecheck.mjs', ...args], {
    cwd: projectDir,
    env: { ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const output = (await text(child.stdout)).trimEnd();
  if (output === '') throw new Error(`gatecheck ${args.join(' ')} printed nothing.`);
  return output;
}

/** The page about comparisons: written by hand, but for our own figures. */
export const generateCompare: Generator = async () => {
  const page = await readProjectFile(PAGE);
  const spec = (await printed([...ARGS, '--preset', 'spec', '--ignore', 'order'])).split('\n').at(-1);
  const figure = ['```text', `$ gatecheck ${ARGS.join(' ')}`, await printed(ARGS), '```'];
  const text = ['', ...figure, '', `With \`--preset spec --ignore order\`: ${spec}`, ''].join('\n');
  return [{ path: PAGE, text: replaceBlock(page, 'figure', text) }];
};
