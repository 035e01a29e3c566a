import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';

/** What the escapes that our commands write look like in a terminal. */
const STYLES: Readonly<Record<string, string>> = {
  1: 'font-weight:700',
  2: 'opacity:.65',
  31: 'color:#ff7b72',
  32: 'color:#7ee787',
  33: 'color:#e3b341',
  36: 'color:#79c0ff',
};

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Which escapes end others. */
const ENDS: Readonly<Record<string, readonly string[]>> = {
  22: ['1', '2'],
  39: ['31', '32', '33', '36'],
};

/** Text with escapes as HTML: each piece has the styles that are on where it stands. */
export function terminalHtml(text: string): string {
  const on = new Set<string>();
  const [first = '', ...parts] = text.split('\u001b[');
  const pieces = parts.map((part) => {
    const [sequence = '', code = ''] = /^(\d+)m/.exec(part) ?? [];
    if (code in ENDS) for (const ended of ENDS[code] ?? []) on.delete(ended);
    else on.add(code);
    const style = [...on].flatMap((each) => STYLES[each] ?? []).join(';');
    return `<span style="${style}">${escaped(part.slice(sequence.length))}</span>`;
  });
  return [escaped(first), ...pieces].join('');
}

/** A picture of what a terminal of at most 156 columns shows: a line of proof has room in it. */
export async function terminalPicture(browser: Browser, file: string, text: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1320, height: 600 } });
  await page.setContent(
    `<pre style="margin:0;padding:16px 20px;width:fit-content;min-width:100ch;max-width:156ch;box-sizing:content-box;white-space:pre-wrap;overflow-wrap:anywhere;background:#0d1117;color:#e6edf3;font:13px/1.5 monospace">${terminalHtml(text.trimEnd())}</pre>`,
  );
  await page.locator('pre').screenshot({ path: file });
  await page.close();
}

/** What a command of gatecheck prints on a terminal with colours, with the line that called it above. */
export async function typed(
  root: string,
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const child = spawn(process.execPath, [join(root, 'cli/gatecheck.mjs'), ...args], {
    cwd,
    env: { ...process.env, FORCE_COLOR: '1', NO_COLOR: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => output.push(String(part)));
  await new Promise((resolve) => child.once('close', resolve));
  return `${typedLine(args)}${output.join('')}`;
}

/** The line as it was typed. */
export const typedLine = (args: readonly string[]): string =>
  `\u001b[1m$ gatecheck ${args.join(' ')}\u001b[22m\n`;
