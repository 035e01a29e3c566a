import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { pathToFileURL } from 'node:url';

/** Loads what Allure's command needs, waits to be told what to do, and does it; told nothing, it ends. */
const WAITING = `
const main = process.argv.pop();
import(new URL('./commands/index.js', main)).catch(() => {});
let told = '';
for await (const chunk of process.stdin.setEncoding('utf8')) told += chunk;
if (told !== '') {
  const { cwd, args } = JSON.parse(told);
  process.chdir(cwd);
  process.argv.push(main, ...args);
  await import(main);
}`;

/**
 * Allure's own command in a process that has yet to be told what to do. It takes most of a second to load, which a run
 * has to spare at its beginning. It keeps nobody from ending, and ends with whoever loaded it.
 */
export function loadAllure(): ChildProcess {
  const main = pathToFileURL(createRequire(import.meta.url).resolve('allure')).href;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', WAITING, main], {
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  child.on('error', () => {});
  // One that has ended is told all the same.
  child.stdin.on('error', () => {});
  for (const held of holding(child)) held.unref();
  return child;
}

/** The same; undefined where it cannot be loaded, which is told when the report is made. */
export function loadAllureEarly(): ChildProcess | undefined {
  try {
    return loadAllure();
  } catch {
    return undefined;
  }
}

/** What keeps this process from ending. */
const holding = (child: ChildProcess): readonly { ref: () => unknown; unref: () => unknown }[] => [
  child,
  // Pipes are sockets.
  ...[child.stdin, child.stderr].map((pipe) => pipe as Socket),
];

/** Whether it can still be told. */
export const isWaiting = ({ pid, exitCode, signalCode }: ChildProcess): boolean =>
  pid !== undefined && exitCode === null && signalCode === null;

/** Says what to do: the arguments of Allure's command, in a folder. */
export const tellAllure = (child: ChildProcess, cwd: string, args: readonly string[]): void => {
  for (const held of holding(child)) held.ref();
  child.stdin?.end(JSON.stringify({ cwd, args }));
};
